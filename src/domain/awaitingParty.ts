import { product } from './product.ts'
import { type Awaited, type StatusName, statusOf } from './status.ts'

/** Who has to act next on a submission (decisions §3 "Awaiting party"). */
export const awaitingParties = [
  { id: 0, name: '--' },
  { id: 1, name: 'Provider' },
  { id: 2, name: product.name },
  { id: 3, name: 'Statutory customer' },
  { id: 4, name: 'System' },
] as const

export type AwaitingParty = (typeof awaitingParties)[number]
export type AwaitingPartyId = AwaitingParty['id']

const ids = {
  nobody: 0,
  provider: 1,
  agency: 2,
  statutoryCustomer: 3,
  system: 4,
} as const satisfies Record<Awaited, AwaitingPartyId>

/**
 * The party that the latest status of a provider awaits; a provider without a submission awaits the provider.
 * The history statuses await nobody, the error among them too: to the parties they are "Signed off".
 */
export const awaitingParty = (status: StatusName | undefined): AwaitingParty =>
  awaitingParties[ids[statusOf(status ?? 'UNKNOWN').awaits]]
