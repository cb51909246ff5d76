import { type Kysely, sql, type Transaction } from 'kysely'
import { deliveredStatuses } from '../../src/domain/deliveryConfiguration.ts'
import { ProblemError } from '../../src/domain/problem.ts'
import { statusOf } from '../../src/domain/status.ts'
import { buildCredibilityReports, type CredibilityReports } from '../analysis/index.ts'
import { cellsCode, groupsCode } from '../database/queries/results.ts'
import { submissionById } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { type JobQueue, type Making, PermanentFault } from '../jobs/index.ts'
import type { AnalysisReader, SpecificationStore } from '../pipeline/index.ts'

type Tx = Transaction<Database>

/** Submissions that are asked for at one look. */
const atOnce = 100

/** The attempt that made the credibility tables of a submission; undefined where there are none, or it has its groups. */
const attemptWithout = async (tx: Tx, submissionId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ token: string }>`
    select coalesce(max(t.fencing_token), 0)::text as token
    from report c left join stage_result t on t.submission_id = c.submission_id and t.stage = 'CREDIBILITY'
    where c.submission_id = ${submissionId}::uuid and c.kind = 'history' and c.code = ${cellsCode}
      and not exists (select 1 from report g
        where g.submission_id = c.submission_id and g.kind = 'history' and g.code = ${groupsCode})
    having count(*) > 0`.execute(tx)
  return rows[0]?.token
}

/**
 * What is added up over providers, of submissions that were processed before it was kept: it is made of their records by a job of
 * each, once.
 */
export const createSectorGroups = (options: {
  db: Kysely<Database>
  queue: Pick<JobQueue, 'enqueueSectorGroups'>
  reader: Pick<AnalysisReader, 'read'>
  specifications: SpecificationStore
}): Making<'sectorGroups'> & { look: () => Promise<void> } => {
  const { db, queue, reader, specifications } = options
  const statusIds = deliveredStatuses('PROCESSED').map(name => statusOf(name).id)

  const build = async (
    { schemaVersion, rulesetVersion }: { schemaVersion: string; rulesetVersion: string },
    submissionId: string,
    signal: AbortSignal,
  ): Promise<CredibilityReports['groups'] | undefined> => {
    const { ruleset } = await specifications.load({ schemaVersion, rulesetVersion })
    try {
      const built = await reader.read(
        submissionId,
        ['records', 'derived'],
        source => buildCredibilityReports({ ...source, onProgress: () => undefined }, ruleset),
        signal,
      )
      return built.groups
    } catch (error) {
      // Such as a record that is not kept any more: no further try would make it.
      if (error instanceof PermanentFault) return undefined
      if (error instanceof ProblemError && error.problem.kind === 'not-found') return undefined
      throw error
    }
  }

  return {
    /** Has what is missing made. */
    look: () =>
      withScope(db, { scope: 'all' }, async tx => {
        const { rows } = await sql<{ id: string }>`
          select s.id from submission s
          where s.mode = 'live' and s.is_latest and s.has_stored_file and s.status_id = any(${statusIds}::int[])
            and exists (select 1 from report r where r.submission_id = s.id and r.kind = 'history' and r.code = ${cellsCode})
            and not exists (select 1 from report r
              where r.submission_id = s.id and r.kind = 'history' and r.code = ${groupsCode})
          order by s.uploaded_utc desc limit ${atOnce}`.execute(tx)
        for (const { id } of rows) await queue.enqueueSectorGroups(tx, { submissionId: id }, `groups:${id}`)
      }),

    /** Makes it of one submission. What processing has made meanwhile stays. */
    make: async ({ data: { submissionId }, signal }) => {
      const { row, attempt } = await withScope(db, { scope: 'all' }, async tx => ({
        row: await submissionById(tx, submissionId),
        attempt: await attemptWithout(tx, submissionId),
      }))
      if (attempt === undefined || !row || row.schema_version === null || row.ruleset_version === null) return
      const versions = { schemaVersion: row.schema_version, rulesetVersion: row.ruleset_version }
      const groups = await build(versions, submissionId, signal)
      if (!groups) return
      await withScope(db, { scope: 'all' }, async tx => {
        if ((await attemptWithout(tx, submissionId)) !== attempt) return
        await sql`insert into report (submission_id, inst_id, kind, code, title, failure_count, content)
          values (${submissionId}::uuid, ${row.inst_id}, 'history', ${groupsCode}, ${groupsCode}, 0,
            ${JSON.stringify(groups)}::jsonb)
          on conflict do nothing`.execute(tx)
      })
    },

    // The provider stays left out; its job is kept for a while, so that it is not asked for again at once.
    giveUp: async () => undefined,
  }
}
