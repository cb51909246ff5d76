import {
  buildCredibilityReports,
  type CredibilityReports,
  type Ruleset,
  type StoredCells,
} from '../../analysis/index.ts'
import { cellsCode, groupsCode } from '../../database/queries/results.ts'
import { followResults } from '../../issues/follow.ts'
import type { AnalysisStage } from '../stage.ts'
import { type ReportRow, storeReports } from './reportRows.ts'

/** Reports of no chapter, which are listed as additional ones: what is shaded in them is no credibility issue. */
const otherRows = ({ reports }: CredibilityReports, ruleset: Ruleset): ReportRow[] =>
  ruleset.reports.flatMap(({ code, title, chapter, details = '' }) =>
    chapter === undefined
      ? [{ code, title, chapterId: null, failureCount: 0, content: { details, report: reports[code] } }]
      : [],
  )

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
export const reportCredibility: AnalysisStage<'CREDIBILITY'> = async (
  tools,
  { submission, context, analysis, parts },
) => {
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
  const groups: ReportRow = { ...cells, code: groupsCode, title: groupsCode, content: built.groups }
  const rows = [...rowsOf(built), ...otherRows(built, ruleset)]
  return {
    outcome: 'PASSED',
    detail: { reports: rows.length, comparedWith: context.previous?.submissionId ?? null },
    store: async (tx, at) => {
      await storeReports(tx, { ...of, kind: 'credibility' }, rows)
      await storeReports(tx, { ...of, kind: 'history' }, [cells, groups])
      await followResults(tx, 'report', submission.id, tools, at)
    },
  }
}
