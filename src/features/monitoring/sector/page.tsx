import { useParams } from 'react-router'
import { deliveryStandings } from '../../../domain/deliveryConfiguration.ts'
import { isCountryCode } from '../../../domain/organisation.ts'
import { type CollectionWire, getCollection } from '../../../domain/wire/collections.ts'
import { isOverviewBehind } from '../../../domain/wire/fileEvents.ts'
import type { LiveMessage } from '../../../domain/wire/live.ts'
import { getSector, getSectorReport } from '../../../domain/wire/sector.ts'
import {
  PageTitle,
  useAction,
  useAddressFilters,
  useResource,
  useServices,
  useTable,
} from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Page } from '../../../ui/index.ts'
import { isAbsent, WhenLoaded } from '../../common/Loaded.tsx'
import { NotFoundPage } from '../../common/NotFound.tsx'
import { SectorView } from './view.tsx'

const filterNames = ['standing', 'report', 'country', 'region', 'instId']
const csv = 'text/csv'

/** Route `/monitoring/:reference/sector`: a collection over all providers of the viewer's right. */
export function Component() {
  const t = useMessages('monitoring.sector')
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
  if (collection.data) return <Sector collection={collection.data} />
  return (
    <Page>
      <PageTitle title={t('title')} />
      <WhenLoaded resource={collection} loading={t('loading')} failed={t('failed')} level={1}>
        {() => null}
      </WhenLoaded>
    </Page>
  )
}

function Sector({ collection }: { collection: CollectionWire }) {
  const t = useMessages('monitoring.sector')
  const { reference } = collection
  const { blob, saveBlob } = useServices()
  const filters = useAddressFilters('sector', filterNames)
  const table = useTable('sectorProviders', tableDefaults({ pageSize: 25 }))
  const { values } = filters
  const standing = deliveryStandings.find(one => one === values.standing) ?? 'SIGNED_OFF'
  const refreshOn = (message: LiveMessage) =>
    message.type === 'FILE_EVENT' && isOverviewBehind(collection.id, message)
  const sector = useResource(getSector, { path: { reference }, query: { standing } }, { refreshOn })
  const reports = sector.data?.reports ?? []
  const code = (reports.find(one => one.code === values.report) ?? reports[0])?.code
  const { country, region, instId } = values
  const reportRequest =
    code === undefined
      ? undefined
      : {
          path: { reference, reportCode: code },
          query: {
            standing,
            ...(country !== undefined && isCountryCode(country) ? { country } : {}),
            ...(region === undefined ? {} : { region }),
            ...(instId === undefined ? {} : { instId }),
          },
        }
  const report = useResource(getSectorReport, reportRequest, { refreshOn })
  const saveCounts = useAction(
    (_: null) => blob(getSector, { path: { reference }, query: { standing } }, csv),
    {
      onDone: (_, file) => saveBlob(`sector.${reference}.csv`, file),
    },
  )
  const saveReport = useAction(
    (request: NonNullable<typeof reportRequest>) => blob(getSectorReport, request, csv),
    {
      onDone: ({ path }, file) => saveBlob(`sector.${reference}.${path.reportCode}.csv`, file),
    },
  )
  return (
    <>
      <PageTitle title={t('titleOf', { collection: collection.name })} />
      <SectorView
        collection={collection}
        sector={sector}
        standing={standing}
        table={table}
        choose={filters.choose}
        values={values}
        report={report}
        reportCode={code}
        onSaveCounts={() => saveCounts.run(null)}
        onSaveReport={reportRequest && (() => saveReport.run(reportRequest))}
        isSaving={saveCounts.isRunning || saveReport.isRunning}
        problem={saveCounts.problem ?? saveReport.problem}
      />
    </>
  )
}
