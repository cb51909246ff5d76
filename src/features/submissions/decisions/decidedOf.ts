import { statusOf } from '../../../domain/status.ts'
import { factsToWire } from '../../../domain/wire/facts.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import type { Decided } from '../../common/decisions/actions.ts'

/** The submission of a page as what is decided about. */
export const decidedOf = ({ provider, submissionId, status, fileHash, facts }: KnownSubmission): Decided => ({
  provider: { instId: provider.instId, publishedName: provider.name },
  latestSubmission: { uuid: submissionId, status: { id: statusOf(status).id }, fileHash },
  facts: factsToWire(facts),
})
