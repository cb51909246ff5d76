import { type RawBuilder, sql, type Transaction } from 'kysely'
import { hasResults, isSignedOff, statuses, statusIdsWhere } from '../../../src/domain/status.ts'
import type { Database } from '../schema.ts'
import type { Reads } from '../together.ts'
import { idOfCollectionBefore } from './collections.ts'
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
  tx: Reads,
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

/** A submission of the provider that a year was settled with. */
export interface SignedOffUpload extends Upload {
  collection_name: string
  student_count: number | null
}

/** How many students a submission has; undefined where it is not known. */
export const studentCountOf = async (tx: Tx, submissionId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ students: number | null }>`
    select student_count as students from submission where id = ${submissionId}::uuid`.execute(tx)
  return rows[0]?.students ?? undefined
}

const signedOff = statusIdsWhere(({ name }) => isSignedOff(name))

/**
 * SQL of the id of what is meant by last year: the provider's signed-off submission, with a file, of the collection before this
 * one of the same stream. There is none while that is amended: what counts is known once the amendment is signed off.
 */
export const idOfLastYear = ({
  collectionId,
  instId,
}: {
  collectionId: string
  instId: string
}): RawBuilder<string> => sql<string>`(
  select y.id from submission y
  where y.collection_id = ${idOfCollectionBefore(collectionId)} and y.inst_id = ${instId} and y.mode = 'live'
    and y.is_latest and y.status_id = any(${[...signedOff]}::int[]) and y.uploaded_utc is not null)`

/** The submission of last year. Undefined where there is none, and for files of online validation. */
export const lastYearOf = async (
  tx: Reads,
  of: Pick<SubmissionRow, 'collection_id' | 'inst_id' | 'mode'>,
): Promise<SignedOffUpload | undefined> => {
  if (of.mode !== 'live') return undefined
  const { rows } = await sql<SignedOffUpload>`
    select s.id, s.file_name, s.uploaded_utc, s.student_count, c.name as collection_name
    from submission s join collection c on c.id = s.collection_id
    where s.id = ${idOfLastYear({ collectionId: of.collection_id, instId: of.inst_id })}`.execute(tx)
  return rows[0]
}

/** What failed of each rule in these submissions, in their order; null where a submission has no result of the rule. */
export const trendsOf = async (
  tx: Reads,
  submissionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly (number | null)[]>> => {
  const { rows } = await sql<{ submission_id: string; failed: Record<string, number> }>`
    select submission_id, failed from quality_report where submission_id = any(${[...submissionIds]}::uuid[])`.execute(
    tx,
  )
  const trends = new Map<string, (number | null)[]>()
  for (const { submission_id, failed } of rows) {
    const place = submissionIds.indexOf(submission_id)
    for (const [rule, count] of Object.entries(failed)) {
      const trend = trends.get(rule) ?? submissionIds.map(() => null)
      trend[place] = count
      trends.set(rule, trend)
    }
  }
  return trends
}

/** How many rules of each of these submissions are outside tolerance, and how many there are; without those that have no results. */
export const rulesOutside = async (
  tx: Tx,
  submissionIds: readonly string[],
): Promise<ReadonlyMap<string, { outside: number; total: number }>> => {
  const { rows } = await sql<{ id: string; outside: number; total: number }>`
    select submission_id as id, (count(*) filter (where outside))::int as outside, count(*)::int as total
    from quality_rule_result where submission_id = any(${[...submissionIds]}::uuid[])
    group by submission_id`.execute(tx)
  return new Map(rows.map(({ id, ...rules }) => [id, rules]))
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

/** How one rule went in the last submissions, of which `earlier` came before this one. */
export const uploadsOf = async (tx: Tx, submission: Current, earlier: readonly Upload[], code: string) => {
  const uploads = uploadsUpTo(submission, earlier)
  const { rows } = await sql<{ id: string; failed: number | null }>`
    select submission_id as id, (failed ->> ${code})::float8 as failed from quality_report
    where submission_id = any(${uploads.map(({ submissionId }) => submissionId)}::uuid[])`.execute(tx)
  const failed = new Map(rows.map(row => [row.id, row.failed]))
  return uploads.map(upload => ({ ...upload, Failed: failed.get(upload.submissionId) ?? null }))
}
