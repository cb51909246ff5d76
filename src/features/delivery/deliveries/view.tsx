import { bytes } from '../../../domain/bytes.ts'
import { calendarDay, loggedAt, londonDate } from '../../../domain/dates.ts'
import { deliveryFormatLabel } from '../../../domain/deliveryConfiguration.ts'
import { type DeliveryPlace, deliveryPlaceLabel } from '../../../domain/deliveryPlace.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { DeliveryWire, listDeliveries } from '../../../domain/wire/deliveries.ts'
import { type ActionHandle, type Table, useViewer } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  ComboBox,
  type DataColumn,
  DataTable,
  EmptyState,
  FilterTags,
  Link,
  Page,
  PageHeader,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { HomeCrumbs } from '../../common/HomeCrumbs.tsx'
import { FilterSelect, TableSearch } from '../../common/ListTools.tsx'
import { ActionFailure, type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { Term } from '../../common/Term.tsx'
import { CancelDialog } from '../common/CancelDialog.tsx'
import { DeliveryState } from '../common/DeliveryState.tsx'
import { DeliveryTabs } from '../common/DeliveryTabs.tsx'
import type { Cancellable } from '../common/useCancel.ts'

export interface DeliveriesViewProps {
  list: Loaded<ResponseOf<typeof listDeliveries>>
  table: Pick<Table, 'state' | 'change' | 'typed' | 'type' | 'search' | 'filter'>
  filters: {
    state: DeliveryPlace | undefined
    collectionReference: string | undefined
    instId: string | undefined
  }
  download: ActionHandle<string>
  cancel: ActionHandle<Cancellable>
}

const offered = ['WAITING', 'WORKING', 'READY', 'FAILED', 'CANCELLED', 'EXPIRED'] as const

/** What was delivered, newest first. */
export function DeliveriesView({ list, table, filters, download, cancel }: DeliveriesViewProps) {
  const t = useMessages('deliveries')
  const text = useText()
  const { may } = useViewer()
  const { state, collectionReference, instId } = filters
  const isNarrowed = table.state.search !== '' || Object.values(filters).some(value => value !== undefined)
  const providers = (list.data?.providers ?? []).map(provider => ({
    id: provider.instId,
    label: t('setOf', { provider: provider.name, instId: provider.instId }),
  }))
  return (
    <Page
      breadcrumbs={<HomeCrumbs />}
      steps={<DeliveryTabs current="deliveries" />}
      header={
        <PageHeader
          title={t('title')}
          explanation={
            <Term id="delivery" isMark>
              {t('title')}
            </Term>
          }
        >
          {t('lead')} {!may('delivery.download') && t('noDownload')}
        </PageHeader>
      }
    >
      <ActionFailure title={t('downloadFailed')} problem={download.problem} hasReason />
      <DataTable
        id="deliveries"
        caption={t('title')}
        isCaptionHidden
        columns={columnsOf(t, text)}
        rows={list.data?.deliveries ?? []}
        rowId={delivery => delivery.id}
        rowLabel={delivery => t('row', { name: delivery.name, at: text(loggedAt(delivery.requestedUtc)) })}
        state={table.state}
        onChange={table.change}
        serverTotal={list.data?.pagingMetadata.total ?? 0}
        status={list.status}
        stacks
        actions={delivery => (
          <Row gap={2}>
            {delivery.downloadRefusal === undefined && (
              <Button
                size="small"
                icon="download"
                aria-label={t('downloadOf', { name: delivery.name })}
                isPending={download.isRunning && download.action === delivery.id}
                onPress={() => download.run(delivery.id)}
              >
                {t('download')}
              </Button>
            )}
            {delivery.mayCancel && (
              <Button
                variant="quiet"
                size="small"
                aria-label={t('cancelOf', { name: delivery.name })}
                onPress={() => cancel.ask(delivery)}
              >
                {t('cancel')}
              </Button>
            )}
          </Row>
        )}
        toolbar={
          <Row>
            <TableSearch label={t('search')} table={table} />
            <FilterSelect
              label={t('columns.collection')}
              anyLabel={t('anyCollection')}
              value={collectionReference}
              options={(list.data?.collections ?? []).map(({ reference, name }) => ({
                id: reference,
                label: name,
              }))}
              onChange={chosen => table.filter('collection', chosen)}
            />
            <ComboBox
              label={t('columns.provider')}
              placeholder={t('anyProvider')}
              value={instId ?? null}
              options={providers}
              onChange={id => table.filter('provider', [id])}
            />
            <FilterSelect
              label={t('columns.state')}
              anyLabel={t('anyState')}
              value={state}
              options={offered.map(id => ({ id, label: text(deliveryPlaceLabel(id)) }))}
              onChange={chosen => table.filter('state', chosen)}
            />
          </Row>
        }
        tags={
          instId !== undefined && (
            <FilterTags
              label={t('chosen')}
              tags={[
                {
                  id: 'provider',
                  filter: t('columns.provider'),
                  label: providers.find(({ id }) => id === instId)?.label ?? instId,
                },
              ]}
              onRemove={id => table.filter(id, [])}
              onClear={() => table.filter('provider', [])}
            />
          )
        }
        empty={
          <EmptyState title={t(isNarrowed ? 'noneFound' : 'empty')} icon="file" level={0}>
            {!isNarrowed && t('emptyHint')}
          </EmptyState>
        }
        failure={<LoadFailure title={t('failed')} problem={list.problem} onRetry={list.retry} level={0} />}
      />
      <CancelDialog cancel={cancel} />
    </Page>
  )
}

const columnsOf = (t: Translate<'deliveries'>, text: ToText): readonly DataColumn<DeliveryWire>[] => [
  {
    id: 'name',
    header: t('columns.name'),
    value: ({ name }) => name,
    cell: ({ id, name }) => <Link href={`/delivery/${id}`}>{name}</Link>,
    isRowHeader: true,
    width: 'wide',
    isSortable: false,
  },
  {
    id: 'collection',
    header: t('columns.collection'),
    value: ({ collection }) => collection.name,
    isSortable: false,
  },
  {
    id: 'provider',
    header: t('columns.provider'),
    value: ({ provider, providers }) => provider?.name ?? t('providers', { count: providers }),
    isSortable: false,
  },
  {
    id: 'customer',
    header: t('columns.customer'),
    value: ({ customer }) => customer.name,
    isSortable: false,
  },
  {
    id: 'form',
    header: t('columns.form'),
    value: ({ format, isPseudonymised }) =>
      isPseudonymised
        ? t('formPseudonymised', { format: text(deliveryFormatLabel(format)) })
        : text(deliveryFormatLabel(format)),
    isSortable: false,
  },
  {
    id: 'made',
    header: t('columns.made'),
    value: ({ madeUtc }) => (madeUtc === null ? null : text(loggedAt(madeUtc))),
    kind: 'moment',
    isSortable: false,
  },
  {
    id: 'kept',
    header: t('columns.kept'),
    value: ({ keptUntilUtc }) =>
      keptUntilUtc === null ? null : text(calendarDay(londonDate(new Date(keptUntilUtc)))),
    kind: 'moment',
    isSortable: false,
  },
  { id: 'rows', header: t('columns.rows'), value: ({ rows }) => rows, kind: 'number', isSortable: false },
  {
    id: 'size',
    header: t('columns.size'),
    value: ({ size }) => (size === null ? null : text(bytes(size))),
    kind: 'number',
    isSortable: false,
  },
  {
    id: 'state',
    header: t('columns.state'),
    value: ({ state }) => state,
    cell: ({ state, cancelledBy, cancelledUtc }) => (
      <Stack gap={1}>
        <Row>
          <DeliveryState state={state} />
        </Row>
        {cancelledBy !== null && cancelledUtc !== null && (
          <span>{t('cancelledBy', { at: text(loggedAt(cancelledUtc)), name: cancelledBy })}</span>
        )}
      </Stack>
    ),
    isSortable: false,
  },
]
