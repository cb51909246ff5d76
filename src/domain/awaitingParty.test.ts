import { expect, it } from 'vitest'
import { awaitingParty } from './awaitingParty.ts'
import { type Awaited, statuses } from './status.ts'

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
