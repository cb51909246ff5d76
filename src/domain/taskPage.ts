import { issuePage } from './issue.ts'
import { landingPage } from './landingPage.ts'
import type { OrganisationType } from './organisation.ts'
import { type StatusName, type SubmissionPage, statusOf } from './status.ts'
import {
  additionalReportPath,
  newSubmissionId,
  pagePath,
  type SubmissionAddress,
  transfersPath,
} from './submissionPath.ts'
import type { TaskAction } from './tasks.ts'

/** What the page of a task is found by. */
export interface TaskPlace {
  action: TaskAction
  collection: { id: string; reference: string }
  provider: { instId: string }
  /** The provider's latest submission; null without one, and of an issue. */
  submissionId: string | null
  status: StatusName
  issueId: string | null
}

const pageOf = (action: TaskAction, status: StatusName, type: OrganisationType): SubmissionPage => {
  switch (action) {
    case 'upload':
      // The page of the last file shows what is wrong with it, or why another one is required.
      return statusOf(status).page
    case 'correct':
    case 'submit':
      return 'submit'
    case 'requestSignOff':
    case 'returnForm':
      return 'signoff'
    case 'reprocess':
      return 'processing'
    default:
      return landingPage(status, { isStatutoryCustomer: type === 'statutory_customer' })
  }
}

/** The page on which a person of this kind of organisation does the task (decisions §16). */
export const taskPage = (
  { action, collection, provider, submissionId, status, issueId }: TaskPlace,
  type: OrganisationType,
): string => {
  if (issueId !== null) return issuePage(issueId)
  const isProvider = type === 'provider'
  const address: SubmissionAddress = isProvider
    ? { area: 'submissions', collectionId: collection.id, submissionId: submissionId ?? newSubmissionId }
    : {
        area: 'monitoring',
        reference: collection.reference,
        collectionId: collection.id,
        instId: provider.instId,
        submissionId: submissionId ?? newSubmissionId,
      }
  if (action === 'agreeToTransfers')
    return submissionId === null ? transfersPath(collection.id) : additionalReportPath(address, 'PGRIN')
  const page = pageOf(action, status, type)
  // A file that never arrived has nothing to show, so its page is that of the next upload.
  return pagePath(page === 'upload' ? { ...address, submissionId: newSubmissionId } : address, page)
}
