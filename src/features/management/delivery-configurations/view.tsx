import { loggedAt } from '../../../domain/dates.ts'
import { deliveryFormatLabel, deliveryScheduleLabel } from '../../../domain/deliveryConfiguration.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { ConfigurationWire, listDeliveryConfigurations } from '../../../domain/wire/deliveries.ts'
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
import { deliveryConfigurationPath, newDeliveryConfigurationPath } from '../common/addresses.ts'
import { ConfigurationState } from '../common/ConfigurationState.tsx'
import { ManagementTabs } from '../common/ManagementTabs.tsx'

export interface DeliveryConfigurationsViewProps {
  list: Loaded<ResponseOf<typeof listDeliveryConfigurations>>
  table: Pick<Table, 'state' | 'change'>
  mayCreate: boolean
}

/** The delivery configurations of all customers. */
export function DeliveryConfigurationsView({ list, table, mayCreate }: DeliveryConfigurationsViewProps) {
  const t = useMessages('management.deliveries')
  const text = useText()
  const create = mayCreate && (
    <LinkButton href={newDeliveryConfigurationPath} variant="primary" icon="plus">
      {t('create')}
    </LinkButton>
  )
  const isEmpty = list.data?.configurations.length === 0
  return (
    <Page
      steps={<ManagementTabs current="deliveries" />}
      header={
        <PageHeader title={t('title')} actions={!isEmpty && create}>
          {t('lead')}
        </PageHeader>
      }
    >
      <DataTable
        id="delivery-configurations"
        caption={t('title')}
        isCaptionHidden
        columns={columnsOf(t, text)}
        rows={list.data?.configurations ?? []}
        rowId={configuration => configuration.id}
        rowLabel={configuration => configuration.name}
        state={table.state}
        onChange={table.change}
        status={list.status}
        stacks
        empty={
          <EmptyState title={t('empty')} icon="file" level={0} actions={create}>
            {t('emptyHint')}
          </EmptyState>
        }
        failure={<LoadFailure title={t('failed')} problem={list.problem} onRetry={list.retry} level={0} />}
      />
    </Page>
  )
}

const columnsOf = (
  t: Translate<'management.deliveries'>,
  text: ToText,
): readonly DataColumn<ConfigurationWire>[] => [
  {
    id: 'name',
    header: t('columns.name'),
    value: ({ name }) => name,
    cell: ({ id, name }) => <Link href={deliveryConfigurationPath(id)}>{name}</Link>,
    isRowHeader: true,
    width: 'wide',
  },
  { id: 'customer', header: t('columns.customer'), value: ({ customer }) => customer.name },
  { id: 'collection', header: t('columns.collection'), value: ({ collection }) => collection.name },
  {
    id: 'form',
    header: t('columns.form'),
    value: ({ content: { format, isPseudonymised } }) =>
      isPseudonymised
        ? t('formPseudonymised', { format: text(deliveryFormatLabel(format)) })
        : text(deliveryFormatLabel(format)),
  },
  {
    id: 'schedule',
    header: t('columns.schedule'),
    value: ({ schedule }) => text(deliveryScheduleLabel(schedule)),
  },
  {
    id: 'last',
    header: t('columns.last'),
    value: ({ lastAskedUtc }) => lastAskedUtc,
    cell: ({ lastAskedUtc }) => (lastAskedUtc === null ? t('never') : text(loggedAt(lastAskedUtc))),
    kind: 'moment',
  },
  {
    id: 'state',
    header: t('columns.state'),
    value: ({ state }) => state,
    cell: ({ state }) => <ConfigurationState state={state} />,
  },
]
