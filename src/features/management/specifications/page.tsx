import { listSpecifications, type SpecificationWire } from '../../../domain/wire/specifications.ts'
import { usePageTitle, useResource, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import {
  type DataColumn,
  DataTable,
  EmptyState,
  Link,
  LinkButton,
  Page,
  PageHeader,
} from '../../../ui/index.ts'
import { LoadFailure } from '../../common/Loaded.tsx'
import { specificationPath } from '../common/addresses.ts'
import { ManagementTabs } from '../common/ManagementTabs.tsx'
import { SpecificationStateChoice } from '../common/SpecificationState.tsx'

/** Routes `/management/specifications` and `/management/specifications/specs` (specification 1 §2). */
export function Component() {
  const t = useMessages('management.specifications')
  usePageTitle(t('title'))
  const { may } = useViewer()
  const table = useTable('specifications', tableDefaults())
  const list = useResource(
    listSpecifications,
    {},
    { refreshOn: ({ type }) => type === 'SPECIFICATION' || type === 'COLLECTION' },
  )
  return (
    <Page
      steps={<ManagementTabs current="specifications" />}
      header={
        <PageHeader
          title={t('title')}
          actions={
            may('management.specifications') && (
              <LinkButton href="/management/specifications/specs/new" variant="primary" icon="plus">
                {t('new.title')}
              </LinkButton>
            )
          }
        >
          {t('lead')}
        </PageHeader>
      }
    >
      <DataTable
        id="specifications"
        caption={t('caption')}
        isCaptionHidden
        columns={columnsOf(t, list.refresh)}
        rows={list.data?.specifications ?? []}
        rowId={({ id }) => String(id)}
        rowLabel={({ version }) => version}
        state={table.state}
        onChange={table.change}
        status={list.status}
        stacks
        empty={<EmptyState title={t('empty')} level={0} />}
        failure={<LoadFailure title={t('failed')} problem={list.problem} onRetry={list.retry} level={0} />}
      />
    </Page>
  )
}

const columnsOf = (
  t: Translate<'management.specifications'>,
  onChanged: () => void,
): readonly DataColumn<SpecificationWire>[] => [
  {
    id: 'version',
    header: t('columns.version'),
    value: ({ version }) => version,
    cell: ({ id, version }) => <Link href={specificationPath(id)}>{version}</Link>,
    isRowHeader: true,
    isSortable: false,
  },
  {
    id: 'state',
    header: t('columns.state'),
    value: ({ state }) => state.name,
    cell: row => <SpecificationStateChoice specification={row} onChanged={onChanged} />,
    width: 'wide',
    isSortable: false,
  },
  { id: 'schema', header: t('columns.schema'), value: ({ schema }) => schema.version, isSortable: false },
  { id: 'ruleset', header: t('columns.ruleset'), value: ({ ruleset }) => ruleset.version, isSortable: false },
]
