import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { StateChoice } from '../../../src/features/management/collections/choices.tsx'
import { collection } from '../submissions/fixtures.ts'
import { analyst, aWhile, show } from '../support/services.tsx'

/* A collection that is deleted does not come back (decisions §10), so it is asked about before it is. */

const draft = collection({
  id: 'c26056',
  reference: '26056',
  name: 'Student 2026/27',
  state: { id: 1, name: 'Draft' },
  availableStates: [
    { id: 7, name: 'Validation' },
    { id: 3, name: 'Open' },
    { id: 2, name: 'Deleted' },
  ],
})
let sent: unknown[]
beforeEach(() => {
  sent = []
})

/** Chooses a state and presses Save. */
const choose = async (state: string, refusal?: string) => {
  const shown = await show(<StateChoice collection={draft} onChanged={() => undefined} />, {
    user: { ...analyst, roles: ['admin'] },
    answers: {
      'GET /collections/{reference}/opening-audience': {
        parties: [
          { type: 'provider', organisations: 58, people: 112, mails: 61 },
          { type: 'statutory_customer', organisations: 5, people: 26, mails: 19 },
        ],
        withoutReader: 2,
      },
      'PUT /collections/{reference}/state': ({ body }: { body?: unknown }) => {
        sent.push(body)
        if (refusal !== undefined) throw new ProblemError(problem('conflict', refusal))
        return draft
      },
    },
  })
  await shown.user.click(await screen.findByRole('button', { name: 'Change State of Student 2026/27' }))
  await shown.user.click(await screen.findByRole('button', { name: /State of Student 2026\/27/ }))
  await shown.user.click(await screen.findByRole('option', { name: state }, aWhile))
  await shown.user.click(screen.getByRole('button', { name: 'Save' }))
  return shown
}
const question = () => screen.findByRole('alertdialog', { name: 'Delete Student 2026/27?' }, aWhile)

it('names the collection and says what its deletion means, and sends nothing before that is confirmed', async () => {
  const { user } = await choose('Deleted')
  const asked = await question()
  expect(asked.textContent).toContain('You cannot undo this.')
  expect(asked.textContent).toContain('the reference 26056 cannot be reused')
  await user.click(within(asked).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(within(await question()).getByRole('button', { name: 'Delete collection' }))
  await waitFor(() => expect(sent).toEqual([{ stateId: 2 }]))
})

it('is not asked again where the server has refused it, which the cell says', async () => {
  const { user } = await choose('Deleted', 'There are submissions in it.')
  await user.click(within(await question()).getByRole('button', { name: 'Delete collection' }))
  expect(await screen.findByText('There are submissions in it.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sent).toHaveLength(2))
})

it('is no question of another state', async () => {
  await choose('Validation')
  await waitFor(() => expect(sent).toEqual([{ stateId: 7 }]))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('names what opening does, when, who gets the notice and how many by email', async () => {
  const { user } = await choose('Open')
  const asked = await screen.findByRole('alertdialog', { name: 'Open Student 2026/27?' }, aWhile)
  const told = await within(asked).findByRole('table', { name: 'Recipients of the notice' }, aWhile)
  expect(
    within(told)
      .getAllByRole('row')
      .map(row => [...row.children].map(({ textContent }) => textContent)),
  ).toEqual([
    ['Party', 'Organisations', 'People', 'Also by email'],
    ['Providers', '58', '112', '61'],
    ['Regulators', '5', '26', '19'],
    ['Together', '63', '138', '80'],
  ])
  expect(asked.textContent).toContain('In 2 organisations nobody can read the notice yet')
  expect(asked.textContent).toContain('It opens today, 01/11/2024.')
  expect(asked.textContent).toContain('Student 2026/27 is open for submissions')
  await user.click(within(asked).getByRole('button', { name: 'Open collection' }))
  await waitFor(() => expect(sent).toEqual([{ stateId: 3 }]))
})

it('has a list of its own at the end of the next states', async () => {
  const shown = await show(<StateChoice collection={draft} onChanged={() => undefined} />, {
    user: { ...analyst, roles: ['admin'] },
  })
  await shown.user.click(await screen.findByRole('button', { name: 'Change State of Student 2026/27' }))
  await shown.user.click(await screen.findByRole('button', { name: /State of Student 2026\/27/ }))
  const apart = await screen.findByRole('group', { name: 'Cannot be undone' }, aWhile)
  expect(
    within(apart)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Deleted'])
  expect(screen.getAllByRole('option').at(-1)?.textContent).toBe('Deleted')
})
