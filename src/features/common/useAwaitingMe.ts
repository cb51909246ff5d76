import { type AwaitingMe, type CollectionWire, listAwaitingMe } from '../../domain/wire/collections.ts'
import { isOverviewBehind } from '../../domain/wire/fileEvents.ts'
import { changesCollection } from '../../domain/wire/live.ts'
import { useResource } from '../../hooks/index.ts'

/** Submissions of the collection that the viewer can move on now, the longest waiting first; undefined while they load. */
export const useAwaitingMe = ({
  id,
  reference,
}: Pick<CollectionWire, 'id' | 'reference'>): readonly AwaitingMe[] | undefined =>
  useResource(
    listAwaitingMe,
    { path: { reference } },
    {
      refreshOn: message =>
        changesCollection(message, id) || (message.type === 'FILE_EVENT' && isOverviewBehind(id, message)),
    },
  ).data?.submissions
