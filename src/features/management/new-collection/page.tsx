import { withParameter } from '../../../domain/addressFilters.ts'
import { nextCollection } from '../../../domain/collectionSeries.ts'
import { screenPermissions } from '../../../domain/routes.ts'
import { chosenStream } from '../../../domain/stream.ts'
import { listCollections } from '../../../domain/wire/collections.ts'
import { createCollection, listStreams } from '../../../domain/wire/management.ts'
import {
  PageTitle,
  useAction,
  useAddress,
  useResource,
  useServices,
  useViewer,
} from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { NewCollectionView } from './view.tsx'

const text = (entered: FormData, name: string): string => String(entered.get(name) ?? '').trim()

/** Route `/management/collections/new` (decisions §10). */
export function Component() {
  const t = useMessages('management.collections')
  const { may } = useViewer()
  const { call, navigate } = useServices()
  const known = useResource(listCollections, {})
  const listed = useResource(listStreams, {})
  const [address, change] = useAddress()
  const stream = chosenStream(listed.data?.streams ?? [], address.get('stream') ?? undefined)
  const create = useAction(
    (entered: FormData) =>
      call(createCollection, {
        body: {
          reference: text(entered, 'reference'),
          name: text(entered, 'name'),
          streamId: stream?.id ?? '',
          referencePeriodStart: text(entered, 'start'),
          referencePeriodEnd: text(entered, 'end'),
        },
      }),
    {
      onDone: (_, { name }) => {
        notify({ tone: 'good', title: t('new.created'), text: name })
        navigate('/management/collections')
      },
    },
  )
  if (!may(screenPermissions.newCollection))
    return <AccessDenied level={1} permission={screenPermissions.newCollection} />
  return (
    <>
      <PageTitle title={t('new.title')} />
      <WhenLoaded
        resource={known}
        loading={t('new.loading')}
        failed={t('failed.title')}
        failedText={t('failed.text')}
        level={1}
      >
        {({ collections }) => (
          <WhenLoaded resource={listed} loading={t('new.loading')} failed={t('streams.loadFailed')} level={1}>
            {({ streams }) => (
              <NewCollectionView
                stream={stream}
                streams={streams}
                onStream={id => change(former => withParameter(former, 'stream', id), { replace: true })}
                onStreamsChanged={listed.refresh}
                next={stream && nextCollection(stream.id, collections)}
                onCreate={create.run}
                isCreating={create.isRunning}
                problem={create.problem}
              />
            )}
          </WhenLoaded>
        )}
      </WhenLoaded>
    </>
  )
}
