import type { Transaction } from 'kysely'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { rulesAcross } from '../../../src/domain/rulesAcross.ts'
import { hasResults, statusNameOf } from '../../../src/domain/status.ts'
import type { RuleAcrossWire } from '../../../src/domain/wire/collectionOverview.ts'
import { failedRules, timesRun } from '../../database/queries/results.ts'
import type { Database } from '../../database/schema.ts'
import type { Monitored } from './collectionRows.ts'
import { rulesFor } from './recordView.ts'

/**
 * Which rules fail at how many of these providers, by the results of the latest submission of each. A specialist regulator
 * gets the rules that name it, with its own figures. Counts alone, no record (decisions §12).
 */
export const ruleOverview = async (
  tx: Transaction<Database>,
  actor: UserPrincipal,
  monitored: readonly Monitored[],
): Promise<{ providers: number; rules: RuleAcrossWire[] }> => {
  const latest = new Map(
    monitored.flatMap(({ provider, latest: submission }) =>
      submission && hasResults(statusNameOf(submission.status_id))
        ? [[submission.id, { instId: provider.inst_id, name: provider.published_name }] as const]
        : [],
    ),
  )
  const ids = [...latest.keys()]
  const findings = (await failedRules(tx, ids)).flatMap(failed => {
    const provider = latest.get(failed.submissionId)
    const rule = rulesFor(actor, [failed])[0]
    const result = rule?.rows[0]
    if (!provider || !rule || !result) return []
    return {
      ...provider,
      submissionUuid: failed.submissionId,
      code: rule.code,
      ruleName: result.name,
      regulatorCode: result.regulatorCode,
      isOperational: rule.operational,
      isOutside: rule.outside,
      failureCount: result.failureCount,
      populationCount: result.populationCount,
    }
  })
  return { providers: latest.size, rules: rulesAcross(findings, await timesRun(tx, ids)) }
}
