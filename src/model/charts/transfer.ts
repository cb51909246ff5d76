import { keyScopes } from '../../domain/apiKey.ts'
import { type Principal, systemPrincipal, type UserPrincipal } from '../../domain/principal.ts'
import { type TransferEvent, type TransferFacts, transferMachine } from '../../machines/transfer/index.ts'
import type { ModelSpec, Samples } from '../modelOf.ts'
import { people } from '../people.ts'

/** Students go from Ashby (0001) to Brackley (0002). */
export const transferFacts: TransferFacts = {
  senderId: '0001',
  receiverId: '0002',
  requested: 3,
  agreed: 3,
  isLatest: true,
  collectionState: 'Open',
  isSubmitted: false,
  isReminded: false,
}

/** Facts that differ in one thing each. */
export const transferDeviations: readonly TransferFacts[] = [
  transferFacts,
  { ...transferFacts, requested: 4 },
  { ...transferFacts, agreed: 0 },
  { ...transferFacts, isLatest: false },
  { ...transferFacts, collectionState: 'Closed' },
  { ...transferFacts, isSubmitted: true },
  { ...transferFacts, isReminded: true },
  { ...transferFacts, senderId: '0003' },
  { ...transferFacts, receiverId: '0003' },
]

const receiver: UserPrincipal = people.foreigner
const everybody: readonly Principal[] = [
  ...Object.values(people),
  { ...receiver, userId: 'brackley-submitter', roles: ['submitter'] },
  { ...receiver, userId: 'brackley-guest', roles: ['guest'] },
  { ...receiver, userId: 'key:abc', scopes: keyScopes },
]

const named = [
  { students: 3, returnsRecord: true },
  { students: 4, returnsRecord: true },
  { students: 0, returnsRecord: true },
  { students: 3, returnsRecord: false },
] as const

/** Every event by everybody. */
export const everyTransferEvent: readonly TransferEvent[] = everybody.flatMap(actor => [
  ...named.map(said => ({ type: 'NAMED' as const, ...said, actor })),
  ...(['AGREE', 'WITHDRAW', 'REMIND', 'WRITE'] as const).map(type => ({ type, actor })),
])

const samples: Samples<TransferEvent> = {
  NAMED: named.map(said => ({ type: 'NAMED', ...said, actor: systemPrincipal })),
  AGREE: [{ type: 'AGREE', actor: receiver }],
  WITHDRAW: [{ type: 'WITHDRAW', actor: receiver }],
  REMIND: [{ type: 'REMIND', actor: people.signOff }],
  WRITE: [
    { type: 'WRITE', actor: receiver },
    { type: 'WRITE', actor: people.signOff },
  ],
}

export const transferSpec: ModelSpec<typeof transferMachine> = {
  machine: transferMachine,
  samples,
  probes: { contexts: transferDeviations, events: everyTransferEvent },
  project: facts => facts,
  inputs: { 'three students': transferFacts },
}
