import type { SubmissionWire } from '../../../domain/wire/submissions.ts'
import type { Decided } from '../../common/decisions/actions.ts'

/** The submission of a page as what is decided about. */
export const decidedOf = ({ provider, uuid, status, fileHash, facts }: SubmissionWire): Decided => ({
  provider: { instId: provider.instId, publishedName: provider.name },
  latestSubmission: { uuid, status, fileHash },
  facts,
})
