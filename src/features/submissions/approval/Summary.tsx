import { useViewer } from '../../../hooks/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { standingOf } from '../../../machines/submission-lifecycle/index.ts'
import type { SubmissionPageContext } from '../shared/page.ts'
import { Deciding } from './Deciding.tsx'
import { useChain } from './useChain.ts'

/** What a regulator decides on: what the agency has on its Approval step, which regulators do not have (mock 21). */
export function Summary({ page, submission }: { page: SubmissionPageContext; submission: KnownSubmission }) {
  const { principal } = useViewer()
  const chain = useChain(page)
  const standing = standingOf(submission.status, submission.facts, principal)
  return <Deciding page={page} submission={submission} chain={chain} standing={standing} />
}
