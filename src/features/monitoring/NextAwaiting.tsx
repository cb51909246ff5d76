import { type CollectionWire, listAwaitingMe } from '../../domain/wire/collections.ts'
import { changesCollection } from '../../domain/wire/live.ts'
import { useResource } from '../../hooks/index.ts'
import { NextSubmission } from '../common/NextSubmission.tsx'

/** The way to what has awaited the viewer longest in the collection; nothing where nothing does. */
export function NextAwaiting({ collection }: { collection: CollectionWire }) {
  const waiting = useResource(
    listAwaitingMe,
    { path: { reference: collection.reference } },
    {
      refreshOn: message =>
        changesCollection(message, collection.id) ||
        (message.type === 'FILE_EVENT' && message.collectionId === collection.id),
    },
  )
  const [next] = waiting.data?.submissions ?? []
  return next ? <NextSubmission collection={collection} next={next} /> : null
}
