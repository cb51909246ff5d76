import { sql, type Transaction } from 'kysely'
import type { IssueSubject } from '../../src/domain/issue.ts'
import { systemPrincipal } from '../../src/domain/principal.ts'
import { explainIssue, type IssueEvent, stepIssue } from '../../src/machines/issue/index.ts'
import type { Database } from '../database/schema.ts'
import type { SpecificationStore } from '../pipeline/specificationStore.ts'
import { gatherIssueFacts } from './facts.ts'
import { lockIssue } from './issueRow.ts'
import { createOverrides } from './overrides.ts'
import { createIssueWriter, type TrackerQueue } from './write.ts'

/**
 * What new results of a submission mean for the issues of the provider's rules, or of its credibility reports (decisions
 * §11): each hears whether its rule is outside tolerance, or its report has shaded cells, and its chart says what follows.
 * Call it in the transaction that stores the results, under the lock of the provider and with the scope 'all'.
 */
export const followResults = async (
  tx: Transaction<Database>,
  subject: IssueSubject,
  submissionId: string,
  { specifications, tracker }: { specifications: SpecificationStore; tracker?: TrackerQueue | undefined },
  at: Date,
): Promise<void> => {
  const { write } = createIssueWriter(createOverrides(specifications), tracker)
  // Results of a submission that was put aside meanwhile, or of online validation, tell nothing of what is submitted.
  const { rows } = await sql<{ id: string }>`select i.id from issue i
    join submission s on s.collection_id = i.collection_id and s.inst_id = i.inst_id and s.mode = 'live' and s.is_latest
    where s.id = ${submissionId}::uuid and i.subject = ${subject} order by i.id`.execute(tx)
  for (const { id } of rows) {
    const issue = await lockIssue(tx, id)
    const facts = issue && (await gatherIssueFacts(tx, { ...issue, issueId: id, raisedFrom: undefined }))
    if (!issue || !facts) continue
    const event: IssueEvent = {
      type: facts.isOutside ? 'RESULTS_OUTSIDE' : 'RESULTS_INSIDE',
      actor: systemPrincipal,
    }
    if (explainIssue(issue.status, facts, event).allowed)
      await write(tx, issue, event, stepIssue(issue.status, facts, event), at)
  }
}
