import type { ExpectedPopulation } from '../../../domain/wire/reports.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  type DataColumn,
  DataTable,
  EmptyState,
  LinkTabs,
  Stack,
  StatTiles,
  type TableState,
} from '../../../ui/index.ts'
import { type Loaded, LoadFailure, WhenLoaded } from '../../common/Loaded.tsx'

type Tab = ExpectedPopulation['tabs'][number]

export interface ExpectedPopulationViewProps {
  population: Loaded<ExpectedPopulation>
  tab: string | undefined
  /** Address of a tab. */
  tabHref: (name: string) => string
  /** One page for all three lists, as the call pages them. */
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
}

/** CONPOP: engagements expected from the last signed-off record, missing, found and new. */
export function ExpectedPopulationView(props: ExpectedPopulationViewProps) {
  const t = useMessages('submissions.additional-reports')
  const { population, tabHref } = props
  return (
    <Stack gap={4}>
      <p>{t('conpop.about')}</p>
      <WhenLoaded resource={population} loading={t('loading')} failed={t('none')} level={2} sketch="rows">
        {({ hasPrevious, counts, tabs, withheld }) => {
          const shown = inSight(tabs, props.tab)
          return !hasPrevious ? (
            <EmptyState title={t('conpop.noPrevious.title')} icon="info">
              {t('conpop.noPrevious.text')}
            </EmptyState>
          ) : (
            <Stack gap={4}>
              <StatTiles
                label={t('conpop.figures')}
                tiles={[
                  {
                    id: 'missing',
                    label: t('conpop.tabs.Missing'),
                    value: counts.missing,
                    note: t('conpop.tabHints.Missing'),
                    tone: counts.missing > 0 ? 'attention' : 'good',
                  },
                  {
                    id: 'found',
                    label: t('conpop.tabs.Found'),
                    value: counts.found,
                    note: t('conpop.tabHints.Found'),
                  },
                  {
                    id: 'new',
                    label: t('conpop.tabs.New'),
                    value: counts.new,
                    note: t('conpop.tabHints.New'),
                  },
                ]}
              />
              <LinkTabs
                label={t('conpop.figures')}
                tabs={tabs.map(list => ({
                  id: list.name,
                  label: t(`conpop.tabs.${list.name}`),
                  count: list.total,
                  href: tabHref(list.name),
                  isCurrent: list === shown,
                }))}
              />
              {shown && <List {...props} list={shown} withheld={withheld} />}
            </Stack>
          )
        }}
      </WhenLoaded>
    </Stack>
  )
}

/** The list that is named, or the missing ones. */
const inSight = (tabs: readonly Tab[], name: string | undefined): Tab | undefined =>
  tabs.find(list => list.name === name) ?? tabs.find(list => list.name === 'Missing')

interface ListProps extends ExpectedPopulationViewProps {
  list: Tab
  /** Why no engagement is listed; undefined where they are. */
  withheld: string | undefined
}

function List({ list, table, onTableChange, population, withheld }: ListProps) {
  const t = useMessages('submissions.additional-reports')
  return (
    <DataTable
      id={`conpop-${list.name}`}
      caption={t('conpop.caption', { tab: t(`conpop.tabs.${list.name}`) })}
      isCaptionHidden
      columns={columnsOf(list.headers)}
      rows={list.rows.map((values, position) => ({ values, position }))}
      rowId={row => String(row.position)}
      state={table}
      onChange={onTableChange}
      serverTotal={withheld === undefined ? list.total : 0}
      status={population.status}
      empty={<EmptyState title={withheld ?? t('conpop.none')} level={0} />}
      failure={
        <LoadFailure title={t('none')} problem={population.problem} onRetry={population.retry} level={0} />
      }
    />
  )
}

interface ListRow {
  values: (string | null)[]
  position: number
}

const columnsOf = (headers: readonly string[]): DataColumn<ListRow>[] =>
  headers.map((header, at) => ({ id: header, header, value: row => row.values[at] ?? '--' }))
