import type { Transaction } from 'kysely'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { rulesAcross } from '../../../src/domain/rulesAcross.ts'
import { hasResults, statusNameOf } from '../../../src/domain/status.ts'
import type { ProviderWithResults, RuleAcrossWire } from '../../../src/domain/wire/collectionOverview.ts'
import { failedRules, ruleNames, timesRun } from '../../database/queries/results.ts'
import type { Database } from '../../database/schema.ts'
import { setScope } from '../../database/scope.ts'
import type { Monitored } from './collectionRows.ts'
import { rulesFor } from './recordView.ts'

/**
 * Which rules fail at how many of these providers, by the results of the latest submission of each. A specialist regulator
 * gets the rules that name it, with its own figures. Counts alone, no record (decisions §12). The last work of the transaction.
 */
export const ruleOverview = async (
  tx: Transaction<Database>,
  actor: UserPrincipal,
  monitored: readonly Monitored[],
): Promise<{ providers: ProviderWithResults[]; rules: RuleAcrossWire[] }> => {
  const providers = new Map(
    monitored.flatMap(({ provider, latest }) =>
      latest && hasResults(statusNameOf(latest.status_id))
        ? [
            [
              latest.id,
              { instId: provider.inst_id, name: provider.published_name, submissionUuid: latest.id },
            ] as const,
          ]
        : [],
    ),
  )
  const ids = [...providers.keys()]
  // Of submissions that the reader sees alone; asked of each of their results anew, it takes longer than all the rest.
  await setScope(tx, { scope: 'all' })
  const failed = rulesFor(actor, await failedRules(tx, ids))
  const one = new Map(failed.map(({ code, submissionId }) => [code, { code, submissionId }]))
  const findings = failed.flatMap(({ submissionId, code, outside, operational, rows: [result] }) => {
    const provider = providers.get(submissionId)
    if (!provider || !result) return []
    return {
      instId: provider.instId,
      code,
      regulatorCode: result.regulatorCode,
      isOperational: operational,
      isOutside: outside,
      failureCount: result.failureCount,
      populationCount: result.populationCount,
    }
  })
  const names = await ruleNames(tx, [...one.values()])
  return {
    providers: [...providers.values()],
    rules: rulesAcross(findings, await timesRun(tx, ids, [...one.keys()]), names),
  }
}
