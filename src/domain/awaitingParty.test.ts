import { expect, it } from 'vitest'
import { awaitingParty } from './awaitingParty.ts'
import type { CollectionStateName } from './collection.ts'
import { type Awaited, type StatusName, statuses } from './status.ts'

const idsAwaiting = (party: Awaited): number[] =>
  statuses.filter(({ name }) => awaitingParty(name).code === party).map(({ id }) => id)

it('each status awaits the party of the decisions', () => {
  expect({
    provider: idsAwaiting('provider'),
    agency: idsAwaiting('agency'),
    statutoryCustomer: idsAwaiting('statutoryCustomer'),
    system: idsAwaiting('system'),
    nobody: idsAwaiting('nobody'),
  }).toEqual({
    provider: [0, 1, 3, 8, 38, 24, 28, 34, 36],
    agency: [5, 9, 39, 12, 14, 16, 19, 22, 25, 26, 29],
    statutoryCustomer: [27],
    system: [2, 4, 6, 7, 10, 37, 40, 11, 13, 15, 17, 18, 20, 21, 23],
    nobody: [30, 31, 32, 33, 35],
  })
})

it('a provider without a submission is awaited', () => {
  expect(awaitingParty(undefined)).toEqual({ id: 1, code: 'provider' })
})

it('the provider acts next until it has returned the signed form, then the agency', () => {
  expect(awaitingParty('PROVIDER_SIGNOFF', { isFormReturned: false }).code).toBe('provider')
  expect(awaitingParty('PROVIDER_SIGNOFF', { isFormReturned: true }).code).toBe('agency')
  expect(awaitingParty('SIGNED_OFF', { isFormReturned: false }).code).toBe('nobody')
})

it('is no provider in a collection that takes no submissions', () => {
  const at = (collectionState: CollectionStateName, status?: StatusName) =>
    awaitingParty(status, { collectionState }).code
  for (const state of ['Draft', 'Validation', 'Closed', 'Archived', 'Deleted'] as const)
    expect([state, at(state), at(state, 'SCHEMA_CHECK_FAILED')]).toEqual([state, 'nobody', 'nobody'])
  for (const state of ['Open', 'Historic amendment'] as const) expect(at(state)).toBe('provider')
  // Approvers may still decide in a closed one.
  expect(at('Closed', 'AGENCY_APPROVAL')).toBe('agency')
})
