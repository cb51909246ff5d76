import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { loggedAt } from '../../../domain/dates.ts'
import { jobDecision } from '../../../domain/job.ts'
import type { SubmissionJobKind } from '../../../domain/jobPlace.ts'
import { actionLabel } from '../../../domain/labels.ts'
import { arrivalOfRow, stateOfRow, statusOfRow } from '../../../domain/monitoringColumns.ts'
import type { UserPrincipal } from '../../../domain/principal.ts'
import { progressOrder } from '../../../domain/progress.ts'
import { progressLabel } from '../../../domain/progressLabels.ts'
import { statusTone } from '../../../domain/status.ts'
import type { CollectionWire, MonitoringRow } from '../../../domain/wire/collections.ts'
import type { JobWire } from '../../../domain/wire/jobs.ts'
import { type BulkRunActor, useIsChosen } from '../../../hooks/bulkRun.ts'
import { useTable } from '../../../hooks/index.ts'
import { ableOf, refusalOf } from '../../../machines/bulk-run/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Checkbox,
  type DataColumn,
  DataTable,
  EmptyState,
  Hidden,
  Row,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { filterNames, summaryFilters } from '../../common/monitoringRows.ts'
import { Confirmation } from './Confirmation.tsx'
import { CurrentJob, EarlierJobs } from './Jobs.tsx'
import { selectableOf } from './rows.ts'

const noRows: readonly MonitoringRow[] = []
const tables = { REPROCESS: 'bulkReprocessing', HISTORIC_AMENDMENT: 'historicAmendment' } as const
const defaults = tableDefaults({ sort: { column: 'provider', direction: 'ascending' }, pageSize: 25 })

export interface ChoosingProps {
  run: BulkRunActor
  kind: SubmissionJobKind
  collection: CollectionWire
  rows: Loaded<{ submissions: MonitoringRow[] }>
  regulators: readonly { regulatorCode: string; name: string }[]
  jobs: readonly JobWire[]
  principal: UserPrincipal
}

/** The table of providers, of which those are chosen that the job is to be about. */
export function Choosing({
  run,
  kind,
  collection,
  rows: loaded,
  regulators,
  jobs,
  principal,
}: ChoosingProps) {
  const t = useMessages('management.bulk-run')
  const monitoring = useMessages('monitoring')
  const text = useText()
  const table = useTable(tables[kind], defaults, {
    page: `${tables[kind]} ${collection.reference}`,
    filters: filterNames,
  })
  const rows = loaded.data?.submissions ?? noRows
  const filters = useMemo(
    () =>
      summaryFilters(
        monitoring,
        text,
        'live',
        code => regulators.find(({ regulatorCode }) => regulatorCode === code)?.name ?? code,
      ),
    [monitoring, text, regulators],
  )
  const columns = useMemo(
    () => columnsOf({ t, monitoring, text, run, kind, principal }),
    [t, monitoring, text, run, kind, principal],
  )
  const { able, rest } = useMemo(
    () => selectableOf(rows, row => refusalOf(row, { kind, principal }) !== undefined),
    [rows, kind, principal],
  )
  return (
    <Stack gap={4}>
      <CurrentJob jobs={jobs} />
      {able.length > 0 && rest.length > 0 && (
        <p>
          {t(`rest.${kind}`, {
            able: able.length,
            rest: rows.length - able.length,
            states: rest
              .map(({ row, count }) => t('rest.state', { count, state: text(stateOfRow(row)) }))
              .join(', '),
          })}
        </p>
      )}
      <DataTable
        id={tables[kind]}
        caption={t('caption')}
        isCaptionHidden
        columns={columns}
        // If none can be chosen, all are shown, each with the reason.
        rows={able.length > 0 ? able : rows}
        rowId={row => row.provider.instId}
        rowLabel={row => row.provider.publishedName}
        state={table.state}
        onChange={table.change}
        filters={filters}
        filterMessages={{ chosen: monitoring('table.chosen'), clear: monitoring('table.filters.clear') }}
        tieBreaker="id"
        status={loaded.status}
        stacks
        pageSizes={[10, 25, 50, 100]}
        tags={inFilter =>
          // Nobody can say how many can be chosen before the rows are there.
          loaded.data && <Choice run={run} kind={kind} principal={principal} inFilter={inFilter} />
        }
        empty={<EmptyState title={monitoring('table.empty')} level={0} />}
        failure={
          <LoadFailure
            title={monitoring('table.failed')}
            problem={loaded.problem}
            onRetry={loaded.retry}
            level={0}
          />
        }
      />
      <EarlierJobs jobs={jobs} />
      <Confirmation run={run} kind={kind} rows={rows} />
    </Stack>
  )
}

/** How many are chosen, everything in the filter at once, and the way on. */
function Choice({
  run,
  kind,
  principal,
  inFilter,
}: {
  run: BulkRunActor
  kind: SubmissionJobKind
  principal: UserPrincipal
  /** The rows that the filters leave. */
  inFilter: readonly MonitoringRow[]
}) {
  const t = useMessages('management.bulk-run')
  const text = useText()
  const chosen = useSelector(run, ({ context }) => context.chosen)
  const able = useMemo(() => ableOf(inFilter, { kind, principal }), [inFilter, kind, principal])
  const among = able.filter(id => chosen.includes(id)).length
  const isAll = among > 0 && among === able.length
  return (
    <Row gap={4}>
      <Checkbox
        isSelected={isAll}
        isIndeterminate={among > 0 && !isAll}
        disabledReason={able.length === 0 ? t('noneInFilter') : undefined}
        onChange={isChosen => run.send({ type: 'CHOOSE', instIds: able, isChosen })}
      >
        {t('selectAll', { count: able.length })}
      </Checkbox>
      <span role="status">{t('chosen', { count: chosen.length })}</span>
      <Button
        variant="primary"
        onPress={() => run.send({ type: 'ASK' })}
        disabledReason={chosen.length === 0 ? t('chooseFirst') : undefined}
      >
        {text(actionLabel(jobDecision(kind)))}
      </Button>
    </Row>
  )
}

function RowChoice({
  run,
  row,
  reason,
}: {
  run: BulkRunActor
  row: MonitoringRow
  /** Why it cannot be chosen. */
  reason: string | undefined
}) {
  const t = useMessages('management.bulk-run')
  const { instId, publishedName } = row.provider
  return (
    <Checkbox
      isSelected={useIsChosen(run, instId)}
      disabledReason={reason}
      onChange={isChosen => run.send({ type: 'CHOOSE', instIds: [instId], isChosen })}
    >
      <Hidden>{t('choose', { provider: publishedName })}</Hidden>
    </Checkbox>
  )
}

const columnsOf = ({
  t,
  monitoring,
  text,
  run,
  kind,
  principal,
}: {
  t: Translate<'management.bulk-run'>
  monitoring: Translate<'monitoring'>
  text: ToText
  run: BulkRunActor
  kind: SubmissionJobKind
  principal: UserPrincipal
}): readonly DataColumn<MonitoringRow>[] => [
  {
    id: 'choice',
    header: t('columns.choice'),
    headerCell: () => <Hidden>{t('columns.choice')}</Hidden>,
    cell: row => {
      const refusal = refusalOf(row, { kind, principal })
      return <RowChoice run={run} row={row} reason={refusal && text(refusal)} />
    },
    width: 'narrow',
  },
  {
    id: 'id',
    header: monitoring('table.columns.id'),
    value: row => row.provider.instId,
    kind: 'id',
    width: 'narrow',
  },
  {
    id: 'provider',
    header: monitoring('table.columns.provider'),
    value: row => row.provider.publishedName,
    isRowHeader: true,
    isSortable: true,
    width: 'wide',
  },
  {
    id: 'state',
    header: monitoring('table.columns.state'),
    value: row => progressOrder(statusOfRow(row)),
    cell: row => (
      <StatusTag tone={statusTone(statusOfRow(row))} variant="plain">
        {text(stateOfRow(row))}
      </StatusTag>
    ),
    isSortable: true,
  },
  {
    id: 'progress',
    header: monitoring('table.columns.progress'),
    value: row => progressOrder(statusOfRow(row)),
    cell: row => text(progressLabel(statusOfRow(row))),
  },
  {
    id: 'last-submission',
    header: monitoring('table.columns.last'),
    value: arrivalOfRow,
    cell: row => text(loggedAt(arrivalOfRow(row))),
    kind: 'moment',
    isSortable: true,
    firstDirection: 'descending',
  },
]
