import { nextCollection } from '../../../domain/collectionSeries.ts'
import { screenPermissions } from '../../../domain/routes.ts'
import { defaultStream } from '../../../domain/stream.ts'
import { listCollections } from '../../../domain/wire/collections.ts'
import { createCollection } from '../../../domain/wire/management.ts'
import { PageTitle, useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
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
  const create = useAction(
    (entered: FormData) =>
      call(createCollection, {
        body: {
          reference: text(entered, 'reference'),
          name: text(entered, 'name'),
          streamId: defaultStream.id,
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
          <NewCollectionView
            next={nextCollection(defaultStream.id, collections)}
            onCreate={create.run}
            isCreating={create.isRunning}
            problem={create.problem}
          />
        )}
      </WhenLoaded>
    </>
  )
}
