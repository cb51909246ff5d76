import {
  type CollectionWire,
  listCollectionSubmissions,
  listRegulators,
  type MonitoringRow,
} from '../../domain/wire/collections.ts'
import { type Table, useResource, useTable, useViewer } from '../../hooks/index.ts'
import { tableDefaults } from '../../machines/table-state/index.ts'
import { useMessages } from '../../messages/index.ts'
import { DataTable, EmptyState, FilterTags, Menu, MultiSelect } from '../../ui/index.ts'
import { LoadFailure } from '../common/Loaded.tsx'
import { offeredActions } from './actions.ts'
import { columnsOf } from './columns.tsx'
import { ActionDialog } from './RowActions.tsx'
import {
  type Choice,
  defaultSort,
  type Filters,
  filterChoices,
  filterRows,
  type Sort,
  sortKeys,
  sortRows,
} from './rows.ts'
import { useErrorLog, useRowActions } from './useRowActions.ts'

const liveFilters = ['provider', 'state', 'regulator', 'awaiting'] as const
const ovtFilters = ['provider', 'state', 'regulator'] as const

const defaults = {
  live: tableDefaults({
    sort: { column: defaultSort.key, direction: defaultSort.direction },
    pageSize: 'all',
  }),
  ovt: tableDefaults({ sort: { column: defaultSort.key, direction: defaultSort.direction } }),
}

const filtersOf = ({ filters }: Table['state']): Filters => ({
  provider: filters.provider ?? [],
  state: filters.state ?? [],
  regulator: filters.regulator ?? [],
  awaiting: filters.awaiting ?? [],
})

const sortOf = ({ sort }: Table['state']): Sort => {
  const key = sortKeys.find(candidate => candidate === sort?.column)
  return key && sort ? { key, direction: sort.direction } : defaultSort
}

export interface SubmissionSummaryProps {
  collection: CollectionWire
  mode: 'live' | 'ovt'
}

/** Every provider of the collection with its latest submission (specification 2 §2.5). Changes arrive by live messages. */
export function SubmissionSummary({ collection, mode }: SubmissionSummaryProps) {
  const t = useMessages('monitoring')
  const viewer = useViewer()
  const table = useTable(mode === 'live' ? 'submissionsSummary' : 'ovtSummary', defaults[mode])
  const regulators = useResource(listRegulators, {})
  const summary = useResource(
    listCollectionSubmissions,
    { path: { reference: collection.reference }, query: { ovt: mode === 'ovt' ? 'true' : 'false' } },
    { refreshOn: message => message.type === 'FILE_EVENT' && message.collectionId === collection.id },
  )
  const actions = useRowActions(collection, summary.refresh)
  const errorLog = useErrorLog(mode)

  const rows = summary.data?.submissions ?? []
  const regulatorName = (code: string) =>
    regulators.data?.regulators.find(({ regulatorCode }) => regulatorCode === code)?.name ?? code
  const choices = filterChoices(rows, regulatorName)
  const shown = sortRows(filterRows(rows, filtersOf(table.state)), sortOf(table.state))
  const isOffered = (row: MonitoringRow) => offeredActions(row, { collection, viewer: viewer.actor })
  return (
    <>
      <DataTable
        id={`summary-${mode}`}
        caption={mode === 'live' ? t('sections.submissions') : t('sections.ovt')}
        isCaptionHidden
        columns={columnsOf(t, collection, mode, viewer.isAdmin ? errorLog : undefined)}
        rows={shown}
        rowId={row => row.provider.instId}
        rowLabel={row => row.provider.publishedName}
        state={table.state}
        onChange={table.change}
        status={summary.status}
        hasColumnChoice
        pageSizes={mode === 'live' ? [10, 25, 50, 100, 'all'] : [10, 25, 50, 100]}
        toolbar={<Toolbar table={table} choices={choices} mode={mode} />}
        tags={<Tags table={table} choices={choices} mode={mode} />}
        empty={<EmptyState title={t('table.empty')} level={0} />}
        failure={
          <LoadFailure
            title={t('table.failed')}
            problem={summary.problem}
            onRetry={summary.retry}
            level={0}
          />
        }
        {...(mode === 'live'
          ? {
              actions: (row: MonitoringRow) => {
                const offered = isOffered(row)
                if (offered.length === 0) return null
                return (
                  <Menu
                    label={t('table.actions', { provider: row.provider.publishedName })}
                    items={offered.map(({ type, explanation }) => ({
                      id: type,
                      label: t(`rowActions.${type}`),
                      disabledReason: explanation.refusal?.reason,
                    }))}
                    onAction={id => {
                      const chosen = offered.find(({ type }) => type === id)
                      if (chosen) actions.ask({ type: chosen.type, row })
                    }}
                  />
                )
              },
            }
          : {})}
      />
      <ActionDialog collection={collection} actions={actions} />
    </>
  )
}

interface FilterProps {
  table: Table
  choices: Record<keyof Filters, Choice[]>
  mode: 'live' | 'ovt'
}

function Toolbar({ table, choices, mode }: FilterProps) {
  const t = useMessages('monitoring')
  return (mode === 'live' ? liveFilters : ovtFilters).map(name => (
    <MultiSelect
      key={name}
      label={t(`table.filters.${name}`)}
      options={choices[name]}
      value={table.state.filters[name] ?? []}
      onChange={values => table.filter(name, values)}
    />
  ))
}

function Tags({ table, choices, mode }: FilterProps) {
  const t = useMessages('monitoring')
  const tags = (mode === 'live' ? liveFilters : ovtFilters).flatMap(name =>
    (table.state.filters[name] ?? []).map(value => ({
      id: `${name}:${value}`,
      filter: t(`table.filters.${name}`),
      label: choices[name].find(({ id }) => id === value)?.label ?? value,
    })),
  )
  return (
    <FilterTags
      label={t('table.chosen')}
      tags={tags}
      clearLabel={t('table.filters.clear')}
      onRemove={id => {
        const [name = '', value = ''] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]
        table.filter(
          name,
          (table.state.filters[name] ?? []).filter(chosen => chosen !== value),
        )
      }}
      onClear={table.clearFilters}
    />
  )
}
