import type * as z from 'zod/mini'
import type { StatusName } from '../status.ts'
import { statusById, statusOf } from '../status.ts'
import type { lifecycleFacts } from './submissions.ts'

type FactsWire = z.output<typeof lifecycleFacts>

/** The guards' facts as the chart knows them, from the wire. */
export const factsFromWire = ({ latestStatusId, ...facts }: FactsWire) => ({
  ...facts,
  latestStatus: latestStatusId === null ? undefined : statusById(latestStatusId)?.name,
})

/** The guards' facts for the wire. */
export const factsToWire = ({
  latestStatus,
  ...facts
}: Omit<FactsWire, 'latestStatusId'> & { latestStatus: StatusName | undefined }): FactsWire => ({
  ...facts,
  latestStatusId: latestStatus === undefined ? null : statusOf(latestStatus).id,
})
