import { clockTime, loggedAt } from '../../domain/dates.ts'
import { daysSince, daysUntil, hasJustChanged } from '../../domain/deadline.ts'
import { progressLabel, statusLabel } from '../../domain/labels.ts'
import type { MonitoringColumn } from '../../domain/monitoringColumns.ts'
import { progressOrder } from '../../domain/progress.ts'
import { landingPage, type SubmissionMode, statusTone } from '../../domain/status.ts'
import type { CollectionWire, MonitoringRow } from '../../domain/wire/collections.ts'
import { minuteMs, usePeriod, useServices, useViewer } from '../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../messages/index.ts'
import { Badge, type DataColumn, IconButton, Link, Row, StatusTag } from '../../ui/index.ts'
import { monitoredProviderPath, pagePath } from '../common/address.ts'
import { awaitingText, furthestStatusOf, stateText, statusOfRow } from '../common/monitoringRows.ts'

interface StateCellProps {
  row: MonitoringRow
  collection: CollectionWire
  mode: SubmissionMode
  onErrorLog: ((row: MonitoringRow) => void) | undefined
}

/** The state, linked to the submission's page; text only where there is nothing to open (specification 2 §2.5). */
function StateCell({ row, collection, mode, onErrorLog }: StateCellProps) {
  const t = useMessages('monitoring')
  const text = useText()
  const { isStatutoryCustomer, may } = useViewer()
  const status = statusOfRow(row)
  const submission = row.latestSubmission
  const label = (
    <StatusTag tone={statusTone(status)} variant="plain">
      {stateText(t, text, row)}
    </StatusTag>
  )
  if (!submission || status === undefined || submission.isNilReturn) return label
  if (!may('collections.view-submission')) return label
  const address = {
    area: mode === 'live' ? 'monitoring' : 'monitoring-online-validation',
    reference: collection.reference,
    collectionId: collection.id,
    instId: row.provider.instId,
    submissionId: submission.uuid,
  } as const
  const link = (
    <Link href={pagePath(address, landingPage(status, { isStatutoryCustomer }))} variant="row">
      {label}
    </Link>
  )
  if (!onErrorLog || !submission.errorFileExists) return link
  return (
    <Row gap={1} isTight>
      {link}
      <IconButton
        icon="download"
        size="small"
        label={t('table.errorLog', { provider: row.provider.publishedName })}
        onPress={() => onErrorLog(row)}
      />
    </Row>
  )
}

/** The provider, linked to its page, with the time at which its submission has just changed. */
function ProviderCell({ row: { provider, latestSubmission } }: { row: MonitoringRow }) {
  const t = useMessages('monitoring')
  const text = useText()
  const { now } = useServices()
  // The mark goes when its minutes are over, though nothing else happens.
  usePeriod(minuteMs)
  const since = latestSubmission?.statusSince
  return (
    <Row gap={2}>
      <Link href={monitoredProviderPath(provider.instId)} variant="row">
        {provider.publishedName}
      </Link>
      {since !== undefined && hasJustChanged(new Date(since), new Date(now())) && (
        <Badge tone="good">{t('table.changed', { at: text(clockTime(since)) })}</Badge>
      )}
    </Row>
  )
}

/** How far any file of the provider has come. */
function FurthestCell({ row }: { row: MonitoringRow }) {
  const t = useMessages('monitoring')
  const text = useText()
  const status = furthestStatusOf(row)
  return (
    <StatusTag tone={statusTone(status)} variant="plain">
      {status === undefined ? t('table.states.notStarted') : text(statusLabel(status))}
    </StatusTag>
  )
}

/** Days since the latest submission came to its status; nothing where there is none. */
const daysInState = ({ latestSubmission }: MonitoringRow, at: number): number | null =>
  latestSubmission?.statusSince === undefined
    ? null
    : Math.max(0, daysSince(new Date(latestSubmission.statusSince), new Date(at)))

/** Columns of the Submission Summary, or of its OVT variant, with the days until the moment `at` (ms since 1970). */
export const columnsOf = (
  t: Translate<'monitoring'>,
  text: ToText,
  collection: CollectionWire,
  mode: SubmissionMode,
  onErrorLog: ((row: MonitoringRow) => void) | undefined,
  at: number,
): readonly DataColumn<MonitoringRow>[] => {
  const id: DataColumn<MonitoringRow> = {
    id: 'id',
    header: t('table.columns.id'),
    value: row => row.provider.instId,
    kind: 'id',
    width: 'narrow',
  }
  const provider: DataColumn<MonitoringRow> = {
    id: 'provider',
    header: t('table.columns.provider'),
    value: row => row.provider.publishedName,
    cell: row => <ProviderCell row={row} />,
    isRowHeader: true,
    canHide: false,
    width: 'wide',
  }
  const state: DataColumn<MonitoringRow> = {
    id: 'state',
    header: mode === 'live' ? t('table.columns.state') : t('table.columns.currentState'),
    cell: row => <StateCell row={row} collection={collection} mode={mode} onErrorLog={onErrorLog} />,
  }
  const last: DataColumn<MonitoringRow> = {
    id: 'last-submission',
    header: t('table.columns.last'),
    value: row => row.latestSubmission?.uploaded ?? null,
    cell: row => text(loggedAt(row.latestSubmission?.uploaded)),
    kind: 'moment',
    isSortable: true,
    firstDirection: 'descending',
  }
  const students: DataColumn<MonitoringRow> = {
    id: 'student-count',
    header: t('table.columns.students'),
    value: row => row.latestSubmission?.studentCount ?? null,
    kind: 'number',
    isSortable: mode === 'live',
    firstDirection: 'descending',
  }
  if (mode === 'ovt')
    return [
      id,
      provider,
      // Both are sorted by the order of the steps (specification 2 §2.5 "Sort options").
      { ...state, id: 'current-step', value: row => progressOrder(statusOfRow(row)), isSortable: true },
      {
        id: 'furthest-step',
        header: t('table.columns.furthest'),
        value: row => progressOrder(furthestStatusOf(row)),
        cell: row => <FurthestCell row={row} />,
        isSortable: true,
        firstDirection: 'descending',
      },
      last,
      students,
    ]
  const all: Record<MonitoringColumn, DataColumn<MonitoringRow>> = {
    id,
    provider,
    state,
    progress: {
      id: 'progress',
      header: t('table.columns.progress'),
      // Sorted by the order of the steps, not by their words (specification 2 §4.4).
      value: row => progressOrder(statusOfRow(row)),
      cell: row => text(progressLabel(statusOfRow(row))),
      isSortable: true,
    },
    'days-in-state': {
      id: 'days-in-state',
      header: t('table.columns.inState'),
      value: row => daysInState(row, at),
      kind: 'number',
      isSortable: true,
      firstDirection: 'descending',
    },
    'days-to-deadline': {
      id: 'days-to-deadline',
      header: t('table.columns.toDeadline'),
      value: () =>
        collection.submissionDeadline === null
          ? null
          : daysUntil(collection.submissionDeadline, new Date(at)),
      kind: 'number',
    },
    'last-submission': last,
    'student-count': students,
    'open-issues': {
      id: 'open-issues',
      header: t('table.columns.issues'),
      value: row => row.provider.issueCount,
      kind: 'number',
      isSortable: true,
      firstDirection: 'descending',
    },
    'awaiting-action': {
      id: 'awaiting-action',
      header: t('table.columns.awaiting'),
      value: row => awaitingText(text, row),
      isSortable: true,
    },
  }
  return Object.values(all)
}
