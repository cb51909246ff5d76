import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { Component as DeliveryPage } from '../../../src/features/delivery/delivery/page.tsx'
import { analyst, aWhile, show } from '../support/services.tsx'
import { draftSpecification } from '../support/specification.ts'
import { open } from '../support/specificationPage.tsx'

/* An item is deleted while its page is open: the page says so and offers the list (decisions §15). */

/** What the server answers about an item that somebody deletes. */
const deletable = (item: unknown) => {
  let isDeleted = false
  return {
    answer: () => {
      if (isDeleted) throw new ProblemError(problem('not-found', 'There is no such item.'))
      return item
    },
    deleted: () => {
      isDeleted = true
    },
  }
}

const deletedPage = () => screen.findByRole('heading', { level: 1, name: 'Deleted' }, aWhile)
const offered = () => screen.getAllByRole('link').map(link => link.getAttribute('href'))

it('the page of a specification says that it was deleted, and offers the list', async () => {
  const { answer, deleted } = deletable(draftSpecification)
  const { tell } = await open({ 'GET /specifications/{id}': answer })
  await screen.findByRole('heading', { level: 1, name: /23056|24056/ }, aWhile)
  deleted()
  const instId = analyst.organisationId
  await act(async () =>
    tell({
      type: 'SPECIFICATION',
      instId,
      specificationId: 9,
      version: 9,
      sequence: 1,
      occurredAt: '2024-11-01T12:00:00Z',
    }),
  )
  await deletedPage()
  expect(offered()).toContain('/management/specifications/specs')
})

it('an item that was never there is not found, and not called deleted', async () => {
  const { answer, deleted } = deletable({})
  deleted()
  // Never there: not found, and not deleted.
  const { live } = await show(<DeliveryPage />, {
    at: '/delivery/d1',
    answers: { 'GET /deliveries/{id}': answer },
  })
  expect((await screen.findByRole('heading', { level: 1 }, aWhile)).textContent).not.toBe('Deleted')
  await act(async () => live.send({ type: 'WOKEN', by: 'sight' }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('Deleted')
})
