import { awaitingPartyLabel, standingLabel, statusLabel, summaryStepLabel } from '../../domain/labels.ts'
import { summaryStepOf } from '../../domain/progress.ts'
import {
  isSignedOff,
  type StatusName,
  type SubmissionMode,
  statusById,
  statusOf,
} from '../../domain/status.ts'
import type { MonitoringRow } from '../../domain/wire/collections.ts'
import type { ToText, Translate } from '../../messages/index.ts'
import type { DataFilter } from '../../ui/index.ts'

/** Status of the row's latest submission; undefined when there is none. */
export const statusOfRow = (row: MonitoringRow): StatusName | undefined =>
  row.latestSubmission ? statusById(row.latestSubmission.status.id)?.name : undefined

/** Status of the submission that has come farthest; undefined when there is none. */
export const furthestStatusOf = (row: MonitoringRow): StatusName | undefined =>
  row.furthestSubmission ? statusById(row.furthestSubmission.status.id)?.name : undefined

/** Id of the state filter: not started is 0; what follows the sign-off is one choice with it, as it is one word. */
const stateId = (row: MonitoringRow): string => {
  const status = statusOfRow(row)
  if (status !== undefined && isSignedOff(status)) return String(statusOf('SIGNED_OFF').id)
  return String(row.latestSubmission?.status.id ?? 0)
}

/** What the column "Submission state" says (specification 2 §2.5); a status that is not known leads nowhere. */
export const stateText = (t: Translate<'monitoring'>, text: ToText, row: MonitoringRow): string => {
  const status = statusOfRow(row)
  if (status === undefined)
    return row.latestSubmission ? t('table.states.unknown') : t('table.states.notStarted')
  return text(standingLabel(status, { isNilReturn: row.latestSubmission?.isNilReturn ?? false }))
}

/** Whom the row's latest status awaits. */
export const awaitingText = (text: ToText, row: MonitoringRow): string =>
  text(awaitingPartyLabel(row.awaitingParty.id))

/** Names of the filters of the Submission Summary, as they stand in the address. */
export const filterNames = ['provider', 'step', 'state', 'regulator', 'awaiting'] as const

/** Filters of the Submission Summary (specification 2 §2.5 "Filters"); not started is state 0. */
export const summaryFilters = (
  t: Translate<'monitoring'>,
  text: ToText,
  mode: SubmissionMode,
  regulatorName: (code: string) => string,
): readonly DataFilter<MonitoringRow>[] => {
  const filters: readonly DataFilter<MonitoringRow>[] = [
    {
      id: 'provider',
      label: t('table.filters.provider'),
      value: row => row.provider.instId,
      option: row => `${row.provider.instId} - ${row.provider.publishedName}`,
    },
    {
      id: 'step',
      label: t('table.filters.step'),
      value: row => String(summaryStepOf(statusOfRow(row)).id),
      option: row => text(summaryStepLabel(summaryStepOf(statusOfRow(row)).code)),
    },
    {
      id: 'state',
      label: t('table.filters.state'),
      value: stateId,
      option: row => {
        const status = statusOfRow(row)
        return status === undefined ? stateText(t, text, row) : text(statusLabel(status))
      },
    },
    {
      id: 'regulator',
      label: t('table.filters.regulator'),
      value: row => row.provider.regulatorCode,
      option: row => regulatorName(row.provider.regulatorCode),
    },
    {
      id: 'awaiting',
      label: t('table.filters.awaiting'),
      value: row => String(row.awaitingParty.id),
      option: row => awaitingText(text, row),
    },
  ]
  return mode === 'live' ? filters : filters.filter(({ id }) => id !== 'awaiting' && id !== 'step')
}
