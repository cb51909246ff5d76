import { deliveryPlaces } from '../../../domain/deliveryPlace.ts'
import { listDeliveries } from '../../../domain/wire/deliveries.ts'
import { usePageTitle, useResource, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { useCancel } from '../common/useCancel.ts'
import { useDownload } from '../common/useDownload.ts'
import { DeliveriesView } from './view.tsx'

/** Route `/delivery` (specification 1 §2, §6): to a customer its own deliveries, to the agency those of all. */
export function Component() {
  const t = useMessages('deliveries')
  usePageTitle(t('title'))
  const table = useTable('deliveries', tableDefaults({ pageSize: 25 }), {
    page: 'deliveries',
    filters: ['state', 'collection', 'provider'],
  })
  const { limit, offset } = table.parameters
  const search = table.state.search ?? ''
  const state = deliveryPlaces.find(one => one === table.state.filters.state?.[0])
  const collectionReference = table.state.filters.collection?.[0]
  const instId = table.state.filters.provider?.[0]
  const list = useResource(
    listDeliveries,
    {
      query: {
        limit: String(limit),
        offset: String(offset),
        ...(search === '' ? {} : { search }),
        ...(state ? { state } : {}),
        ...(collectionReference === undefined ? {} : { collectionReference }),
        ...(instId === undefined ? {} : { instId }),
      },
    },
    { refreshOn: message => message.type === 'DELIVERY' },
  )
  return (
    <DeliveriesView
      list={list}
      table={table}
      filters={{ state, collectionReference, instId }}
      download={useDownload()}
      cancel={useCancel(list.refresh)}
    />
  )
}
