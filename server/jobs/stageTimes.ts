import { sql, type Transaction } from 'kysely'
import { processingStages } from '../../src/domain/processingProgress.ts'
import { hasResults, statusIdsWhere, statusNameOf, statusOf } from '../../src/domain/status.ts'
import type { StageTime } from '../../src/domain/wire/progress.ts'
import type { Database } from '../database/schema.ts'

/** A file is of similar size where it is at least half and at most twice as large. */
const similar = 2
/** Files that are looked at, the newest first, and how many of them it takes to say anything. */
const lookedAt = 50
const least = 3

const processed = statusIdsWhere(({ name }) => hasResults(name))
const stageIds = processingStages.map(name => statusOf(name).id)

/**
 * How long each stage of processing has taken for files of similar size, by the events of their submissions; empty until three
 * such files have been processed. The transaction's scope has to be 'all': nothing but lengths of time leaves it.
 */
export const stageTimesOf = async (
  tx: Transaction<Database>,
  of: { id: string; file_size: number | null },
): Promise<StageTime[]> => {
  if (of.file_size === null) return []
  const { rows } = await sql<{ status_id: number; low: number; high: number }>`
    with file as (
      select id from submission
      where id <> ${of.id}::uuid and status_id = any(${processed}::int[])
        and file_size between ${of.file_size}::float8 / ${similar} and ${of.file_size}::float8 * ${similar}
      order by uploaded_utc desc nulls last limit ${lookedAt}
    ), spent as (
      select e.to_status_id as status_id,
        extract(epoch from lead(e.occurred_utc) over (partition by e.submission_id order by e.sequence)
          - e.occurred_utc)::float8 as seconds
      from submission_event e join file on file.id = e.submission_id
    )
    select status_id, percentile_cont(0.1) within group (order by seconds) as low,
      percentile_cont(0.9) within group (order by seconds) as high
    from spent where status_id = any(${stageIds}::int[]) and seconds is not null
    group by status_id having count(*) >= ${least}`.execute(tx)
  const times = processingStages.flatMap(stage =>
    rows
      .filter(({ status_id }) => statusNameOf(status_id) === stage)
      .map(({ low, high }) => ({ stage, low, high })),
  )
  return times.length === processingStages.length ? times : []
}
