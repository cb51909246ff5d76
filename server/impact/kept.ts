import { sql, type Transaction } from 'kysely'
import type { ImpactFindings } from '../../src/domain/impact.ts'
import { latestSubmissions, type SubmissionRow } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** The latest submissions of a collection that have results. */
export const latestWithResults = async (tx: Tx, reference: string): Promise<SubmissionRow[]> => {
  const latest = await latestSubmissions(tx, { collectionReference: reference })
  const { rows } = await sql<{ id: string }>`select distinct submission_id as id from quality_rule_result
    where submission_id = any(${latest.map(({ id }) => id)}::uuid[])`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  return latest.filter(({ id }) => known.has(id))
}

/** Keeps what would change for a provider, in the transaction that settles its row. */
export const keepImpact = async (
  tx: Tx,
  jobId: string,
  instId: string,
  findings: ImpactFindings,
): Promise<void> => {
  await sql`insert into impact_row (job_id, inst_id, findings)
    values (${jobId}::uuid, ${instId}, ${JSON.stringify(findings)}::jsonb) on conflict do nothing`.execute(tx)
}

/** What would change, by provider. */
export const impactOf = async (
  tx: Tx,
  jobId: string,
): Promise<{ instId: string; provider: string; findings: ImpactFindings }[]> => {
  const { rows } = await sql<{ instId: string; provider: string; findings: ImpactFindings }>`
    select i.inst_id as "instId", o.published_name as provider, i.findings
    from impact_row i join organisation o on o.id = i.inst_id
    where i.job_id = ${jobId}::uuid order by i.inst_id`.execute(tx)
  return rows
}
