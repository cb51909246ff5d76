import type { SubmissionMode } from '../../domain/status.ts'
import type { CollectionWire } from '../../domain/wire/collections.ts'
import { factsFromWire } from '../../domain/wire/facts.ts'
import { isListBehind, listAfter } from '../../domain/wire/fileEvents.ts'
import { changesCollection } from '../../domain/wire/live.ts'
import { useResource, useViewer } from '../../hooks/index.ts'
import { modes } from './modes.ts'

/** The submissions of the viewer's organisation in a collection, and the facts by which another upload is judged. */
export const useOwnSubmissions = (mode: SubmissionMode, collection: CollectionWire) => {
  const { principal } = useViewer()
  const submissions = useResource(
    modes[mode].list,
    { query: { collectionId: collection.id, instId: principal.organisationId } },
    {
      refreshOn: (message, data) =>
        changesCollection(message, collection.id) ||
        (message.type === 'FILE_EVENT' &&
          message.collectionId === collection.id &&
          message.facts.mode === mode &&
          isListBehind(data?.submissions ?? [], message)),
      follow: (data, message) =>
        message.type === 'FILE_EVENT' ? { submissions: listAfter(data.submissions, message) } : data,
    },
  )
  const known = submissions.data?.submissions[0]?.Facts ?? collection.newSubmission?.[mode]
  return { submissions, facts: known ? factsFromWire(known) : undefined }
}
