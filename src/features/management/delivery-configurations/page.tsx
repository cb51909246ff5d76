import { listDeliveryConfigurations } from '../../../domain/wire/deliveries.ts'
import { usePageTitle, useResource, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { DeliveryConfigurationsView } from './view.tsx'

/** Route `/management/delivery-config` (specification 1 §2): what customers get, and when. */
export function Component() {
  const t = useMessages('management.deliveries')
  usePageTitle(t('title'))
  const { may } = useViewer()
  const table = useTable('deliveryConfigurations', tableDefaults({ pageSize: 25 }))
  const list = useResource(listDeliveryConfigurations, {})
  return (
    <DeliveryConfigurationsView
      list={list}
      table={table}
      mayCreate={may('management.delivery-configuration')}
    />
  )
}
