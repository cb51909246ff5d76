import { loggedAt } from '../../../domain/dates.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { listWebhooks, WebhookWire } from '../../../domain/wire/suppliers.ts'
import type { Table } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  type DataColumn,
  DataTable,
  EmptyState,
  Link,
  LinkButton,
  Page,
  PageHeader,
} from '../../../ui/index.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { SupplierTabs } from '../common/SupplierTabs.tsx'
import { WebhookState } from '../common/WebhookState.tsx'

export interface WebhooksViewProps {
  list: Loaded<ResponseOf<typeof listWebhooks>>
  table: Pick<Table, 'state' | 'change'>
}

/** The addresses that are told of a provider's submissions, and whether they hear it. */
export function WebhooksView({ list, table }: WebhooksViewProps) {
  const t = useMessages('suppliers')
  const text = useText()
  const add = (
    <LinkButton href="/suppliers/webhooks/new" variant="primary" icon="plus">
      {t('webhooks.add')}
    </LinkButton>
  )
  const isEmpty = list.data?.webhooks.length === 0
  return (
    <Page
      steps={<SupplierTabs current="webhooks" />}
      header={
        <PageHeader title={t('webhooks.title')} actions={!isEmpty && add}>
          {t('webhooks.lead')}
        </PageHeader>
      }
    >
      <DataTable
        id="webhooks"
        caption={t('webhooks.title')}
        isCaptionHidden
        columns={columnsOf(t, text)}
        rows={list.data?.webhooks ?? []}
        rowId={webhook => webhook.id}
        rowLabel={webhook => webhook.name}
        state={table.state}
        onChange={table.change}
        status={list.status}
        stacks
        isUnpaged
        empty={
          <EmptyState title={t('webhooks.empty')} icon="bell" level={0} actions={add}>
            {t('webhooks.emptyHint')}
          </EmptyState>
        }
        failure={
          <LoadFailure title={t('webhooks.failed')} problem={list.problem} onRetry={list.retry} level={0} />
        }
      />
    </Page>
  )
}

const columnsOf = (t: Translate<'suppliers'>, text: ToText): readonly DataColumn<WebhookWire>[] => [
  {
    id: 'name',
    header: t('webhooks.columns.name'),
    value: webhook => webhook.name,
    cell: webhook => <Link href={`/suppliers/webhooks/${webhook.id}`}>{webhook.name}</Link>,
    isRowHeader: true,
  },
  {
    id: 'url',
    header: t('webhooks.columns.url'),
    value: webhook => webhook.url,
    kind: 'id',
    width: 'wide',
  },
  {
    id: 'events',
    header: t('webhooks.columns.events'),
    value: webhook => webhook.events.length,
    kind: 'number',
  },
  {
    id: 'state',
    header: t('webhooks.columns.state'),
    value: webhook => webhook.state,
    cell: webhook => <WebhookState state={webhook.state} />,
  },
  {
    id: 'added',
    header: t('webhooks.columns.added'),
    value: webhook => webhook.added,
    cell: webhook => text(loggedAt(webhook.added)),
    kind: 'moment',
  },
]
