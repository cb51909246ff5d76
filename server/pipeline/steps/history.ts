import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { historyKeys, writeHistory } from '../../analysis/index.ts'
import { objectKey } from '../../storage/index.ts'
import { storeKnown } from '../knownEngagements.ts'
import type { AnalysisStep } from '../pipeline.ts'
import { storeReports } from './reportRows.ts'

/**
 * Keeps what the next year's record is compared with, as Parquet in the store, and whose engagements these are: what files of
 * other providers are held against.
 */
export const keepHistory: AnalysisStep = async (tools, { submission, subject, context }) => {
  const { ruleset } = await tools.content.load(subject.versions)
  const file = join(context.workFolder, 'history.parquet')
  await writeHistory(context, ruleset, file)
  const known = await historyKeys(context, ruleset, file)
  const key = objectKey(submission.instId, submission.id, 'history.parquet')
  const { size, sha256 } = await tools.store.put(key, createReadStream(file))
  const of = { submissionId: submission.id, instId: submission.instId, kind: 'history' as const }
  return {
    outcome: 'PASSED',
    detail: { key, size },
    store: async tx => {
      await storeReports(tx, of, [
        {
          code: 'HISTORY',
          title: 'Record of the year',
          chapterId: null,
          failureCount: 0,
          content: { key, sha256 },
        },
      ])
      await storeKnown(tx, submission.instId, known)
    },
  }
}
