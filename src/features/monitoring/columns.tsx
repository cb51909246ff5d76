import type { ReactNode } from 'react'
import { calendarDay, clockTime, loggedAt, londonDate } from '../../domain/dates.ts'
import { hasJustChanged } from '../../domain/deadline.ts'
import { statusLabel } from '../../domain/labels.ts'
import { landingPage } from '../../domain/landingPage.ts'
import { isSilent, silentDays } from '../../domain/lateness.ts'
import {
  type MonitoringColumn,
  monitoringColumns,
  paceOfRow,
  stateOfRow,
  statusOfRow,
} from '../../domain/monitoringColumns.ts'
import { progressOrder } from '../../domain/progress.ts'
import { type SubmissionMode, statusTone } from '../../domain/status.ts'
import type { CollectionWire, MonitoringRow } from '../../domain/wire/collections.ts'
import { minuteMs, usePeriod, useServices, useViewer } from '../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../messages/index.ts'
import { Badge, type DataColumn, IconButton, Link, Row, StatusTag } from '../../ui/index.ts'
import { monitoredProviderPath, pagePath } from '../common/address.ts'
import { furthestStatusOf } from '../common/monitoringRows.ts'

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
      {text(stateOfRow(row))}
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
    <Row gap={2} isTight>
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

/** For how long the provider has done nothing, marked once it is long; a dash if it does not have to act. */
function SilentCell({ row, now }: { row: MonitoringRow; now: Date }) {
  const t = useMessages('monitoring')
  const days = silentDays(paceOfRow(row), now)
  if (days === null) return '–'
  const label = t('table.silent', { days })
  return isSilent(paceOfRow(row), now) ? (
    <StatusTag tone="attention" variant="plain" icon="clock">
      {label}
    </StatusTag>
  ) : (
    label
  )
}

/** What the table adds to a column: how it is drawn and sorted. */
type Look = Partial<Omit<DataColumn<MonitoringRow>, 'id' | 'header' | 'kind'>>

/** Of those the variant for online validation has. */
const sharedWithOvt: ReadonlySet<MonitoringColumn> = new Set([
  'id',
  'provider',
  'last-submission',
  'student-count',
])

/** Columns of the Submission Summary, or of its OVT variant, with the days until the moment `at` (ms since 1970). */
export const columnsOf = (
  t: Translate<'monitoring'>,
  text: ToText,
  collection: CollectionWire,
  mode: SubmissionMode,
  onErrorLog: ((row: MonitoringRow) => void) | undefined,
  at: number,
): readonly DataColumn<MonitoringRow>[] => {
  const largestFirst: Look = { isSortable: true, firstDirection: 'descending' }
  const when = { now: new Date(at), deadline: collection.submissionDeadline }
  const looks: Partial<Record<MonitoringColumn, Look>> = {
    id: { width: 'narrow' },
    provider: {
      cell: row => <ProviderCell row={row} />,
      isRowHeader: true,
      canHide: false,
    },
    state: {
      cell: row => <StateCell row={row} collection={collection} mode={mode} onErrorLog={onErrorLog} />,
    },
    // Sorted by the order of the steps, not by their words (specification 2 §4.4).
    progress: { value: row => progressOrder(statusOfRow(row)), isSortable: true },
    'days-in-state': largestFirst,
    'last-submission': largestFirst,
    'student-count': { ...largestFirst, isSortable: mode === 'live' },
    'open-issues': largestFirst,
    'awaiting-action': { isSortable: true },
    'silent-for': {
      ...largestFirst,
      cell: row => <SilentCell row={row} now={when.now} />,
    },
    'last-reminded': {
      ...largestFirst,
      cell: ({ lastReminded }) =>
        lastReminded === null ? t('table.never') : text(calendarDay(londonDate(new Date(lastReminded)))),
    },
  }
  const columnOf = ({
    id,
    heading,
    kind,
    says,
  }: ReturnType<typeof monitoringColumns>[number]): DataColumn<MonitoringRow> => {
    const said = (row: MonitoringRow): string | number | null => {
      const what = says(row, when)
      return typeof what === 'object' && what !== null ? text(what) : what
    }
    const cells: Partial<Record<typeof kind, (row: MonitoringRow) => ReactNode>> = {
      text: said,
      moment: row => text(loggedAt(String(said(row) ?? ''))),
    }
    const cell = cells[kind]
    return { id, header: text(heading), kind, value: said, ...(cell && { cell }), ...looks[id] }
  }
  const columns = monitoringColumns(collection.record)
  if (mode === 'live') return columns.map(columnOf)
  return columns.flatMap((column): DataColumn<MonitoringRow>[] => {
    if (column.id !== 'state') return sharedWithOvt.has(column.id) ? [columnOf(column)] : []
    return [
      // Both are sorted by the order of the steps (specification 2 §2.5 "Sort options").
      {
        ...columnOf(column),
        id: 'current-step',
        header: t('table.columns.currentState'),
        value: row => progressOrder(statusOfRow(row)),
        isSortable: true,
      },
      {
        id: 'furthest-step',
        header: t('table.columns.furthest'),
        value: row => progressOrder(furthestStatusOf(row)),
        cell: row => <FurthestCell row={row} />,
        ...largestFirst,
      },
    ]
  })
}
