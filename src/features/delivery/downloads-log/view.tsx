import { loggedAt } from '../../../domain/dates.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { DownloadWire, listDownloads } from '../../../domain/wire/deliveries.ts'
import type { ActionHandle, Table } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  type DataColumn,
  DataTable,
  EmptyState,
  Link,
  Page,
  PageHeader,
  Row,
} from '../../../ui/index.ts'
import { HomeCrumbs } from '../../common/HomeCrumbs.tsx'
import { TableSearch } from '../../common/ListTools.tsx'
import { ActionFailure, type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { DeliveryTabs } from '../common/DeliveryTabs.tsx'

export interface DownloadsLogViewProps {
  list: Loaded<ResponseOf<typeof listDownloads>>
  table: Pick<Table, 'state' | 'change' | 'typed' | 'type' | 'search'>
  save: ActionHandle<null>
}

/** Who downloaded what, and when. */
export function DownloadsLogView({ list, table, save }: DownloadsLogViewProps) {
  const t = useMessages('deliveries')
  const text = useText()
  return (
    <Page
      breadcrumbs={<HomeCrumbs parents={[{ id: 'deliveries', label: t('title'), href: '/delivery' }]} />}
      steps={<DeliveryTabs current="log" />}
      header={
        <PageHeader
          title={t('log.title')}
          actions={
            <Button icon="download" isPending={save.isRunning} onPress={() => save.run(null)}>
              {t('log.csv')}
            </Button>
          }
        >
          {t('log.lead')}
        </PageHeader>
      }
    >
      <ActionFailure title={t('log.csvFailed')} problem={save.problem} hasReason />
      <DataTable
        id="downloads-log"
        caption={t('log.title')}
        isCaptionHidden
        columns={columnsOf(t, text)}
        rows={list.data?.downloads ?? []}
        rowId={download => `${download.downloadedUtc} ${download.deliveryId}`}
        rowLabel={download => t('row', { name: download.name, at: text(loggedAt(download.downloadedUtc)) })}
        state={table.state}
        onChange={table.change}
        serverTotal={list.data?.pagingMetadata.total ?? 0}
        status={list.status}
        stacks
        toolbar={
          <Row>
            <TableSearch label={t('log.search')} table={table} />
          </Row>
        }
        empty={<EmptyState title={t('log.empty')} icon="clock" level={0} />}
        failure={
          <LoadFailure title={t('log.failed')} problem={list.problem} onRetry={list.retry} level={0} />
        }
      />
    </Page>
  )
}

const columnsOf = (t: Translate<'deliveries'>, text: ToText): readonly DataColumn<DownloadWire>[] => [
  {
    id: 'when',
    header: t('log.when'),
    value: ({ downloadedUtc }) => text(loggedAt(downloadedUtc)),
    kind: 'moment',
    isSortable: false,
  },
  { id: 'who', header: t('log.who'), value: ({ user }) => user, isRowHeader: true, isSortable: false },
  {
    id: 'organisation',
    header: t('log.organisation'),
    value: ({ organisation }) => organisation,
    isSortable: false,
  },
  {
    id: 'file',
    header: t('columns.name'),
    value: ({ name }) => name,
    cell: ({ deliveryId, name }) => <Link href={`/delivery/${deliveryId}`}>{name}</Link>,
    width: 'wide',
    isSortable: false,
  },
  {
    id: 'collection',
    header: t('columns.collection'),
    value: ({ collection }) => collection.name,
    isSortable: false,
  },
]
