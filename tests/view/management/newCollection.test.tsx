import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { CollectionWire } from '../../../src/domain/wire/collections.ts'
import { Component } from '../../../src/features/management/new-collection/page.tsx'
import { collection } from '../submissions/fixtures.ts'
import { type Answer, analyst, show, streams } from '../support/services.tsx'

/* The form "New collection" (decisions §1, §10): what it begins with, and which references it takes. */

const collectionOf = (reference: string, state: CollectionWire['state']): CollectionWire => {
  const [begins, ends] = [Number(`20${reference.slice(0, 2)}`), Number(`20${reference.slice(0, 2)}`) + 1]
  return collection({
    id: `c${reference}`,
    reference,
    name: `Student ${begins}/${ends - 2000}`,
    referencePeriodStart: `${begins}-08-01`,
    referencePeriodEnd: `${ends}-07-31`,
    state,
  })
}
const draft = { id: 1, name: 'Draft' }
const deleted = { id: 2, name: 'Deleted' }

const open = async (collections: CollectionWire[], post: Answer = () => collections[0]) => {
  const shown = await show(<Component />, {
    at: '/management/collections/new',
    user: { ...analyst, roles: ['admin'] },
    answers: {
      'GET /collections': { collections, pagingMetadata: { total: collections.length } },
      'POST /collections': post,
      'GET /streams': { streams },
    },
  })
  await screen.findByRole('form', { name: 'New collection' })
  return shown
}
const reference = () => screen.getByRole('textbox', { name: 'Reference' })

it('takes a reference of the stream alone, and says so at the field', async () => {
  const sent: unknown[] = []
  const { user } = await open([collectionOf('25056', draft)], ({ body }) => {
    sent.push(body)
    return collectionOf('26056', draft)
  })
  expect(reference()).toHaveProperty('value', '26056')
  await user.clear(reference())
  await user.type(reference(), '26042')
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  expect(await screen.findByText('Enter two digits for the year, then 056 for the stream.')).toBeTruthy()
  expect(sent).toEqual([])
  await user.clear(reference())
  await user.type(reference(), '28056')
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  await expect.poll(() => sent).toMatchObject([{ reference: '28056', streamId: '056' }])
})

it('begins after the latest that was not deleted, and says which references stay taken', async () => {
  await open([collectionOf('30056', deleted), collectionOf('26056', deleted), collectionOf('25056', draft)])
  expect(reference()).toHaveProperty('value', '27056')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Student 2027/28')
  expect(screen.getAllByText(/keeps the reference/).map(({ textContent }) => textContent)).toEqual([
    'Student 2026/27 was deleted but keeps the reference 26056, so the form starts with the following year.',
  ])
})

it('shows no form without streams when these fail to load', async () => {
  await show(<Component />, {
    at: '/management/collections/new',
    user: { ...analyst, roles: ['admin'] },
    answers: {
      'GET /collections': { collections: [], pagingMetadata: { total: 0 } },
      'GET /streams': () => {
        throw new ProblemError(problem('unavailable', 'Not now.'))
      },
    },
  })
  expect(await screen.findByText('The streams failed to load.')).toBeTruthy()
  expect(screen.queryByRole('form', { name: 'New collection' })).toBeNull()
})

it('proposes the values of another stream, and leaves the focus on the choice', async () => {
  const staff = { id: '025', name: 'Staff', isAvailable: true }
  const { user } = await show(<Component />, {
    at: '/management/collections/new',
    user: { ...analyst, roles: ['admin'] },
    answers: {
      'GET /collections': { collections: [collectionOf('25056', draft)], pagingMetadata: { total: 1 } },
      'GET /streams': { streams: [streams[0], staff] },
    },
  })
  await screen.findByRole('form', { name: 'New collection' })
  const choice = () => screen.getByRole('button', { name: /Stream$/ })
  await user.click(choice())
  await user.click(screen.getByRole('option', { name: 'Staff' }))
  await expect.poll(() => choice().textContent).toContain('Staff')
  expect(reference()).toHaveProperty('value', '')
  expect(document.activeElement).toBe(choice())
})
