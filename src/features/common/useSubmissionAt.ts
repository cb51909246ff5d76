import type { SubmissionMode } from '../../domain/status.ts'
import { useViewer } from '../../hooks/index.ts'
import { type SubmissionHandle, useSubmission } from '../../hooks/submission.ts'
import type { Place } from '../../machines/submission-page/index.ts'
import { isNew, type SubmissionAddress } from './address.ts'

export interface SubmissionAt {
  address: SubmissionAddress
  mode: SubmissionMode
  /** Institution that the address names, if any. */
  named: string | undefined
  /** The page of it that is shown, and whether the viewer may see that. */
  place: Place
  /** Whether the view moves on with the submission. */
  isLed?: boolean
}

/** The submission of an address, and whether it is there: for every page of it, also those without its heading and steps. */
export const useSubmissionAt = ({ address, mode, named, place, isLed }: SubmissionAt): SubmissionHandle => {
  const { principal, isStatutoryCustomer } = useViewer()
  return useSubmission({
    submissionId: isNew(address) ? undefined : address.submissionId,
    instId: 'instId' in address ? address.instId : principal.organisationId,
    named: {
      mode,
      collectionId: address.collectionId,
      reference: 'reference' in address ? address.reference : undefined,
      instId: named,
    },
    place,
    leads: isLed ? { isStatutoryCustomer } : undefined,
  })
}
