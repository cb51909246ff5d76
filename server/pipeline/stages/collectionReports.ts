import { message } from '../../../src/messages/message.ts'
import { buildAdditionalReports } from '../../analysis/index.ts'
import { inEnglish } from '../../messages.ts'
import type { AnalysisStage } from '../stage.ts'
import { type ReportRow, storeReports } from './reportRows.ts'

/** Makes the additional reports of the collection: frequency counts and the lists of the ruleset. */
export const reportCollection: AnalysisStage = async (tools, { submission, context, analysis, parts }) => {
  const { ruleset, codedFields } = await tools.specifications.load(context.versions)
  await parts.need('records', 'derived')
  const { frequencyCounts, listings } = await buildAdditionalReports(analysis, ruleset, { codedFields })
  const rows: ReportRow[] = [
    {
      code: 'FREQCOUNT',
      title: inEnglish(message('server', 'frequencyCounts.title')),
      chapterId: null,
      failureCount: 0,
      content: { details: '', frequencyCounts },
    },
    ...listings.map(({ code, title, details, tabs }) => ({
      code,
      title,
      chapterId: null,
      failureCount: 0,
      content: { details, tabs, hasPrevious: context.previous !== undefined },
    })),
  ]
  return {
    outcome: 'PASSED',
    detail: { reports: rows.map(({ code }) => code) },
    store: tx =>
      storeReports(tx, { submissionId: submission.id, instId: submission.instId, kind: 'additional' }, rows),
  }
}
