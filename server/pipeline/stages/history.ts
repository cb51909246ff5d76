import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { historyKeys, writeHistory } from '../../analysis/index.ts'
import { objectKey } from '../../storage/index.ts'
import { storeKnown } from '../knownEngagements.ts'
import type { AnalysisStage } from '../stage.ts'
import { storeReports } from './reportRows.ts'

/**
 * Keeps what the next year's record is compared with, as Parquet in the store, and whose engagements these are: what files of
 * other providers are held against.
 */
export const keepHistory: AnalysisStage<'HISTORY'> = async (tools, input) => {
  const { submission, context, analysis, parts, fencingToken } = input
  const { ruleset } = await tools.specifications.load(context.versions)
  // The next year's record is compared with nothing.
  if (!ruleset.manifest.history) return { outcome: 'PASSED', detail: {}, store: async () => undefined }
  await parts.need('records', 'derived')
  const file = join(analysis.workFolder, 'history.parquet')
  await writeHistory(analysis, ruleset, file)
  const known = await historyKeys(analysis, ruleset, file)
  const key = objectKey(submission.instId, submission.id, `history.${fencingToken}.parquet`)
  // Under a name of this attempt: an outdated worker cannot replace what the stored hash stands for.
  const { size, sha256 } = await tools.store.put(key, createReadStream(file))
  const of = { submissionId: submission.id, instId: submission.instId, kind: 'history' as const }
  return {
    outcome: 'PASSED',
    detail: { key, size },
    store: async tx => {
      await storeReports(tx, of, [
        {
          code: 'HISTORY',
          title: 'HISTORY',
          chapterId: null,
          failureCount: 0,
          content: { key, sha256 },
        },
      ])
      await storeKnown(tx, submission.instId, known)
    },
  }
}
