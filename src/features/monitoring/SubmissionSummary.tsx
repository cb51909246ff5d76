import { useCallback, useMemo } from 'react'
import { awaitingPartyLabel } from '../../domain/labels.ts'
import type { SubmissionMode } from '../../domain/status.ts'
import {
  type CollectionWire,
  listCollectionSubmissions,
  listRegulators,
  type MonitoringRow,
} from '../../domain/wire/collections.ts'
import { isMonitoringBehind, monitoringAfter, movedByAnswer } from '../../domain/wire/fileEvents.ts'
import { downloadGracefulFailures, downloadOvtGracefulFailures } from '../../domain/wire/files.ts'
import { changesCollection, tellsOfIssuesIn } from '../../domain/wire/live.ts'
import {
  hourMs,
  useAction,
  usePeriod,
  useResource,
  useSavedViews,
  useServices,
  useViewer,
} from '../../hooks/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { DataTable, EmptyState, Menu, ViewChoice } from '../../ui/index.ts'
import { ActionDialog } from '../common/decisions/ActionDialog.tsx'
import { offeredActions, rowActionLabel } from '../common/decisions/actions.ts'
import { type ChosenAction, submissionOf, useRowActions } from '../common/decisions/useRowActions.ts'
import { LoadFailure } from '../common/Loaded.tsx'
import { summaryFilters } from '../common/monitoringRows.ts'
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

export interface SubmissionSummaryProps {
  collection: CollectionWire
  mode: SubmissionMode
  /** Of the same collection and mode. */
  summary: SummaryTable
}

/** Every provider of the collection with its latest submission (specification 2 §2.5). Changes arrive by live messages. */
export function SubmissionSummary({ collection, mode, summary }: SubmissionSummaryProps) {
  const text = useText()
  const t = useMessages('monitoring')
  const viewer = useViewer()
  const at = usePeriod(hourMs)
  const { name, usual, table } = summary
  const saved = useSavedViews(name, table, usual)
  const regulators = useResource(listRegulators, {})
  const submissions = useResource(
    listCollectionSubmissions,
    { path: { reference: collection.reference }, query: { ovt: mode === 'ovt' ? 'true' : 'false' } },
    {
      refreshOn: (message, data) =>
        changesCollection(message, collection.id) ||
        (mode === 'live' && tellsOfIssuesIn(message, collection.id)) ||
        (message.type === 'FILE_EVENT' &&
          message.collectionId === collection.id &&
          message.facts.mode === mode &&
          isMonitoringBehind(data?.submissions ?? [], message)),
      follow: (data, message) =>
        message.type === 'FILE_EVENT' ? { submissions: monitoringAfter(data.submissions, message) } : data,
    },
  )
  const actions = useRowActions(collection, {
    onAnswer: answer => {
      const moved = movedByAnswer(answer, id => text(awaitingPartyLabel(id)))
      const known = submissions.data?.submissions ?? []
      submissions.replace({ submissions: monitoringAfter(known, moved) })
      if (isMonitoringBehind(known, moved)) submissions.refresh()
    },
    refresh: submissions.refresh,
  })
  const errorLog = useErrorLog(mode)

  const rows = submissions.data?.submissions ?? noRows
  const approval = useBulkApproval(rows, submissions.refresh)
  const bulk = mode === 'live' ? approval?.bulk : undefined
  // Made anew only when they change: of five thousand rows the table would work out every value again for each message.
  const columns = useMemo(
    () => [
      ...(bulk ? [choiceColumn(t, bulk)] : []),
      ...columnsOf(t, text, collection, mode, viewer.isAdmin ? errorLog : undefined, at),
    ],
    [t, text, collection, mode, viewer.isAdmin, errorLog, at, bulk],
  )
  const filters = useMemo(
    () =>
      summaryFilters(
        t,
        text,
        mode,
        code => regulators.data?.regulators.find(({ regulatorCode }) => regulatorCode === code)?.name ?? code,
      ),
    [t, text, mode, regulators.data],
  )
  const { ask } = actions
  const menuOf = useCallback((row: MonitoringRow) => <RowMenu row={row} onAsk={ask} />, [ask])
  return (
    <>
      <DataTable
        id={`summary-${mode}`}
        caption={mode === 'live' ? t('sections.submissions') : t('sections.ovt')}
        isCaptionHidden
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowLabel={nameOf}
        state={table.state}
        onChange={table.change}
        filters={filters}
        filterMessages={{ chosen: t('table.chosen'), clear: t('table.filters.clear') }}
        tieBreaker="id"
        status={submissions.status}
        stacks
        hasColumnChoice
        tags={bulk && (inFilter => <ApprovalBar bulk={bulk} rows={rows} inFilter={inFilter} />)}
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
        {...(mode === 'live' ? { actions: menuOf } : {})}
      />
      <ActionDialog collection={collection} actions={actions} />
    </>
  )
}

interface RowMenuProps {
  row: MonitoringRow
  onAsk: (action: ChosenAction) => void
}

/** What the viewer may do with a row, each with the reason where it is off now; nothing where nothing is theirs. */
function RowMenu({ row, onAsk }: RowMenuProps) {
  const text = useText()
  const t = useMessages('monitoring')
  const { principal } = useViewer()
  const offered = offeredActions(row, principal)
  if (offered.length === 0) return null
  return (
    <Menu
      label={t('table.actions', { provider: row.provider.publishedName })}
      items={offered.map(({ type, explanation }) => ({
        id: type,
        label: text(rowActionLabel(type)),
        disabledReason: text(explanation.refusal?.reason),
      }))}
      onAction={id => {
        const chosen = offered.find(({ type }) => type === id)
        if (chosen) onAsk({ type: chosen.type, row })
      }}
    />
  )
}
