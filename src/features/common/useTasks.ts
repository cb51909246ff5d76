import type { QueryOf, ResponseOf } from '../../domain/wire/call.ts'
import { isFileListBehind, isOverviewBehind } from '../../domain/wire/fileEvents.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import { listTasks } from '../../domain/wire/tasks.ts'
import { type Resource, useResource, useViewer } from '../../hooks/index.ts'

const otherCauses: readonly LiveMessage['type'][] = [
  'ISSUE_STATUS',
  'COLLECTION',
  'SIGNED_FORM',
  'TRANSFER_CONSENT',
  'TRANSFERS',
]

/** What the viewer can do now, most urgent first; fetched again when a live message can have changed it. */
export const useTasks = (query: QueryOf<typeof listTasks> = {}): Resource<ResponseOf<typeof listTasks>> => {
  const { isProvider } = useViewer()
  return useResource(
    listTasks,
    { query },
    {
      refreshOn: message =>
        otherCauses.includes(message.type) ||
        (message.type === 'FILE_EVENT' &&
          // A provider's own turn ends when its upload begins; approvers act only on files that rest.
          (isProvider
            ? isFileListBehind(message.collectionId, message)
            : isOverviewBehind(message.collectionId, message))),
    },
  )
}
