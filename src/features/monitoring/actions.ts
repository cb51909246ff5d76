import type { UserActor } from '../../domain/actor.ts'
import { type StatusName, statusById } from '../../domain/status.ts'
import type { CollectionWire, MonitoringRow } from '../../domain/wire/collections.ts'
import { factsOfCollection } from '../../domain/wire/facts.ts'
import {
  type Explanation,
  explain,
  type Facts,
  type UserEvent,
} from '../../machines/submission-lifecycle/index.ts'

/** Actions of a row's menu (specification 2 §2.5, §4.3). */
export const rowActions = [
  'APPROVE',
  'DECLINE',
  'REQUEST_RESUBMISSION',
  'SIGN_OFF',
  'NIL_RETURN_CREATED',
  'REPROCESSED',
] as const
export type RowAction = (typeof rowActions)[number]

const eventOf = (type: RowAction, actor: UserActor): UserEvent => ({ type, actor })

/** What can be done with a row now: the lifecycle chart's own answer for each action that the viewer may ever take. */
export interface OfferedAction {
  type: RowAction
  explanation: Explanation
}

/** Facts that the row carries, completed by those of its collection. */
export interface RowContext {
  collection: Pick<CollectionWire, 'state' | 'allowSubmissions'>
  viewer: UserActor
}

export const statusOfLatest = (row: MonitoringRow): StatusName =>
  (row.latestSubmission && statusById(row.latestSubmission.status.id)?.name) || 'UNKNOWN'

const factsOf = (row: MonitoringRow, { collection }: RowContext): Facts => ({
  ...factsOfCollection(collection),
  submissionId: row.latestSubmission?.uuid ?? '',
  instId: row.provider.instId,
  mode: 'live',
  isLatest: row.latestSubmission !== null,
  hasStoredFile: row.latestSubmission?.fileHash != null,
  latestStatus: row.latestSubmission ? statusOfLatest(row) : undefined,
  uploadUnderWay: row.latestSubmission !== null && statusOfLatest(row) === 'UPLOADING',
  riskCode: row.provider.riskCode,
  countryCode: row.provider.countryCode,
  regulatorCode: row.provider.regulatorCode,
})

/**
 * The row's actions. One that the viewer may never take, or that belongs to another moment of the way, is left out;
 * one that only a condition stands against is offered with its reason.
 */
export const offeredActions = (row: MonitoringRow, context: RowContext): OfferedAction[] => {
  const status = statusOfLatest(row)
  const facts = factsOf(row, context)
  return rowActions
    .map(type => ({ type, explanation: explain(status, facts, eventOf(type, context.viewer)) }))
    .filter(({ explanation }) => explanation.isExpected && explanation.refusal?.kind !== 'forbidden')
}
