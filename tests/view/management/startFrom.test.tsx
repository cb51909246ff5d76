import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { analyst, aWhile } from '../support/services.tsx'
import { draftSpecification } from '../support/specification.ts'
import { open } from '../support/specificationPage.tsx'

/*
 * "Changes that cannot be carried over are listed with the reason; each needs a decision before the specification can be made
 * Available. 'Use rule defaults' is still a choice." (decisions §18)
 */

const created = {
  ...draftSpecification,
  state: { id: 1, name: 'Created' },
  availableStates: [],
  isEditable: false,
  awaitsConfiguration: true,
}
const change = (id: string, cause: string | null, fallback: string | null = '1%') => ({
  id,
  code: `QR.${id}`,
  name: `Rule ${id}`,
  part: 'tolerance',
  regulatorCode: '5016',
  fallback,
  value: '25%',
  by: 'Ivo Marsh',
  at: '2025-03-12T09:00:00Z',
  reason: 'Merged providers',
  cause,
})

const start = async () => {
  const sent: unknown[] = []
  const shown = await open({
    'GET /specifications/{id}': created,
    'GET /specifications/use': { specifications: [], schemas: [], rulesets: [] },
    'GET /specifications/{id}/carry-over/{rulesetId}': {
      changes: [change('gone', 'noRule', null), change('other', 'otherCondition'), change('fine', null)],
      rules: { total: 211, added: 8, removed: 3 },
    },
    'POST /specifications/{id}/apply-configuration': ({ body }: { body?: unknown }) => {
      sent.push(body)
      return draftSpecification
    },
  })
  const table = await screen.findByRole('table', { name: 'Changes in 23056_1.0.0' }, aWhile)
  const apply = screen.getByRole('button', { name: 'Apply configuration' })
  return { ...shown, sent, table, apply }
}

it('asks for a decision on each change that cannot be carried over, and lists those first with the cause', async () => {
  const { user, sent, table, apply, address } = await start()
  const texts = within(table)
    .getAllByRole('row')
    .map(({ textContent }) => textContent ?? '')
  expect(texts[1]).toContain('Cannot be carried over: 2')
  expect(texts[2]).toContain('The new ruleset has no such rule')
  expect(texts[4]).toContain('Carried over: 1')
  expect(texts[5]).toContain('Merged providers')
  await user.click(apply)
  expect(sent).toEqual([])
  // What has no place in the new ruleset can only be left out.
  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
  expect(row('Rule gone').queryByRole('button', { name: /^Keep/ })).toBeNull()
  await user.click(row('Rule gone').getByRole('button', { name: 'Leave out' }))
  await user.click(row('Rule other').getByRole('button', { name: 'Keep 25%' }))
  await user.click(screen.getByRole('checkbox', { name: /^Carry over Rule fine/ }))
  await waitFor(() => expect(address()).toContain('leave=fine'))
  await user.click(apply)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    startFrom: 7,
    decisions: expect.arrayContaining([
      { id: 'gone', isTaken: false },
      { id: 'other', isTaken: true },
      { id: 'fine', isTaken: false },
    ]),
  })
})

it('says what the rule defaults drop, and asks for nothing then', async () => {
  const { user, sent, apply } = await start()
  expect(screen.getByText('Drops 3 changes made in 23056_1.0.0.')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /^Use rule defaults/ }))
  expect(await screen.findByText('Not carried over: 3', undefined, aWhile)).toBeTruthy()
  await user.click(apply)
  await waitFor(() => expect(sent).toEqual([{}]))
})

it('applies nothing before it is known what can be carried over', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const sent: unknown[] = []
  const { user } = await open({
    'GET /specifications/{id}': created,
    'GET /specifications': () => promise.then(() => ({ specifications: [] })),
    'GET /specifications/use': { specifications: [], schemas: [], rulesets: [] },
    'POST /specifications/{id}/apply-configuration': ({ body }: { body?: unknown }) => {
      sent.push(body)
      return draftSpecification
    },
  })
  const apply = await screen.findByRole('button', { name: 'Apply configuration' }, aWhile)
  expect(apply.getAttribute('aria-disabled')).toBe('true')
  await user.click(apply)
  expect(sent).toEqual([])
  resolve()
  await waitFor(() => expect(apply.getAttribute('aria-disabled')).not.toBe('true'))
  await user.click(apply)
  await waitFor(() => expect(sent).toEqual([{}]))
})

it('leads back to the list also where the news of the configuration comes before the answer', async () => {
  const answer = Promise.withResolvers<void>()
  let stored: object = created
  const { user, tell, address } = await open({
    'GET /specifications/{id}': () => stored,
    'GET /specifications': { specifications: [] },
    'GET /specifications/use': { specifications: [], schemas: [], rulesets: [] },
    'POST /specifications/{id}/apply-configuration': () => answer.promise.then(() => draftSpecification),
  })
  const apply = await screen.findByRole('button', { name: 'Apply configuration' }, aWhile)
  await waitFor(() => expect(apply.getAttribute('aria-disabled')).not.toBe('true'))
  await user.click(apply)
  stored = draftSpecification
  tell({
    type: 'SPECIFICATION',
    instId: analyst.organisationId,
    specificationId: 9,
    version: 2,
    sequence: 1,
    occurredAt: '2024-11-01T12:00:00Z',
  })
  await waitFor(
    () => expect(screen.queryByRole('button', { name: 'Apply configuration' })).toBeNull(),
    aWhile,
  )
  answer.resolve()
  await waitFor(() => expect(address()).toBe('/management/specifications'), aWhile)
})
