import { useMemo } from 'react'
import { listPublishedDerived, type PublishedDerived } from '../../../domain/wire/published.ts'
import { useResource, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { type DataColumn, DataTable, EmptyState, Link, Stack } from '../../../ui/index.ts'
import { TableSearch } from '../../common/ListTools.tsx'
import { LoadFailure } from '../../common/Loaded.tsx'
import { anchorPath } from '../addresses.ts'
import { Change, Code, type PartProps } from './parts.tsx'

const defaults = tableDefaults({ pageSize: 25 })
const noRows: readonly PublishedDerived[] = []

/** The derived fields of a collection with their SQL. */
export function Derived({ collection: { reference, before } }: PartProps) {
  const t = useMessages('published')
  const table = useTable('publishedDerived', defaults)
  const { limit, offset } = table.parameters
  const { search } = table.state
  const list = useResource(listPublishedDerived, {
    path: { reference },
    query: { limit: String(limit), offset: String(offset), ...(search === '' ? {} : { search }) },
  })
  const columns = useMemo(
    (): readonly DataColumn<PublishedDerived>[] => [
      { id: 'name', header: t('derived.name'), value: row => row.name, kind: 'id', isRowHeader: true },
      { id: 'description', header: t('derived.description'), value: row => row.description, width: 'wide' },
      ...(before
        ? [
            {
              id: 'change',
              header: t('rules.change', { before: before.reference }),
              value: (row: PublishedDerived) => row.change,
              cell: (row: PublishedDerived) => <Change change={row.change} />,
            },
          ]
        : []),
    ],
    [t, before],
  )
  return (
    <DataTable
      id="publishedDerived"
      caption={t('derived.caption')}
      isCaptionHidden
      columns={columns}
      rows={list.data?.derivedFields ?? noRows}
      rowId={row => row.name}
      rowLabel={row => row.name}
      state={table.state}
      onChange={table.change}
      serverTotal={list.data?.paging.filteredTotal ?? 0}
      status={list.status}
      detail={({ name, sql }) => (
        <Stack gap={3}>
          <p>
            {t('derived.link')}: <Link href={anchorPath(reference, name)}>#{name}</Link>
          </p>
          <Code title={t('derived.sql')}>{sql}</Code>
        </Stack>
      )}
      toolbar={<TableSearch label={t('search.derived')} table={table} />}
      empty={<EmptyState title={t('none')} level={0} />}
      failure={
        <LoadFailure title={t('derived.failed')} problem={list.problem} onRetry={list.retry} level={0} />
      }
    />
  )
}
