import { loggedAt } from '../../../domain/dates.ts'
import type { DeliveryState } from '../../../domain/webhook.ts'
import { isToBeTried } from '../../../domain/webhook.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { listWebhookDeliveries, WebhookDeliveryWire } from '../../../domain/wire/suppliers.ts'
import type { ActionHandle, Table } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  type DataColumn,
  DataTable,
  EmptyState,
  StatusTag,
  type Tone,
} from '../../../ui/index.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import styles from './view.module.css'

export interface DeliveriesProps {
  deliveries: Loaded<ResponseOf<typeof listWebhookDeliveries>>
  table: Pick<Table, 'state' | 'change'>
  onRefresh: () => void
  sendAgain: ActionHandle<string>
  isOff: boolean
}

/** What was sent to a webhook, the newest first; what a row opens is what was sent. */
export function Deliveries({ deliveries, table, onRefresh, sendAgain, isOff }: DeliveriesProps) {
  const t = useMessages('suppliers')
  const text = useText()
  return (
    <Card
      title={t('deliveries.title')}
      hint={t('deliveries.hint')}
      padding="none"
      actions={
        <Button size="small" icon="refresh" onPress={onRefresh}>
          {t('deliveries.refresh')}
        </Button>
      }
    >
      <DataTable
        id="webhook-deliveries"
        caption={t('deliveries.caption')}
        isCaptionHidden
        isBare
        columns={columnsOf(t, text)}
        rows={deliveries.data?.deliveries ?? []}
        rowId={delivery => delivery.id}
        rowLabel={delivery =>
          t('deliveries.row', { event: delivery.event, at: text(loggedAt(delivery.created)) })
        }
        state={table.state}
        onChange={table.change}
        serverTotal={deliveries.data?.pagingMetadata.totalResultsCount ?? 0}
        status={deliveries.status}
        stacks
        detail={delivery => (
          <pre className={styles.body} translate="no">
            {formatted(delivery.body)}
          </pre>
        )}
        actions={delivery =>
          !isToBeTried(delivery.state) && (
            <Button
              size="small"
              aria-label={t('deliveries.sendAgainOf', {
                event: delivery.event,
                at: text(loggedAt(delivery.created)),
              })}
              disabledReason={isOff ? t('webhook.testOff') : undefined}
              isPending={sendAgain.isRunning && sendAgain.action === delivery.id}
              onPress={() => sendAgain.run(delivery.id)}
            >
              {t('deliveries.sendAgain')}
            </Button>
          )
        }
        empty={
          <EmptyState title={t('deliveries.empty')} level={0}>
            {t('deliveries.emptyHint')}
          </EmptyState>
        }
        failure={
          <LoadFailure
            title={t('deliveries.failed')}
            problem={deliveries.problem}
            onRetry={deliveries.retry}
            level={0}
          />
        }
      />
    </Card>
  )
}

const formatted = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

const tones: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'waiting',
  delivered: 'good',
  givenUp: 'failed',
}

const columnsOf = (t: Translate<'suppliers'>, text: ToText): readonly DataColumn<WebhookDeliveryWire>[] => [
  {
    id: 'created',
    header: t('deliveries.columns.created'),
    value: delivery => delivery.created,
    cell: delivery => text(loggedAt(delivery.created)),
    kind: 'moment',
    width: 'narrow',
    isSortable: false,
  },
  {
    id: 'event',
    header: t('deliveries.columns.event'),
    value: delivery => delivery.event,
    kind: 'id',
    isRowHeader: true,
    isSortable: false,
  },
  {
    id: 'state',
    header: t('deliveries.columns.state'),
    value: delivery => delivery.state,
    cell: delivery => (
      <StatusTag tone={tones[delivery.state]}>{t(`deliveries.state.${delivery.state}`)}</StatusTag>
    ),
    isSortable: false,
  },
  {
    id: 'attempts',
    header: t('deliveries.columns.attempts'),
    value: delivery => delivery.attempts,
    kind: 'number',
    isSortable: false,
  },
  {
    id: 'answer',
    header: t('deliveries.columns.answer'),
    value: delivery => delivery.fault ?? delivery.answerStatus,
    cell: delivery => delivery.fault ?? delivery.answerStatus?.toString(),
    width: 'wide',
    isSortable: false,
  },
]
