import { useParams } from 'react-router'
import { withParameter } from '../../../domain/addressFilters.ts'
import { listRulesAcross } from '../../../domain/wire/collectionOverview.ts'
import { type CollectionWire, getCollection } from '../../../domain/wire/collections.ts'
import { isOverviewBehind } from '../../../domain/wire/fileEvents.ts'
import {
  PageTitle,
  useAction,
  useAddress,
  useAddressFilters,
  useResource,
  useServices,
  useTable,
  useViewer,
} from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Page } from '../../../ui/index.ts'
import { isAbsent, WhenLoaded } from '../../common/Loaded.tsx'
import { NotFoundPage } from '../../common/NotFound.tsx'
import { RulesAcrossView } from './view.tsx'

const filterNames = ['view', 'find', 'regulator']
const defaults = tableDefaults({ sort: { column: 'outside', direction: 'descending' } })

/** Route `/monitoring/:reference/rules`: which rules fail at how many providers. */
export function Component() {
  const t = useMessages('monitoring.rules')
  const own = useMessages('monitoring')
  const reference = useParams().reference ?? ''
  const collection = useResource(
    getCollection,
    { path: { reference } },
    { refreshOn: message => message.type === 'COLLECTION' && message.reference === reference },
  )
  if (isAbsent(collection))
    return (
      <NotFoundPage
        problem={collection.problem}
        title={own('collection.notFound.title')}
        back={{ href: '/monitoring', label: own('collection.back') }}
      >
        {own('collection.notFound.text')}
      </NotFoundPage>
    )
  if (collection.data) return <RulesAcross collection={collection.data} />
  return (
    <Page>
      <PageTitle title={t('title')} />
      <WhenLoaded resource={collection} loading={t('loading')} failed={t('failed')} level={1}>
        {() => null}
      </WhenLoaded>
    </Page>
  )
}

function RulesAcross({ collection }: { collection: CollectionWire }) {
  const t = useMessages('monitoring.rules')
  const { reference } = collection
  const { blob, saveBlob } = useServices()
  const { may } = useViewer()
  const [parameters, changeParameters] = useAddress()
  const filters = useAddressFilters('rulesAcross', filterNames)
  const table = useTable('collectionRules', defaults)
  const overview = useResource(
    listRulesAcross,
    { path: { reference } },
    { refreshOn: message => message.type === 'FILE_EVENT' && isOverviewBehind(collection.id, message) },
  )
  const save = useAction((_: null) => blob(listRulesAcross, { path: { reference } }, 'text/csv'), {
    onDone: (_, file) => saveBlob(`rules.${reference}.csv`, file),
  })
  return (
    <>
      <PageTitle title={t('titleOf', { collection: collection.name })} />
      <RulesAcrossView
        collection={collection}
        overview={overview}
        table={table}
        values={filters.values}
        choose={filters.choose}
        clear={filters.clear}
        rule={parameters.get('rule') ?? undefined}
        from={Number(parameters.get('from') ?? 0)}
        showsAll={parameters.has('all')}
        hrefWith={(name, value) => `?${withParameter(parameters, name, value)}`}
        moveTo={from => changeParameters(former => withParameter(former, 'from', String(from)))}
        mayChangeRules={may('management.specifications')}
        mayWrite={may('monitoring.remind')}
        onSave={() => save.run(null)}
        isSaving={save.isRunning}
        problem={save.problem}
      />
    </>
  )
}
