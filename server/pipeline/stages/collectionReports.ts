import { message } from '../../../src/messages/message.ts'
import { buildAdditionalReports } from '../../analysis/index.ts'
import { inEnglish } from '../../messages.ts'
import type { AnalysisStage } from '../stage.ts'
import { type ReportRow, storeReports } from './reportRows.ts'

/** What other providers say of students who come from them is read where it is asked for: it changes with their submissions. */
const transfersIn: ReportRow = {
  code: 'PGRIN',
  title: inEnglish(message('server', 'transfersIn.title')),
  chapterId: null,
  failureCount: 0,
  content: { details: '' },
}

/** Makes the additional reports of the collection: frequency counts and the lists of the ruleset. */
export const reportCollection: AnalysisStage<'COLLECTION_REPORTS'> = async (
  tools,
  { submission, context, analysis, parts, fencingToken },
) => {
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
    ...(ruleset.manifest.transfers ? [transfersIn] : []),
  ]
  return {
    outcome: 'PASSED',
    detail: { reports: ['FREQCOUNT', ...listings.map(({ code }) => code)] },
    store: async tx => {
      await storeReports(
        tx,
        { submissionId: submission.id, instId: submission.instId, kind: 'additional' },
        rows,
      )
      // The last stage: everything that is delivered is there.
      await tools.deliveries.enqueueDeliverySet(
        tx,
        { submissionId: submission.id },
        `delivery-set:${submission.id}:${fencingToken}`,
      )
    },
  }
}
