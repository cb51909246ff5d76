import type { QueryOf, ResponseOf } from '../../domain/wire/call.ts'
import { isOverviewBehind } from '../../domain/wire/fileEvents.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import { listTasks } from '../../domain/wire/tasks.ts'
import { type Resource, useResource } from '../../hooks/index.ts'

/** Whether a message can have changed somebody's tasks. */
const changesTasks = (message: LiveMessage): boolean =>
  ['ISSUE_STATUS', 'COLLECTION', 'SIGNED_FORM', 'TRANSFER_CONSENT', 'TRANSFERS'].includes(message.type) ||
  (message.type === 'FILE_EVENT' && isOverviewBehind(message.collectionId, message))

/** What the viewer can do now, most urgent first; fetched again when a live message can have changed it. */
export const useTasks = (query: QueryOf<typeof listTasks> = {}): Resource<ResponseOf<typeof listTasks>> =>
  useResource(listTasks, { query }, { refreshOn: changesTasks })
