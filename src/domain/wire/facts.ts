import type * as z from 'zod/mini'
import { collectionStateById } from '../collection.ts'
import { noBlockers } from '../commitStatus.ts'
import { type StatusName, statusById, statusOf } from '../status.ts'
import type { CollectionWire } from './collections.ts'
import type { lifecycleFacts } from './submissions.ts'

type FactsWire = z.output<typeof lifecycleFacts>

/** The guards' facts as the chart knows them, from the wire. */
export const factsFromWire = ({ latestStatusId, blockers, ...facts }: FactsWire) => ({
  ...facts,
  blockers: { ...noBlockers, ...blockers },
  latestStatus: latestStatusId === null ? undefined : statusById(latestStatusId)?.name,
})

/**
 * The facts that a collection alone tells, for questions about one of its providers: what only the submission or the
 * provider knows stands as nothing that any guard would refuse.
 */
export const factsOfCollection = ({
  state,
  allowSubmissions,
}: Pick<CollectionWire, 'state' | 'allowSubmissions'>) => ({
  collectionState: collectionStateById(state.id)?.name ?? ('Draft' as const),
  allowSubmissions,
  // A provider that is not onboarded cannot be chosen at all.
  onboarded: true,
  riskCode: '',
  countryCode: '',
  regulatorCode: '',
  blockers: noBlockers,
})

/** The guards' facts for the wire, without the consents that nobody collects yet. */
export const factsToWire = ({
  latestStatus,
  blockers: { pgrTransferConsentGiven: _, ...blockers },
  ...facts
}: Omit<FactsWire, 'latestStatusId'> & { latestStatus: StatusName | undefined }): FactsWire => ({
  ...facts,
  blockers,
  latestStatusId: latestStatus === undefined ? null : statusOf(latestStatus).id,
})
