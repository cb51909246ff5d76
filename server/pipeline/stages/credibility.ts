import { buildCredibilityReports, type CredibilityReports, type StoredCells } from '../../analysis/index.ts'
import { cellsCode } from '../../database/queries/results.ts'
import { followResults } from '../../issues/follow.ts'
import type { AnalysisStage } from '../stage.ts'
import { type ReportRow, storeReports } from './reportRows.ts'

const rowsOf = ({ chapters, reports }: CredibilityReports): ReportRow[] =>
  chapters.flatMap(({ chapterId, chapterName, reports: listed }) =>
    listed.map(({ ReportCode, Title, failureCount }) => ({
      code: ReportCode,
      title: Title,
      chapterId,
      failureCount,
      content: { chapterName, report: reports[ReportCode] },
    })),
  )

/** Counts the credibility tables, shaded against the last signed-off record; their figures are kept for comparisons. */
export const reportCredibility: AnalysisStage = async (tools, { submission, context, analysis, parts }) => {
  const { ruleset } = await tools.specifications.load(context.versions)
  await parts.need('records', 'derived')
  const previousCells = context.previous?.cells as StoredCells | undefined
  const built = await buildCredibilityReports(analysis, ruleset, previousCells ? { previousCells } : {})
  const of = { submissionId: submission.id, instId: submission.instId }
  const cells: ReportRow = {
    code: cellsCode,
    title: cellsCode,
    chapterId: null,
    failureCount: 0,
    content: built.cells,
  }
  const rows = rowsOf(built)
  return {
    outcome: 'PASSED',
    detail: { reports: rows.length, comparedWith: context.previous?.submissionId ?? null },
    store: async (tx, at) => {
      await storeReports(tx, { ...of, kind: 'credibility' }, rows)
      await storeReports(tx, { ...of, kind: 'history' }, [cells])
      await followResults(tx, 'report', submission.id, tools, at)
    },
  }
}
