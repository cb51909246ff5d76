import { useCallback, useMemo } from 'react'
import { awaitingPartyLabel } from '../../domain/labels.ts'
import { isItsTurn } from '../../domain/lateness.ts'
import { needsOfRow, paceOfRow, type RowNeed, rowNeeds } from '../../domain/monitoringColumns.ts'
import type { UserPrincipal } from '../../domain/principal.ts'
import type { SubmissionMode } from '../../domain/status.ts'
import { type CollectionWire, listRegulators, type MonitoringRow } from '../../domain/wire/collections.ts'
import { factsFromWire } from '../../domain/wire/facts.ts'
import { isMonitoringBehind, monitoringAfter, movedByAnswer } from '../../domain/wire/fileEvents.ts'
import { downloadGracefulFailures, downloadOvtGracefulFailures } from '../../domain/wire/files.ts'
import {
  hourMs,
  useAction,
  usePeriod,
  useResource,
  useSavedViews,
  useServices,
  useViewer,
} from '../../hooks/index.ts'
import { explain } from '../../machines/submission-lifecycle/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { DataTable, EmptyState, Menu, type MenuItem, SearchField, ViewChoice } from '../../ui/index.ts'
import { inspectPath } from '../common/address.ts'
import { ActionDialog } from '../common/decisions/ActionDialog.tsx'
import { offeredActions, rowActionLabel, statusOfLatest } from '../common/decisions/actions.ts'
import { type ChosenAction, submissionOf, useRowActions } from '../common/decisions/useRowActions.ts'
import { TableViews } from '../common/ListTools.tsx'
import { LoadFailure } from '../common/Loaded.tsx'
import { silentFilter, summaryFilters } from '../common/monitoringRows.ts'
import { useMonitoringRows } from '../common/useMonitoringRows.ts'
import { ActOnMany } from './ActOnMany.tsx'
import { ApprovalBar } from './bulk-approval/ApprovalBar.tsx'
import { choiceColumn } from './bulk-approval/choiceColumn.tsx'
import { useBulkApproval } from './bulk-approval/useBulkApproval.ts'
import { columnsOf } from './columns.tsx'
import { Export } from './Export.tsx'
import type { SummaryTable } from './summaryTable.ts'

/** Fetches the error log of a submission's processing, for administrators. */
const useErrorLog = (mode: SubmissionMode): ((row: MonitoringRow) => void) => {
  const { call, download } = useServices()
  const fetchLog = useAction<MonitoringRow, { url: string }>(
    row =>
      call(mode === 'live' ? downloadGracefulFailures : downloadOvtGracefulFailures, {
        body: { submissionUuid: submissionOf(row) },
      }),
    { onDone: (_, { url }) => download(url) },
  )
  return fetchLog.run
}

const noRows: readonly MonitoringRow[] = []
const idOf = (row: MonitoringRow): string => row.provider.instId
const nameOf = (row: MonitoringRow): string => row.provider.publishedName

/** The rows of a Submission Summary, what is chosen of them, and what can be done with them. */
export type Submissions = ReturnType<typeof useSubmissions>

/** Loads the rows of a Submission Summary and follows them by live messages. `summary` is of the same collection and mode. */
export const useSubmissions = (collection: CollectionWire, mode: SubmissionMode, summary: SummaryTable) => {
  const text = useText()
  const { principal } = useViewer()
  const at = usePeriod(hourMs)
  const { table } = summary
  const submissions = useMonitoringRows(collection, mode)
  const actions = useRowActions(collection, {
    onAnswer: answer => {
      const moved = movedByAnswer(answer, id => text(awaitingPartyLabel(id)))
      const known = submissions.data?.submissions ?? []
      submissions.replace({ submissions: monitoringAfter(known, moved) })
      if (isMonitoringBehind(known, moved)) submissions.refresh()
    },
    refresh: submissions.refresh,
  })
  const all = submissions.data?.submissions ?? noRows
  const { submissionDeadline: deadline } = collection
  const needs = useMemo(() => {
    const when = { now: new Date(at), deadline }
    return new Map(
      all.map(row => {
        const isForReader = isForViewer(row, principal)
        return [row, needsOfRow(row, when, isForReader)]
      }),
    )
  }, [all, at, deadline, principal])
  const [need] = table.state.filters.need ?? []
  const { search } = table.state
  const rows = useMemo(
    () =>
      all.filter(
        row => (need === undefined || needs.get(row)?.some(one => one === need)) && matches(row, search),
      ),
    [all, needs, need, search],
  )
  const approval = useBulkApproval(all, submissions.refresh)
  return {
    collection,
    mode,
    summary,
    at,
    submissions,
    actions,
    /** Every row, and those that view and search leave. */
    all,
    rows,
    needs,
    need,
    bulk: mode === 'live' ? approval?.bulk : undefined,
  }
}

/** Whether the viewer can approve the row now, or record its sign-off, if a signed form has been returned. */
const isForViewer = (row: MonitoringRow, viewer: UserPrincipal): boolean => {
  const [status, facts] = [statusOfLatest(row), factsFromWire(row.facts)]
  const may = (type: 'APPROVE' | 'SIGN_OFF') => explain(status, facts, { type, actor: viewer }).allowed
  return may('APPROVE') || (may('SIGN_OFF') && !isItsTurn(paceOfRow(row)))
}

/** Whether id or name of a row's provider contains what was typed. */
const matches = ({ provider }: MonitoringRow, typed: string): boolean =>
  typed === '' ||
  `${provider.instId} ${provider.publishedName} ${provider.name}`
    .toLowerCase()
    .includes(typed.trim().toLowerCase())

/** Every provider of the collection with its latest submission (specification 2 §2.5). */
export function SubmissionSummary({ list }: { list: Submissions }) {
  const text = useText()
  const t = useMessages('monitoring')
  const viewer = useViewer()
  const { collection, mode, summary, at, submissions, actions, rows, all, bulk } = list
  const { name, usual, table } = summary
  const saved = useSavedViews(name, table, usual)
  const regulators = useResource(listRegulators, {})
  const errorLog = useErrorLog(mode)
  // Made again only when they change: with five thousand rows the table would compute every value again for each message.
  const columns = useMemo(
    () => [
      ...(bulk ? [choiceColumn(t, bulk)] : []),
      ...columnsOf(t, text, collection, mode, viewer.isAdmin ? errorLog : undefined, at),
    ],
    [t, text, collection, mode, viewer.isAdmin, errorLog, at, bulk],
  )
  const filters = useMemo(
    () => [
      ...summaryFilters(
        t,
        text,
        mode,
        code => regulators.data?.regulators.find(({ regulatorCode }) => regulatorCode === code)?.name ?? code,
      ),
      ...(mode === 'live' ? [silentFilter(t, new Date(at))] : []),
    ],
    [t, text, mode, regulators.data, at],
  )
  const { ask } = actions
  const menuOf = useCallback(
    (row: MonitoringRow) => <RowMenu row={row} mode={mode} onAsk={ask} />,
    [ask, mode],
  )
  const hasMenu = mode === 'live' || viewer.may('monitoring.inspector')
  return (
    <>
      <DataTable
        id={`summary-${mode}`}
        caption={mode === 'live' ? t('sections.submissions') : t('sections.ovt')}
        isCaptionHidden
        isDense
        hasTwoLines
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowLabel={nameOf}
        state={table.state}
        onChange={table.change}
        toolbar={
          <SearchField
            label={t('table.search')}
            isLabelHidden
            placeholder={t('table.search')}
            isPageSearch={mode === 'live'}
            value={table.typed}
            onChange={table.type}
            onSearch={table.search}
          />
        }
        filters={filters}
        filterMessages={{ chosen: t('table.chosen'), clear: t('table.filters.clear') }}
        tieBreaker="id"
        status={submissions.status}
        stacks
        hasColumnChoice
        tags={bulk && <ApprovalBar bulk={bulk} rows={all} />}
        choices={inFilter => (
          <>
            {mode === 'live' && (
              <Export
                reference={collection.reference}
                instIds={() => inFilter.map(row => row.provider.instId)}
              />
            )}
            <ViewChoice
              views={saved.views}
              onApply={saved.applied}
              onSave={saved.save}
              onDelete={saved.remove}
            />
          </>
        )}
        pageSizes={mode === 'live' ? [10, 25, 50, 100, 'all'] : [10, 25, 50, 100]}
        empty={<EmptyState title={t('table.empty')} level={0} />}
        failure={
          <LoadFailure
            title={t('table.failed')}
            problem={submissions.problem}
            onRetry={submissions.retry}
            level={0}
          />
        }
        {...(hasMenu ? { actions: menuOf } : {})}
      />
      <ActionDialog collection={collection} actions={actions} />
    </>
  )
}

/** Above the rows: the views with their counts, and what is done with many. Nothing moves when rows are chosen. */
export function SummaryHead({ list }: { list: Submissions }) {
  const t = useMessages('monitoring')
  const { all, needs, need, summary, bulk, rows, collection } = list
  const { table } = summary
  const count = (wanted: RowNeed) => all.filter(row => needs.get(row)?.includes(wanted)).length
  return (
    <>
      <TableViews
        label={t('views.label')}
        filter="need"
        views={[
          { id: undefined, label: t('views.all'), count: all.length },
          ...rowNeeds.map(id => ({ id, label: t(`views.${id}`), count: count(id) })),
        ]}
        current={need}
        table={table}
      />
      <ActOnMany
        collection={collection}
        rows={rows}
        all={all}
        bulk={bulk}
        need={need}
        refresh={list.submissions.refresh}
      />
    </>
  )
}

interface RowMenuProps {
  row: MonitoringRow
  mode: SubmissionMode
  onAsk: (action: ChosenAction) => void
}

/** What the viewer can do with a row, with the reason for what is off now, and the way to the inspector; nothing if there is none. */
function RowMenu({ row, mode, onAsk }: RowMenuProps) {
  const text = useText()
  const t = useMessages('monitoring')
  const common = useMessages('common')
  const { principal, may } = useViewer()
  const offered = mode === 'live' ? offeredActions(row, principal) : []
  const { collection, provider } = row
  const inspected: MenuItem[] = may('monitoring.inspector')
    ? [
        {
          id: 'inspect',
          label: common('inspect'),
          href: inspectPath({ reference: collection.reference, instId: provider.instId, mode }),
        },
      ]
    : []
  if (offered.length + inspected.length === 0) return null
  return (
    <Menu
      label={t('table.actions', { provider: row.provider.publishedName })}
      items={[
        ...offered.map(({ type, explanation }) => ({
          id: type,
          label: text(rowActionLabel(type)),
          disabledReason: text(explanation.refusal?.reason),
        })),
        ...inspected,
      ]}
      onAction={id => {
        const chosen = offered.find(({ type }) => type === id)
        if (chosen) onAsk({ type: chosen.type, row })
      }}
    />
  )
}
