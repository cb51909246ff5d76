import { byPhase, type CollectionPhase, phaseOfRow } from '../../domain/collection.ts'
import { referencePeriod } from '../../domain/dates.ts'
import {
  type CollectionProgressWire,
  type CollectionWire,
  listCollections,
} from '../../domain/wire/collections.ts'
import { usePageTitle, useResource, useTable } from '../../hooks/index.ts'
import { tableDefaults } from '../../machines/table-state/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../messages/index.ts'
import { type DataColumn, DataTable, EmptyState, Link, Page, PageHeader } from '../../ui/index.ts'
import {
  CollectionDeadline,
  CollectionProgress,
  useCollectionProgress,
} from '../common/CollectionProgress.tsx'
import { CollectionStateTag } from '../common/CollectionStateTag.tsx'
import { LoadFailure } from '../common/Loaded.tsx'

const columnsOf = (
  t: Translate<'monitoring'>,
  text: ToText,
  progress: ReadonlyMap<string, CollectionProgressWire>,
): readonly DataColumn<CollectionWire>[] => [
  {
    id: 'reference',
    header: t('collections.columns.reference'),
    value: row => row.reference,
    kind: 'id',
    width: 'narrow',
  },
  {
    id: 'name',
    header: t('collections.columns.name'),
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
    header: t('collections.columns.period'),
    value: row => row.referencePeriodStart,
    cell: row => text(referencePeriod(row.referencePeriodStart, row.referencePeriodEnd)),
  },
  {
    id: 'state',
    header: t('collections.columns.state'),
    value: row => row.state.name,
    cell: row => <CollectionStateTag state={row.state} />,
  },
  {
    id: 'deadline',
    header: t('collections.columns.deadline'),
    value: row => row.submissionDeadline,
    cell: row => <CollectionDeadline collection={row} isInSeason={phaseOfRow(row) === 'season'} />,
    isSortable: false,
  },
  {
    id: 'progress',
    header: t('collections.columns.progress'),
    cell: row => (
      <CollectionProgress
        progress={phaseOfRow(row) === 'preparation' ? undefined : progress.get(row.reference)}
      />
    ),
    width: 'wide',
    isSortable: false,
  },
]

/** Route `/monitoring` (specification 2 §2.4). */
export function Component() {
  const t = useMessages('monitoring')
  const text = useText()
  const phases = useMessages('common')
  const progress = useCollectionProgress()
  usePageTitle(t('collections.title'))
  const table = useTable('monitoring', tableDefaults())
  const { limit, offset } = table.parameters
  const list = useResource(
    listCollections,
    { query: { limit: String(limit), offset: String(offset) } },
    { refreshOn: message => message.type === 'COLLECTION' },
  )
  return (
    <Page header={<PageHeader title={t('collections.title')} />}>
      <DataTable
        id="monitoring"
        caption={t('collections.caption')}
        isCaptionHidden
        columns={columnsOf(t, text, progress)}
        rows={byPhase(list.data?.collections ?? [])}
        groups={{ of: phaseOfRow, heading: phase => phases(`phase.${phase as CollectionPhase}`) }}
        rowId={row => row.id}
        rowLabel={row => row.name}
        state={table.state}
        onChange={table.change}
        serverTotal={list.data?.pagingMetadata.total ?? 0}
        status={list.status}
        stacks
        empty={<EmptyState title={t('collections.empty')} level={0} />}
        failure={
          <LoadFailure
            title={t('collections.failed.title')}
            problem={list.problem}
            onRetry={list.retry}
            level={0}
          >
            {t('collections.failed.text')}
          </LoadFailure>
        }
      />
    </Page>
  )
}
