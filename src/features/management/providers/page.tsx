import { listRegulators } from '../../../domain/wire/collections.ts'
import { listManagedProviders, takeProviderIn } from '../../../domain/wire/providers.ts'
import {
  useAction,
  usePageTitle,
  useResource,
  useServices,
  useTable,
  useViewer,
} from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import { mapLoaded } from '../../common/Loaded.tsx'
import { filterNames } from './filters.ts'
import { ProvidersView } from './view.tsx'

const defaults = tableDefaults({ sort: { column: 'publishedName', direction: 'ascending' }, pageSize: 25 })

/** Route `/management/providers` (specification 1 §2; decisions §6, §10). */
export function Component() {
  const t = useMessages('management.providers')
  usePageTitle(t('title'))
  const { may } = useViewer()
  const { call } = useServices()
  const table = useTable('providers', defaults, { page: 'providers', filters: filterNames })
  const list = useResource(listManagedProviders, {})
  const regulators = useResource(listRegulators, {})
  const takeIn = useAction((instId: string) => call(takeProviderIn, { body: { instId } }), {
    onDone: (_, { publishedName }) => {
      notify({ tone: 'good', title: t('takeIn.done'), text: publishedName })
      list.refresh()
    },
  })
  return (
    <ProvidersView
      list={mapLoaded(list, ({ providers }) => providers)}
      regulators={regulators.data?.regulators ?? []}
      table={table}
      mayChange={may('management.providers')}
      takeIn={takeIn}
    />
  )
}
