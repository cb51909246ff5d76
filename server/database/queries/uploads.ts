import { sql, type Transaction } from 'kysely'
import { hasResults, statuses } from '../../../src/domain/status.ts'
import type { Database } from '../schema.ts'
import type { SubmissionRow } from './submissions.ts'

type Tx = Transaction<Database>

/** A submission with results, as others are held against it. */
export interface Upload {
  id: string
  file_name: string
  uploaded_utc: Date
}

const withResults = statuses.filter(({ name }) => hasResults(name)).map(({ id }) => id)

/**
 * The provider's live submissions of this collection that came before this one and have results, newest first (decisions §12).
 * Files of online validation have none: only the last of them is kept.
 */
export const earlierUploads = async (
  tx: Tx,
  of: Pick<SubmissionRow, 'collection_id' | 'inst_id' | 'mode' | 'created_utc'>,
): Promise<Upload[]> => {
  if (of.mode !== 'live') return []
  const { rows } = await sql<Upload>`select id, file_name, uploaded_utc from submission
    where collection_id = ${of.collection_id} and inst_id = ${of.inst_id} and mode = 'live'
      and created_utc < ${of.created_utc} and uploaded_utc is not null
      and status_id = any(${withResults}::int[])
    order by created_utc desc, id`.execute(tx)
  return rows
}

/** What failed of each rule in these submissions, in their order; null where a submission has no result of the rule. */
export const trendsOf = async (
  tx: Tx,
  submissionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly (number | null)[]>> => {
  const { rows } = await sql<{ submission_id: string; code: string; failed: number }>`
    select submission_id, code,
      coalesce((result #>> '{rows,0,measuredPercent}')::float8, failure_count::float8) as failed
    from quality_rule_result where submission_id = any(${[...submissionIds]}::uuid[])`.execute(tx)
  const trends = new Map<string, (number | null)[]>()
  for (const { submission_id, code, failed } of rows) {
    const trend = trends.get(code) ?? submissionIds.map(() => null)
    trend[submissionIds.indexOf(submission_id)] = failed
    trends.set(code, trend)
  }
  return trends
}

/** Submissions of which is told how a rule went. */
const trendLength = 6

type Current = Pick<
  SubmissionRow,
  'id' | 'collection_id' | 'inst_id' | 'mode' | 'created_utc' | 'uploaded_utc'
>

/** The last submissions with results, this one last: what is told of a rule's way. */
export const uploadsUpTo = (
  submission: Current,
  earlier: readonly Upload[],
): { submissionId: string; uploadedDate: string }[] =>
  [
    ...earlier.slice(0, trendLength - 1).toReversed(),
    { id: submission.id, uploaded_utc: submission.uploaded_utc ?? submission.created_utc },
  ].map(({ id, uploaded_utc }) => ({ submissionId: id, uploadedDate: uploaded_utc.toISOString() }))

/** How one rule went in the last submissions. */
export const uploadsOf = async (tx: Tx, submission: Current, code: string) => {
  const uploads = uploadsUpTo(submission, await earlierUploads(tx, submission))
  const trends = await trendsOf(
    tx,
    uploads.map(({ submissionId }) => submissionId),
  )
  return uploads.map((upload, at) => ({ ...upload, Failed: trends.get(code)?.[at] ?? null }))
}
