import { acceptsSubmissions, type CollectionStateName } from './collection.ts'
import { type Awaited, type StatusName, statusOf } from './status.ts'

/** Who has to act next on a submission (decisions §3 "Awaiting party"). */
export const awaitingParties = [
  { id: 0, code: 'nobody' },
  { id: 1, code: 'provider' },
  { id: 2, code: 'agency' },
  { id: 3, code: 'statutoryCustomer' },
  { id: 4, code: 'system' },
] as const satisfies readonly { id: number; code: Awaited }[]

export type AwaitingParty = (typeof awaitingParties)[number]
export type AwaitingPartyId = AwaitingParty['id']

/**
 * The party that the latest status of a provider awaits; a provider without a submission awaits the provider. At Awaiting provider
 * sign off it is the provider until the signed form is returned, then the agency (decisions §15). Nobody acts at
 * the history statuses, not even at their error: to the parties they are "Signed off". A collection that takes no submissions, as a
 * draft or a closed one, awaits no provider.
 */
export const awaitingParty = (
  status: StatusName | undefined,
  {
    isFormReturned = true,
    collectionState = 'Open',
  }: { isFormReturned?: boolean; collectionState?: CollectionStateName } = {},
): AwaitingParty => {
  const code =
    status === 'PROVIDER_SIGNOFF' && !isFormReturned ? 'provider' : statusOf(status ?? 'UNKNOWN').awaits
  const awaited = code === 'provider' && !acceptsSubmissions(collectionState) ? 'nobody' : code
  return awaitingParties.find(party => party.code === awaited)!
}
