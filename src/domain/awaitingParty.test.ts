import { expect, it } from 'vitest'
import { awaitingParty } from './awaitingParty.ts'
import { statuses } from './status.ts'

const idsAwaiting = (party: string): number[] =>
  statuses.filter(({ name }) => awaitingParty(name).name === party).map(({ id }) => id)

it('each status awaits the party of the decisions', () => {
  expect({
    Provider: idsAwaiting('Provider'),
    Bedel: idsAwaiting('Bedel'),
    'Statutory customer': idsAwaiting('Statutory customer'),
    System: idsAwaiting('System'),
    nobody: idsAwaiting('--'),
  }).toEqual({
    Provider: [0, 1, 3, 8, 38, 24, 28, 34, 36],
    Bedel: [5, 9, 39, 12, 14, 16, 19, 22, 25, 26, 29],
    'Statutory customer': [27],
    System: [2, 4, 6, 7, 10, 37, 40, 11, 13, 15, 17, 18, 20, 21, 23],
    nobody: [30, 31, 32, 33, 35],
  })
})

it('a provider without a submission is awaited', () => {
  expect(awaitingParty(undefined)).toEqual({ id: 1, name: 'Provider' })
})
