import { bytes } from '../../../domain/bytes.ts'
import { loggedAt } from '../../../domain/dates.ts'
import { deliveryFormatLabel, isWholeCollection } from '../../../domain/deliveryConfiguration.ts'
import { isDeliveryCancelled, isDeliveryUnderWay } from '../../../domain/deliveryPlace.ts'
import type { DeliveryWithSets } from '../../../domain/wire/deliveries.ts'
import type { ActionHandle } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Breadcrumbs,
  Button,
  Card,
  DescriptionList,
  formatCount,
  LinkButton,
  Page,
  PageHeader,
  PlainTable,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { CancelDialog } from '../common/CancelDialog.tsx'
import { DeliveryState } from '../common/DeliveryState.tsx'
import type { Cancellable } from '../common/useCancel.ts'
import styles from './view.module.css'

export interface DeliveryViewProps {
  delivery: DeliveryWithSets
  download: ActionHandle<string>
  cancel: ActionHandle<Cancellable>
  onRefresh: () => void
}

/** One delivery: how it stands, and the files of each provider with their rows and hashes. */
export function DeliveryView({ delivery, download, cancel, onRefresh }: DeliveryViewProps) {
  const t = useMessages('deliveries')
  const text = useText()
  const { customer, collection, format, isPseudonymised, requestedBy, requestedUtc } = delivery
  const isCancelled = isDeliveryCancelled(delivery.state)
  return (
    <Page
      breadcrumbs={
        <Breadcrumbs label={t('crumbs')} crumbs={[{ id: 'list', label: t('title'), href: '/delivery' }]} />
      }
      header={
        <PageHeader
          title={delivery.name}
          actions={<Actions delivery={delivery} download={download} cancel={cancel} onRefresh={onRefresh} />}
        />
      }
    >
      <Stack gap={4}>
        <ActionFailure title={t('downloadFailed')} problem={download.problem} hasReason />
        <Card
          title={t('standing')}
          hint={
            isCancelled && t(delivery.configurationId === undefined ? 'nothingDelivered' : 'deliverAgain')
          }
          actions={<DeliveryState state={delivery.state} />}
        >
          <DescriptionList
            items={[
              { id: 'customer', term: t('columns.customer'), value: customer.name },
              {
                id: 'collection',
                term: t('columns.collection'),
                value: `${collection.name} (${collection.reference})`,
              },
              {
                id: 'form',
                term: t('columns.form'),
                value: isPseudonymised
                  ? t('formPseudonymised', { format: text(deliveryFormatLabel(format)) })
                  : text(deliveryFormatLabel(format)),
              },
              {
                id: 'asked',
                term: t('asked'),
                value:
                  requestedBy === null
                    ? t('askedBySchedule', { at: text(loggedAt(requestedUtc)) })
                    : t('askedBy', { at: text(loggedAt(requestedUtc)), name: requestedBy }),
              },
              ...(delivery.madeUtc === null || delivery.keptUntilUtc === null
                ? []
                : [
                    {
                      id: 'made',
                      term: t('columns.made'),
                      value: t('madeKept', {
                        at: text(loggedAt(delivery.madeUtc)),
                        until: text(loggedAt(delivery.keptUntilUtc)),
                      }),
                    },
                  ]),
              ...(delivery.cancelledUtc === null || delivery.cancelledBy === null
                ? []
                : [
                    {
                      id: 'cancelled',
                      term: t('cancelled'),
                      value: t('cancelledBy', {
                        at: text(loggedAt(delivery.cancelledUtc)),
                        name: delivery.cancelledBy,
                      }),
                    },
                  ]),
              ...(delivery.size === null
                ? []
                : [{ id: 'size', term: t('downloadSize'), value: text(bytes(delivery.size)) }]),
              ...(delivery.reason === undefined
                ? []
                : [{ id: 'reason', term: t('reason'), value: delivery.reason }]),
            ]}
          />
        </Card>
        {isWholeCollection(format) ? (
          <Partitions sets={delivery.sets} />
        ) : (
          delivery.sets.map(one => <Files key={one.instId} {...one} />)
        )}
      </Stack>
      <CancelDialog cancel={cancel} />
    </Page>
  )
}

/** What can be done with the delivery as it stands. */
function Actions({ delivery, download, cancel, onRefresh }: DeliveryViewProps) {
  const t = useMessages('deliveries')
  if (isDeliveryUnderWay(delivery.state))
    return (
      <Row gap={2}>
        {delivery.mayCancel && (
          <Button onPress={() => cancel.ask(delivery)}>{t('cancelling.confirm')}</Button>
        )}
        <Button icon="refresh" onPress={onRefresh}>
          {t('refresh')}
        </Button>
      </Row>
    )
  if (isDeliveryCancelled(delivery.state) && delivery.configurationId !== undefined)
    return (
      <LinkButton variant="primary" href={`/management/delivery-config/${delivery.configurationId}`}>
        {t('toConfiguration')}
      </LinkButton>
    )
  return (
    <Button
      variant="primary"
      icon="download"
      disabledReason={delivery.downloadRefusal}
      isPending={download.isRunning}
      onPress={() => download.run(delivery.id)}
    >
      {t('download')}
    </Button>
  )
}

type DeliveredSet = DeliveryWithSets['sets'][number]

/** The files of one provider. */
function Files({ instId, provider, files }: DeliveredSet) {
  const t = useMessages('deliveries')
  const text = useText()
  return (
    <Card title={t('setOf', { provider, instId })} padding="none">
      <PlainTable
        caption={t('setOf', { provider, instId })}
        isCaptionHidden
        stacks
        rows={files}
        rowId={({ file }) => file}
        columns={[
          {
            id: 'file',
            header: t('file'),
            cell: ({ file }) => <span className={styles.hash}>{file}</span>,
            isRowHeader: true,
          },
          { id: 'rows', header: t('columns.rows'), cell: ({ rows }) => formatCount(rows), kind: 'number' },
          { id: 'size', header: t('columns.size'), cell: one => text(bytes(one.bytes)), kind: 'number' },
          {
            id: 'sha256',
            header: t('sha256'),
            cell: ({ sha256 }) => <code className={styles.hash}>{sha256}</code>,
          },
        ]}
      />
    </Card>
  )
}

/** The partitions of a whole collection: which submission each provider's is from. */
function Partitions({ sets }: Pick<DeliveryWithSets, 'sets'>) {
  const t = useMessages('deliveries')
  const text = useText()
  if (sets.length === 0) return null
  return (
    <Card title={t('partitions')} hint={t('partitionsHint')} padding="none">
      <PlainTable
        caption={t('partitions')}
        isCaptionHidden
        stacks
        rows={sets}
        rowId={({ instId }) => instId}
        columns={[
          {
            id: 'provider',
            header: t('columns.provider'),
            cell: ({ provider, instId }) => t('setOf', { provider, instId }),
            isRowHeader: true,
          },
          {
            id: 'submission',
            header: t('columns.submission'),
            cell: ({ submissionId }) => <code className={styles.hash}>{submissionId}</code>,
          },
          { id: 'rows', header: t('columns.rows'), cell: ({ rows }) => formatCount(rows), kind: 'number' },
          { id: 'size', header: t('columns.size'), cell: one => text(bytes(one.bytes)), kind: 'number' },
        ]}
      />
    </Card>
  )
}
