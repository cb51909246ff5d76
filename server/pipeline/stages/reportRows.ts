import { sql, type Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'

export interface ReportRow {
  code: string
  title: string
  chapterId: number | null
  failureCount: number
  content: unknown
}

/** Replaces the submission's reports of one kind. */
export const storeReports = async (
  tx: Transaction<Database>,
  of: { submissionId: string; instId: string; kind: 'credibility' | 'additional' | 'history' },
  reports: readonly ReportRow[],
): Promise<void> => {
  const codes = reports.map(({ code }) => code)
  if (of.kind === 'history')
    await sql`delete from report where submission_id = ${of.submissionId}::uuid and kind = 'history'
      and code = any(${codes}::text[])`.execute(tx)
  else
    await sql`delete from report where submission_id = ${of.submissionId}::uuid and kind = ${of.kind}`.execute(
      tx,
    )
  if (reports.length === 0) return
  await tx
    .insertInto('report')
    .values(
      reports.map(({ code, title, chapterId, failureCount, content }) => ({
        submission_id: of.submissionId,
        inst_id: of.instId,
        kind: of.kind,
        code,
        chapter_id: chapterId,
        title,
        failure_count: failureCount,
        content: JSON.stringify(content),
      })),
    )
    .execute()
}
