import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { writeHistory } from '../../analysis/index.ts'
import { objectKey } from '../../storage/index.ts'
import type { AnalysisStep } from '../pipeline.ts'
import { storeReports } from './reportRows.ts'

/** Keeps what the next year's record is compared with: the expected population as Parquet in the store. */
export const keepHistory: AnalysisStep = async (tools, { submission, subject, context }) => {
  const { ruleset } = await tools.content.load(subject.versions)
  const file = join(context.workFolder, 'history.parquet')
  await writeHistory(context, ruleset, file)
  const key = objectKey(submission.instId, submission.id, 'history.parquet')
  const { size, sha256 } = await tools.store.put(key, createReadStream(file))
  const of = { submissionId: submission.id, instId: submission.instId, kind: 'history' as const }
  return {
    outcome: 'PASSED',
    detail: { key, size },
    store: tx =>
      storeReports(tx, of, [
        {
          code: 'HISTORY',
          title: 'Record of the year',
          chapterId: null,
          failureCount: 0,
          content: { key, sha256 },
        },
      ]),
  }
}
