import { type Key, type Message, message } from '../messages/message.ts'
import { daysSince, daysUntil } from './deadline.ts'
import { awaitingPartyLabel, standingLabel } from './labels.ts'
import { isLate, type Pace, silentDays } from './lateness.ts'
import { progressLabel } from './progressLabels.ts'
import { hasPart, type RecordDescription, unitsOf } from './record.ts'
import {
  arrivalOf,
  isErrorOrFailure,
  isSignedOff,
  type StatusName,
  statusById,
  statusNameOf,
  statusOf,
} from './status.ts'
import type { MonitoringRow } from './wire/collections.ts'

/** What a cell depends on besides its row. */
export interface MonitoringAt {
  now: Date
  /** Calendar date by whose end in London submissions are due; null where none is set. */
  deadline: string | null
}

/** A column of the Submission Summary (specification 2 §2.5). */
interface Column {
  /** Its name in addresses and saved views. */
  id: string
  /** Its heading, in `monitoring.json`. */
  heading: Extract<Key<'monitoring'>, `table.columns.${string}`>
  /** moment: an instant in ISO 8601, which the table writes in London time and a file in UTC. */
  kind: 'id' | 'text' | 'number' | 'moment'
  /** What a cell says, null where it is empty. */
  says: (row: MonitoringRow, at: MonitoringAt) => Message | string | number | null
}

/** Status of the row's latest submission; undefined when there is none. */
export const statusOfRow = (row: MonitoringRow): StatusName | undefined =>
  row.latestSubmission ? statusById(row.latestSubmission.status.id)?.name : undefined

/** When the file of the row's latest submission arrived; null where none has. */
export const arrivalOfRow = ({ latestSubmission }: MonitoringRow): string | null =>
  latestSubmission && arrivalOf(statusNameOf(latestSubmission.status.id), latestSubmission.uploaded)

/** What the column "Submission state" says (specification 2 §2.5); a status that is not known leads nowhere. */
export const stateOfRow = (row: MonitoringRow): Message => {
  const status = statusOfRow(row)
  if (status === undefined)
    return message('monitoring', row.latestSubmission ? 'table.states.unknown' : 'table.states.notStarted')
  return standingLabel(status, { isNilReturn: row.latestSubmission?.isNilReturn ?? false })
}

/** What decides whether the row's provider is late. */
export const paceOfRow = (row: MonitoringRow): Pace => ({
  awaits: row.awaitingParty.id,
  silentSince: row.silentSince,
  hasStarted: row.latestSubmission !== null,
  collectionState: row.facts.collectionState,
})

/** Whether the row's provider is late (decisions §16). */
export const isRowLate = (row: MonitoringRow, at: MonitoringAt): boolean => isLate(paceOfRow(row), at)

/** What the views of the Submission Summary show: rows for the reader, late ones, blocked ones, and those with nothing to do. */
export const rowNeeds = ['you', 'late', 'blocked', 'none'] as const
export type RowNeed = (typeof rowNeeds)[number]

/** The views in which a row is: `isForReader` says whether the reader can act on it now. */
export const needsOfRow = (row: MonitoringRow, at: MonitoringAt, isForReader: boolean): RowNeed[] => {
  const status = statusOfRow(row)
  const isBlocked =
    status !== undefined &&
    !isSignedOff(status) &&
    (isErrorOrFailure(status) ||
      (statusOf(status).page === 'reports' && row.facts.blockers.operationalFailures))
  const needs: RowNeed[] = [
    ...(isForReader ? (['you'] as const) : []),
    ...(isRowLate(row, at) ? (['late'] as const) : []),
    ...(isBlocked ? (['blocked'] as const) : []),
  ]
  return needs.length === 0 ? ['none'] : needs
}

/** Days since the latest submission came to its status; a clock that is behind makes them no fewer than none. */
const daysInState = ({ latestSubmission }: MonitoringRow, { now }: MonitoringAt): number | null =>
  latestSubmission?.statusSince === undefined
    ? null
    : Math.max(0, daysSince(new Date(latestSubmission.statusSince), now))

const columns = [
  { id: 'id', heading: 'table.columns.id', kind: 'id', says: ({ provider }) => provider.instId },
  {
    id: 'provider',
    heading: 'table.columns.provider',
    kind: 'text',
    says: ({ provider }) => provider.publishedName,
  },
  { id: 'state', heading: 'table.columns.state', kind: 'text', says: stateOfRow },
  {
    id: 'progress',
    heading: 'table.columns.progress',
    kind: 'text',
    says: row => progressLabel(statusOfRow(row)),
  },
  { id: 'days-in-state', heading: 'table.columns.inState', kind: 'number', says: daysInState },
  {
    id: 'days-to-deadline',
    heading: 'table.columns.toDeadline',
    kind: 'number',
    says: (_, { deadline, now }) => (deadline === null ? null : daysUntil(deadline, now)),
  },
  {
    id: 'last-submission',
    heading: 'table.columns.last',
    kind: 'moment',
    says: arrivalOfRow,
  },
  {
    id: 'student-count',
    heading: 'table.columns.students',
    kind: 'number',
    says: ({ latestSubmission }) => latestSubmission?.studentCount ?? null,
  },
  {
    id: 'open-issues',
    heading: 'table.columns.issues',
    kind: 'number',
    says: ({ provider }) => provider.issueCount,
  },
  {
    id: 'awaiting-action',
    heading: 'table.columns.awaiting',
    kind: 'text',
    says: ({ awaitingParty }) => awaitingPartyLabel(awaitingParty.id),
  },
  {
    id: 'silent-for',
    heading: 'table.columns.silent',
    kind: 'number',
    says: (row, { now }) => silentDays(paceOfRow(row), now),
  },
  {
    id: 'last-reminded',
    heading: 'table.columns.reminded',
    kind: 'moment',
    says: ({ lastReminded }) => lastReminded,
  },
] as const satisfies readonly Column[]

export type MonitoringColumn = (typeof columns)[number]['id']

/**
 * The columns of the Submission Summary in their order, each with its heading and what it says of a row: the table and its
 * export have what stands here, and nothing else.
 */
export const monitoringColumns = (
  record: RecordDescription | null,
): readonly (Omit<Column, 'heading'> & { id: MonitoringColumn; heading: Message })[] =>
  columns
    .filter(({ id }) => id !== 'student-count' || hasPart(record, 'counts'))
    .map(column => ({
      ...column,
      heading:
        column.id === 'student-count'
          ? message('monitoring', column.heading, { unitLabel: unitsOf(record).unitLabel })
          : message('monitoring', column.heading),
    }))
