import { progressLabel, progressOrder } from '../../domain/progress.ts'
import { type StatusName, statusById, statusOf } from '../../domain/status.ts'
import type { MonitoringRow } from '../../domain/wire/collections.ts'

/** Columns by which the Submission Summary can be sorted (specification 2 §2.5). */
export const sortKeys = [
  'progress',
  'last-submission',
  'student-count',
  'open-issues',
  'awaiting-action',
] as const
export type SortKey = (typeof sortKeys)[number]

export interface Sort {
  key: SortKey
  direction: 'ascending' | 'descending'
}

export const defaultSort: Sort = { key: 'last-submission', direction: 'descending' }

/** Chosen values of each filter; an empty list does not narrow. */
export interface Filters {
  provider: readonly string[]
  state: readonly string[]
  regulator: readonly string[]
  awaiting: readonly string[]
}

export const noFilters: Filters = { provider: [], state: [], regulator: [], awaiting: [] }

/** A filter's choice with the number of rows that it would show. */
export interface Choice {
  id: string
  label: string
  count: number
}

/** Status of the row's latest submission; undefined when there is none. */
export const statusOfRow = (row: MonitoringRow): StatusName | undefined =>
  row.latestSubmission ? statusById(row.latestSubmission.status.id)?.name : undefined

/** Id of the state filter: not started is 0. */
const stateId = (row: MonitoringRow): string => String(row.latestSubmission?.status.id ?? 0)

const values: Record<keyof Filters, (row: MonitoringRow) => string> = {
  provider: row => row.provider.instId,
  state: stateId,
  regulator: row => row.provider.regulatorCode,
  awaiting: row => String(row.awaitingParty.id),
}

/** The words in the column "Submission state" (specification 2 §2.5); a status that is not known leads nowhere. */
export const stateWords = (row: MonitoringRow): string => {
  const status = statusOfRow(row)
  if (status === undefined) return row.latestSubmission ? 'Link not available' : 'Not started'
  if (row.latestSubmission?.isNilReturn) {
    return status === 'NIL_RETURN' ? 'Nil return' : `${statusOf(status).label} (Nil return)`
  }
  return statusOf(status).label
}

export const filterRows = (rows: readonly MonitoringRow[], filters: Filters): MonitoringRow[] =>
  rows.filter(row =>
    (Object.keys(values) as (keyof Filters)[]).every(
      name => filters[name].length === 0 || filters[name].includes(values[name](row)),
    ),
  )

const instantOf = (row: MonitoringRow): string => row.latestSubmission?.uploaded ?? ''

const compare: Record<SortKey, (a: MonitoringRow, b: MonitoringRow) => number> = {
  progress: (a, b) => progressOrder(statusOfRow(a)) - progressOrder(statusOfRow(b)),
  'last-submission': (a, b) => instantOf(a).localeCompare(instantOf(b)),
  'student-count': (a, b) =>
    (a.latestSubmission?.studentCount ?? -1) - (b.latestSubmission?.studentCount ?? -1),
  'open-issues': (a, b) => a.provider.issueCount - b.provider.issueCount,
  'awaiting-action': (a, b) => a.awaitingParty.name.localeCompare(b.awaitingParty.name, 'en-GB'),
}

/** The rows in order; rows that are equal stand by provider id, so that the order never jumps. */
export const sortRows = (rows: readonly MonitoringRow[], { key, direction }: Sort): MonitoringRow[] => {
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted(
    (a, b) => sign * compare[key](a, b) || a.provider.instId.localeCompare(b.provider.instId),
  )
}

/** "Upload / Processing". */
export const progressWords = (row: MonitoringRow): string => progressLabel(statusOfRow(row))

const tally = (
  rows: readonly MonitoringRow[],
  name: keyof Filters,
  label: (row: MonitoringRow) => string,
): Choice[] => {
  const choices = new Map<string, Choice>()
  for (const row of rows) {
    const id = values[name](row)
    const choice = choices.get(id) ?? { id, label: label(row), count: 0 }
    choices.set(id, { ...choice, count: choice.count + 1 })
  }
  return [...choices.values()].toSorted((a, b) => a.label.localeCompare(b.label, 'en-GB'))
}

/** What each filter offers, with counts over all rows (specification 2 §2.5 "Filters"). */
export const filterChoices = (
  rows: readonly MonitoringRow[],
  regulatorName: (code: string) => string,
): Record<keyof Filters, Choice[]> => ({
  provider: tally(rows, 'provider', row => `${row.provider.instId} - ${row.provider.publishedName}`),
  state: tally(rows, 'state', row => {
    const status = statusOfRow(row)
    return status === undefined ? stateWords(row) : statusOf(status).label
  }),
  regulator: tally(rows, 'regulator', row => regulatorName(row.provider.regulatorCode)),
  awaiting: tally(rows, 'awaiting', row => row.awaitingParty.name),
})
