import { loggedAt } from '../../../domain/dates.ts'
import {
  type ContentUseWire,
  listSpecifications,
  type SpecificationWire,
} from '../../../domain/wire/specifications.ts'
import { usePageTitle, useResource, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  CellLines,
  type DataColumn,
  DataTable,
  EmptyState,
  formatCount,
  Link,
  LinkButton,
  Page,
  PageHeader,
} from '../../../ui/index.ts'
import { LoadFailure } from '../../common/Loaded.tsx'
import { specificationPath } from '../common/addresses.ts'
import { UsedBy, useContentUse } from '../common/contentUse.tsx'
import { ManagementTabs } from '../common/ManagementTabs.tsx'
import { SpecificationStateChoice } from '../common/SpecificationState.tsx'

/** Routes `/management/specifications` and `/management/specifications/specs` (specification 1 §2). */
export function Component() {
  const t = useMessages('management.specifications')
  const own = useMessages('management')
  const text = useText()
  const use = useContentUse()
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
        columns={[...columnsOf(t, list.refresh), ...usageColumns(own, text, use)]}
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
    isSortable: false,
  },
  { id: 'schema', header: t('columns.schema'), value: ({ schema }) => schema.version, isSortable: false },
  { id: 'ruleset', header: t('columns.ruleset'), value: ({ ruleset }) => ruleset.version, isSortable: false },
]

/** Who made a specification and when, how many rules it changes, and the collections that use it. */
const usageColumns = (
  t: Translate<'management'>,
  text: ToText,
  use: ContentUseWire | undefined,
): readonly DataColumn<SpecificationWire>[] => {
  const usedBy = new Map(use?.specifications.map(one => [one.id, one]))
  return [
    {
      id: 'changed',
      header: t('use.rules'),
      cell: ({ id, ruleset }) => {
        const changed = usedBy.get(id)?.changedRules
        const rules = use?.rulesets.find(one => one.id === ruleset.id)?.rules
        return (
          <CellLines note={changed !== undefined && t('use.changed', { count: changed })}>
            {rules && formatCount(rules)}
          </CellLines>
        )
      },
      isSortable: false,
    },
    {
      id: 'usedBy',
      header: t('use.usedBy'),
      cell: ({ id }) => (
        <UsedBy
          names={usedBy.get(id)?.collections.map(({ reference, name }) => ({
            label: name,
            href: `/management/collections/${reference}`,
          }))}
        />
      ),
      isSortable: false,
    },
    {
      id: 'created',
      header: t('use.created'),
      value: ({ createdUtc }) => createdUtc,
      cell: ({ createdUtc, createdBy }) => (
        <CellLines note={createdBy}>{text(loggedAt(createdUtc))}</CellLines>
      ),
      isSortable: false,
    },
  ]
}
