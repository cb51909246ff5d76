import type { Transaction } from 'kysely'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { message } from '../../../src/messages/message.ts'
import { ruleOf } from '../../database/queries/results.ts'
import type { Database } from '../../database/schema.ts'
import type { ExplainedRule } from '../../issues/index.ts'
import { rulesFor } from './recordView.ts'

/** A rule of a submission for one of its regulators, as an issue names it. Throws not-found for one that this reader does not see. */
export const ruleOfIssue = async (
  tx: Transaction<Database>,
  actor: UserPrincipal,
  submissionId: string,
  named: { validationCode: string; regulatorCode: string },
): Promise<ExplainedRule> => {
  const rule = await ruleOf(tx, submissionId, named.validationCode)
  const result = rulesFor(actor, rule ? [rule] : [])
    .flatMap(({ rows }) => rows)
    .find(({ regulatorCode }) => regulatorCode === named.regulatorCode)
  if (!result) throw new ProblemError(problem('not-found', message('problems', 'noRule')))
  const { ruleCode: code, name, regulatorCode } = result
  return { code, name, regulatorCode }
}
