import { useParams } from 'react-router'
import { getCollection } from '../../../domain/wire/collections.ts'
import { listCollectionEvents } from '../../../domain/wire/management.ts'
import { listSpecifications } from '../../../domain/wire/specifications.ts'
import { useResource, useViewer } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { CollectionView } from './view.tsx'

/** Route `/management/collections/{reference}` (specification 1 §2, §3; decisions §10). */
export function Component() {
  const t = useMessages('management.collection')
  const { reference = '' } = useParams()
  const { principal, may } = useViewer()
  const refreshOn = (message: { type: string; reference?: string }) =>
    message.type === 'COLLECTION' && message.reference === reference
  const collection = useResource(getCollection, { path: { reference } }, { refreshOn })
  const events = useResource(listCollectionEvents, { path: { reference } }, { refreshOn })
  const specifications = useResource(listSpecifications, { query: { state: ['AVAILABLE', 'IN_USE'] } })
  return (
    <WhenLoaded resource={collection} loading={t('loading')} failed={t('failed')} level={1} isWholePage>
      {data => (
        <CollectionView
          collection={data}
          events={events}
          specifications={specifications.data?.specifications}
          onChanged={changed => {
            collection.replace(changed)
            events.refresh()
            specifications.refresh()
          }}
          actor={principal}
          mayAssign={may('management.assign-specification')}
        />
      )}
    </WhenLoaded>
  )
}
