import {
  byPhase,
  type CollectionPhase,
  collectionStateById,
  isReprocessable,
  phaseOfRow,
  takesHistoricAmendments,
} from '../../../domain/collection.ts'
import { referencePeriod } from '../../../domain/dates.ts'
import { actionLabel } from '../../../domain/labels.ts'
import type {
  CollectionProgressWire,
  CollectionWire,
  ResponseOfCollections,
} from '../../../domain/wire/collections.ts'
import type { SpecificationWire } from '../../../domain/wire/specifications.ts'
import type { Table } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  type DataColumn,
  DataTable,
  EmptyState,
  Link,
  LinkButton,
  Menu,
  Page,
  PageHeader,
} from '../../../ui/index.ts'
import { CollectionDeadline, CollectionProgress, ProgressLegend } from '../../common/CollectionProgress.tsx'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { Term } from '../../common/Term.tsx'
import { ReprocessOffer } from '../bulk-run/ReprocessOffer.tsx'
import { amendmentPath, reprocessingPath } from '../common/addresses.ts'
import { ManagementTabs } from '../common/ManagementTabs.tsx'
import { SpecificationChoice, StateChoice } from './choices.tsx'

export interface CollectionsViewProps {
  list: Loaded<ResponseOfCollections>
  table: Pick<Table, 'state' | 'change'>
  /** Those that a collection can be given; undefined until they are loaded. */
  specifications: readonly SpecificationWire[] | undefined
  onChanged: () => void
  /** How far the providers are, by reference. */
  progress: ReadonlyMap<string, CollectionProgressWire>
  mayCreate: boolean
  mayAssign: boolean
  /** Whether the reader may ever have many submissions changed at once. */
  mayRunJobs: boolean
}

/** Every collection with its specification and state, changed in their places. */
export function CollectionsView(props: CollectionsViewProps) {
  const t = useMessages('management.collections')
  const text = useText()
  const phases = useMessages('common')
  const { list, table, progress } = props
  const [shown] = [...progress.values()].filter(({ providers }) => providers > 0)
  return (
    <Page
      steps={<ManagementTabs current="collections" />}
      header={
        <PageHeader
          title={t('title')}
          actions={
            props.mayCreate && (
              <LinkButton href="/management/collections/new" variant="primary" icon="plus">
                {t('new.title')}
              </LinkButton>
            )
          }
        >
          {t('lead')}
        </PageHeader>
      }
    >
      <ReprocessOffer />
      <DataTable
        id="collections"
        caption={t('caption')}
        isCaptionHidden
        columns={columnsOf(t, text, props)}
        rows={byPhase(list.data?.collections ?? [])}
        groups={{ of: phaseOfRow, heading: phase => phases(`phase.${phase as CollectionPhase}`) }}
        rowId={row => row.id}
        rowLabel={row => row.name}
        state={table.state}
        onChange={table.change}
        {...(props.mayRunJobs ? { actions: (row: CollectionWire) => <Actions collection={row} /> } : {})}
        serverTotal={list.data?.pagingMetadata.total ?? 0}
        status={list.status}
        stacks
        empty={<EmptyState title={t('empty')} level={0} />}
        failure={
          <LoadFailure title={t('failed.title')} problem={list.problem} onRetry={list.retry} level={0}>
            {t('failed.text')}
          </LoadFailure>
        }
      />
      {shown && <ProgressLegend steps={shown.steps} />}
    </Page>
  )
}

/** What can be done with many submissions of a collection at once; while its state does not allow it, with the reason. */
function Actions({ collection: { id, reference, name, state: named } }: { collection: CollectionWire }) {
  const t = useMessages('management.collections')
  const lifecycle = useMessages('lifecycle')
  const text = useText()
  const state = collectionStateById(named.id)?.name
  const isOpen = state !== undefined
  return (
    <Menu
      label={t('actions', { name })}
      items={[
        {
          id: 'reprocess',
          label: text(actionLabel('REPROCESSED')),
          href: reprocessingPath(id, reference),
          disabledReason:
            isOpen && isReprocessable(state) ? undefined : lifecycle('isCollectionReprocessable.fails'),
        },
        {
          id: 'historic-amendment',
          label: t('action.HISTORIC_AMENDMENT'),
          href: amendmentPath(reference),
          disabledReason:
            isOpen && takesHistoricAmendments(state) ? undefined : lifecycle('isHistoricAmendment.fails'),
        },
      ]}
    />
  )
}

const columnsOf = (
  t: Translate<'management.collections'>,
  text: ToText,
  { specifications, mayAssign, onChanged, progress }: CollectionsViewProps,
): readonly DataColumn<CollectionWire>[] => [
  {
    id: 'reference',
    header: t('columns.reference'),
    value: row => row.reference,
    kind: 'id',
    width: 'narrow',
    isSortable: false,
  },
  {
    id: 'name',
    header: t('columns.name'),
    value: row => row.name,
    cell: row => <Link href={`/management/collections/${row.reference}`}>{row.name}</Link>,
    isRowHeader: true,
    width: 'wide',
    isSortable: false,
  },
  {
    id: 'period',
    header: t('columns.period'),
    explanation: (
      <Term id="referencePeriod" isMark>
        {t('columns.period')}
      </Term>
    ),
    value: row => row.referencePeriodStart,
    cell: row => text(referencePeriod(row.referencePeriodStart, row.referencePeriodEnd)),
    kind: 'moment',
    isSortable: false,
  },
  {
    id: 'specification',
    header: t('columns.specification'),
    explanation: (
      <Term id="specification" isMark>
        {t('columns.specification')}
      </Term>
    ),
    value: row => row.specification?.name,
    cell: row => (
      <SpecificationChoice
        collection={row}
        specifications={specifications}
        mayAssign={mayAssign}
        onChanged={onChanged}
      />
    ),
    isSortable: false,
  },
  {
    id: 'state',
    header: t('columns.state'),
    value: row => row.state.name,
    cell: row => <StateChoice collection={row} onChanged={onChanged} />,
    isSortable: false,
  },
  {
    id: 'deadline',
    header: t('columns.deadline'),
    value: row => row.submissionDeadline,
    cell: row => <CollectionDeadline collection={row} isInSeason={phaseOfRow(row) === 'season'} />,
    isSortable: false,
  },
  {
    id: 'progress',
    header: t('columns.progress'),
    cell: row => (
      <CollectionProgress
        progress={phaseOfRow(row) === 'preparation' ? undefined : progress.get(row.reference)}
      />
    ),
    isSortable: false,
  },
]
