import { getLifecycle, type SubmissionHistory } from '../../../domain/wire/inspection.ts'
import { type Resource, useFollow, useResource } from '../../../hooks/index.ts'

/** The history of a submission, kept up to date by live messages; asked for afresh after a gap. */
export const useHistory = (submission: string | undefined): Resource<SubmissionHistory> => {
  const history = useResource(
    getLifecycle,
    submission === undefined ? undefined : { path: { id: submission } },
    { refreshOn: message => message.type === 'FILE_EVENT' && message.submissionId === submission },
  )
  useFollow(history.data?.instId, history.data?.liveSequence)
  return history
}
