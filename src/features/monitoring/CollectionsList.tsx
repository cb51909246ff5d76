import { formatPeriod } from '../../domain/dates.ts'
import { type CollectionWire, listCollections } from '../../domain/wire/collections.ts'
import { usePageTitle, useResource, useTable } from '../../hooks/index.ts'
import { tableDefaults } from '../../machines/table-state/index.ts'
import { type DataColumn, DataTable, EmptyState, Link, Page, PageHeader } from '../../ui/index.ts'
import { LoadFailure } from '../common/Loaded.tsx'
import { CollectionStateTag } from './CollectionStateTag.tsx'
import { texts } from './texts.ts'

const words = texts.collections

const columns: readonly DataColumn<CollectionWire>[] = [
  {
    id: 'reference',
    header: words.columns.reference,
    value: row => row.reference,
    kind: 'id',
    width: 'narrow',
  },
  {
    id: 'name',
    header: words.columns.name,
    value: row => row.name,
    isRowHeader: true,
    cell: row => (
      <Link href={`/monitoring/${row.reference}`} variant="row">
        {row.name}
      </Link>
    ),
    width: 'wide',
  },
  {
    id: 'period',
    header: words.columns.period,
    value: row => row.referencePeriodStart,
    cell: row => formatPeriod(row.referencePeriodStart, row.referencePeriodEnd),
  },
  {
    id: 'state',
    header: words.columns.state,
    value: row => row.state.name,
    cell: row => <CollectionStateTag state={row.state.name} />,
  },
]

/** Route `/monitoring` (specification 2 §2.4). */
export function Component() {
  usePageTitle(words.title)
  const table = useTable('monitoring', tableDefaults())
  const { limit, offset } = table.parameters
  const list = useResource(listCollections, { query: { limit: String(limit), offset: String(offset) } })
  return (
    <Page header={<PageHeader title={words.title} />}>
      <DataTable
        id="monitoring"
        caption={words.caption}
        isCaptionHidden
        columns={columns}
        rows={list.data?.collections ?? []}
        rowId={row => row.id}
        rowLabel={row => row.name}
        state={table.state}
        onChange={table.change}
        serverTotal={list.data?.pagingMetadata.total ?? 0}
        status={list.status}
        empty={<EmptyState title={words.empty} level={0} />}
        failure={
          <LoadFailure title={words.failed.title} problem={list.problem} onRetry={list.retry} level={0}>
            {words.failed.text}
          </LoadFailure>
        }
      />
    </Page>
  )
}
