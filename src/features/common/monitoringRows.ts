import { awaitingPartyLabel, statusLabel } from '../../domain/labels.ts'
import { silentDays, silentDaysAtMost } from '../../domain/lateness.ts'
import { paceOfRow, stateOfRow, statusOfRow } from '../../domain/monitoringColumns.ts'
import { summaryStepOf } from '../../domain/progress.ts'
import { summaryStepLabel } from '../../domain/progressLabels.ts'
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

/** Status of the submission that has come farthest; undefined when there is none. */
export const furthestStatusOf = (row: MonitoringRow): StatusName | undefined =>
  row.furthestSubmission ? statusById(row.furthestSubmission.status.id)?.name : undefined

/** Id of the state filter: not started is 0; what follows the sign-off is one choice with it, as it is one word. */
const stateId = (row: MonitoringRow): string => {
  const status = statusOfRow(row)
  if (status !== undefined && isSignedOff(status)) return String(statusOf('SIGNED_OFF').id)
  return String(row.latestSubmission?.status.id ?? 0)
}

/** Names of the filters of the Submission Summary, as they stand in the address. */
export const filterNames = ['provider', 'step', 'state', 'regulator', 'awaiting', 'silent', 'need'] as const

/** How long the row's provider has been silent, roughly. */
const silenceOf = (row: MonitoringRow, now: Date): 'long' | 'days' | 'recent' | 'notItsTurn' => {
  const days = silentDays(paceOfRow(row), now)
  if (days === null) return 'notItsTurn'
  if (days >= silentDaysAtMost) return 'long'
  return days > 0 ? 'days' : 'recent'
}

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
        return text(status === undefined ? stateOfRow(row) : statusLabel(status))
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
      option: row => text(awaitingPartyLabel(row.awaitingParty.id)),
    },
  ]
  return mode === 'live' ? filters : filters.filter(({ id }) => id !== 'awaiting' && id !== 'step')
}

/** The filter by how long a provider that has to act has done nothing. */
export const silentFilter = (t: Translate<'monitoring'>, now: Date): DataFilter<MonitoringRow> => ({
  id: 'silent',
  label: t('table.filters.silent'),
  value: row => silenceOf(row, now),
  option: row => t('table.silence', { silence: silenceOf(row, now) }),
})
