import type { SubmissionMode } from '../../domain/status.ts'
import {
  type CollectionWire,
  listCollectionSubmissions,
  type MonitoringRow,
} from '../../domain/wire/collections.ts'
import { isMonitoringBehind, monitoringAfter } from '../../domain/wire/fileEvents.ts'
import { changesCollection, tellsOfIssuesIn } from '../../domain/wire/live.ts'
import { type Resource, useResource } from '../../hooks/index.ts'

/** Every provider of a collection with its latest submission and facts, kept up to date by live messages. */
export const useMonitoringRows = (
  { id, reference }: Pick<CollectionWire, 'id' | 'reference'>,
  mode: SubmissionMode,
): Resource<{ submissions: MonitoringRow[] }> =>
  useResource(
    listCollectionSubmissions,
    { path: { reference }, query: { ovt: mode === 'ovt' ? 'true' : 'false' } },
    {
      refreshOn: (message, data) =>
        changesCollection(message, id) ||
        (mode === 'live' && tellsOfIssuesIn(message, id)) ||
        (message.type === 'FILE_EVENT' &&
          message.collectionId === id &&
          message.facts.mode === mode &&
          isMonitoringBehind(data?.submissions ?? [], message)),
      follow: (data, message) =>
        message.type === 'FILE_EVENT' ? { submissions: monitoringAfter(data.submissions, message) } : data,
    },
  )
