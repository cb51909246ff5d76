import { registerFileOf } from '../../../domain/registerFile.ts'
import { listRegulators } from '../../../domain/wire/collections.ts'
import { listManagedProviders, onboardProviders } from '../../../domain/wire/providers.ts'
import { useChoice } from '../../../hooks/choice.ts'
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

const defaults = tableDefaults({
  sort: { column: 'onboarded', direction: 'ascending' },
  pageSize: 25,
  hidden: ['publishedName'],
})

/** Route `/management/providers` (specification 1 §2; decisions §6, §10, §19). */
export function Component() {
  const t = useMessages('management.providers')
  usePageTitle(t('title'))
  const { may } = useViewer()
  const { call, saveText } = useServices()
  const table = useTable('providers', defaults, { page: 'providers', filters: filterNames })
  const list = useResource(listManagedProviders, {})
  const regulators = useResource(listRegulators, {})
  const choice = useChoice()
  const onboard = useAction(
    (instIds: readonly string[]) => call(onboardProviders, { body: { instIds: [...instIds] } }),
    {
      onDone: (_, { onboarded }) => {
        notify({ tone: 'good', title: t('onboardMany.done', { count: onboarded.length }) })
        choice.clear()
        list.refresh()
      },
    },
  )
  return (
    <ProvidersView
      list={mapLoaded(list, ({ providers }) => providers)}
      regulators={regulators.data?.regulators ?? []}
      table={table}
      mayChange={may('management.providers')}
      choice={choice}
      onboard={onboard}
      onExport={providers =>
        saveText(
          'register.csv',
          registerFileOf(
            providers.map(one => ({ ...one, country: one.countryCode, regulator: one.regulatorCode })),
          ),
          'text/csv',
        )
      }
    />
  )
}
