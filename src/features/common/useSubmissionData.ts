import { hasTag, type SubmissionMode, type SubmissionPage, statusNameOf } from '../../domain/status.ts'
import { getCollection } from '../../domain/wire/collections.ts'
import { changesCollection, tellsOfIssues } from '../../domain/wire/live.ts'
import { useResource, useViewer } from '../../hooks/index.ts'
import { stepStates } from '../../machines/stepper/index.ts'
import { selectHistory, selectStatus, selectSubmission } from '../../machines/submission/index.ts'
import type { SubmissionAddress } from './address.ts'
import { useQualityOutcome } from './useQualityOutcome.ts'
import { useSubmissionAt } from './useSubmissionAt.ts'
import { mayView } from './visiblePages.ts'

/** Where the viewer stands: the address, its page, and the institution that the address names, if any. */
export interface Standpoint {
  address: SubmissionAddress
  shown: SubmissionPage | undefined
  mode: SubmissionMode
  named: string | undefined
  /** Whether the view moves on with the submission. */
  isLed?: boolean
}

/** Everything that the pages of one submission share, kept up to date by live messages (specification 2 §4.5). */
export const useSubmissionData = ({ address, shown, mode, named, isLed }: Standpoint) => {
  const { may, isStatutoryCustomer } = useViewer()
  const handle = useSubmissionAt({
    address,
    mode,
    named,
    place: { page: shown, isAllowed: shown === undefined || mayView(shown, mode, may) },
    ...(isLed !== undefined && { isLed }),
  })
  const { beginning, snapshot, page } = handle
  const submission = selectSubmission(snapshot)
  const known = submission ?? beginning
  const collection = useResource(
    getCollection,
    known && page.matches({ loaded: 'misplaced' }) === false
      ? { path: { reference: known.collection.reference } }
      : undefined,
    { refreshOn: message => changesCollection(message, known?.collection.id) },
  )
  const submissionId = submission?.submissionId
  const { commit, quality } = useQualityOutcome({
    submissionId,
    status: selectStatus(snapshot),
    mode,
    // While the file is under way nothing stands against it that would not change before the end.
    refreshOn: message =>
      tellsOfIssues(message, submissionId) ||
      (message.type === 'FILE_EVENT' &&
        message.submissionId === submissionId &&
        !hasTag(statusNameOf(message.status.id), 'busy')),
  })
  const steps = stepStates({
    status: selectStatus(snapshot),
    history: selectHistory(snapshot),
    quality,
    mode,
    isStatutoryCustomer,
  }).filter(step => mayView(step.id, mode, may))
  return { ...handle, submission, collection: collection.data, commit, steps }
}
