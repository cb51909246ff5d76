import { useParams } from 'react-router'
import { isOverviewBehind } from '../../../domain/wire/fileEvents.ts'
import { getProviderOverview } from '../../../domain/wire/providerOverview.ts'
import { PageTitle, useResource, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Page } from '../../../ui/index.ts'
import { isAbsent, WhenLoaded } from '../../common/Loaded.tsx'
import { NotFoundPage } from '../../common/NotFound.tsx'
import { MonitoredProviderView } from './view.tsx'

/** Route `/monitoring/providers/:instId`: one provider over all collections, for who monitors it. */
export function Component() {
  const t = useMessages('monitoring.provider')
  const instId = useParams().instId ?? ''
  const collections = useTable('providerCollections', tableDefaults({ pageSize: 10 }))
  const uploads = useTable('providerUploads', tableDefaults({ pageSize: 10 }))
  const overview = useResource(
    getProviderOverview,
    { path: { instId } },
    {
      refreshOn: message =>
        message.type === 'COLLECTION' ||
        ((message.type === 'ISSUE_STATUS' || message.type === 'FILE_EVENT' || message.type === 'NOTE') &&
          message.instId === instId &&
          (message.type !== 'FILE_EVENT' || isOverviewBehind(message.collectionId, message))),
    },
  )
  if (isAbsent(overview))
    return (
      <NotFoundPage
        problem={overview.problem}
        title={t('notFound.title')}
        back={{ href: '/monitoring', label: t('back') }}
      >
        {t('notFound.text')}
      </NotFoundPage>
    )
  if (overview.data)
    return <MonitoredProviderView overview={overview.data} collections={collections} uploads={uploads} />
  return (
    <Page>
      <PageTitle title={t('title')} />
      <WhenLoaded resource={overview} loading={t('loading')} failed={t('failed')} level={1}>
        {() => null}
      </WhenLoaded>
    </Page>
  )
}
