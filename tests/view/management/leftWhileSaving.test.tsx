import { act, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { SpecificationChoice } from '../../../src/features/management/collections/choices.tsx'
import { collection } from '../submissions/fixtures.ts'
import { analyst, aWhile, show } from '../support/services.tsx'

const open = collection({
  id: 'c26056',
  reference: '26056',
  name: 'Student 2026/27',
  state: { id: 1, name: 'Draft' },
  specification: null,
})

function Pages() {
  const { pathname } = useLocation()
  return pathname === '/monitoring/23056' ? (
    <p>Elsewhere</p>
  ) : (
    <SpecificationChoice
      collection={open}
      specifications={[{ id: 4, version: 'v4' } as never]}
      mayAssign
      onChanged={() => undefined}
    />
  )
}

/** A specification is chosen and sent; the server has not answered yet. */
const saving = async () => {
  const answered = Promise.withResolvers<unknown>()
  const shown = await show(<Pages />, {
    at: '/management/collections/26056',
    user: { ...analyst, roles: ['admin'] },
    answers: { 'PUT /collections/{reference}': () => answered.promise },
  })
  const { user } = shown
  await user.click(await screen.findByRole('button', { name: /^Change Specification of/ }))
  await user.click(await screen.findByRole('button', { name: /Specification of Student 2026/ }))
  await user.click(await screen.findByRole('option', { name: 'v4' }, aWhile))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Assign specification' }, aWhile))
  return {
    ...shown,
    /** The server answers, and everything that follows from it has happened. */
    answer: () =>
      act(async () => {
        answered.resolve(open)
        await new Promise(resolve => setTimeout(resolve))
      }),
  }
}

it('a choice that is saved offers what follows in the address of its page', async () => {
  const { answer, address } = await saving()
  await answer()
  expect(address()).toBe('/management/collections/26056?respecified=26056')
})

it('a choice that is saved after its page was left changes nothing of the address of the next page', async () => {
  const { answer, address, router } = await saving()
  await act(() => router.navigate('/monitoring/23056?ss.size=100'))
  await screen.findByText('Elsewhere')
  await answer()
  expect(address()).toBe('/monitoring/23056?ss.size=100')
})
