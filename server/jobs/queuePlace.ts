import { type Kysely, sql, type Transaction } from 'kysely'
import { stagesOf } from '../../src/domain/processingProgress.ts'
import type { SubmissionMode } from '../../src/domain/status.ts'
import type { Outage, QueuePlace } from '../../src/domain/wire/progress.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { publishToOwn } from '../live/publish.ts'
import type { JobQueue } from './queue.ts'
import { placesAfterSeconds } from './queues.ts'

type Tx = Transaction<Database>

/** Seconds that a stage is taken to need before any of its kind has ended. */
const usualSeconds = 4
/** Stages that ended last, of which the usual length is the mean. */
const lookedAt = 50

/** The stages of a file on its way to its results, and those that online validation goes through. */
const processing = stagesOf('live')
const onlineValidation = stagesOf('ovt')

/**
 * Every submission that waits for a worker, in the order in which workers take them, with the seconds that those before it
 * and those in hand still need, shared by the workers that are busy now: while somebody waits, all of them are. A submission
 * needs its stage and all that follow in its mode. A stage that was put back because something is away waits as well; while
 * nothing but that is left to be done, everybody hears what they all wait for.
 */
const waiting = sql`
  with stage as (
    select name, position, coalesce(took.seconds, ${usualSeconds}::float8) as seconds
    from unnest(${[...processing]}::text[]) with ordinality as s (name, position)
    left join (
      select stage, avg(seconds) as seconds
      from (
        select data ->> 'stage' as stage, extract(epoch from completed_on - started_on)::float8 as seconds,
          row_number() over (partition by data ->> 'stage' order by completed_on desc) as age
        from pgboss.job where name = 'stage' and state = 'completed'
      ) ended
      where age <= ${lookedAt} group by stage
    ) took on took.stage = s.name
  ), open as (
    select j.id, j.singleton_key, j.state, j.priority, j.created_on, j.output ->> 'awaits' as awaits,
      coalesce((select sum(later.seconds) from stage own join stage later on later.position >= own.position
          and (j.data ->> 'mode' is distinct from 'ovt' or later.name = any(${[...onlineValidation]}::text[]))
        where own.name = j.data ->> 'stage'), ${usualSeconds}::float8) as seconds
    from pgboss.job j
    where j.name = 'stage' and (j.state = 'active' or j.state < 'active' and not j.blocked
      and (j.start_after <= now() or j.output ->> 'awaits' is not null))
  ), busy as (
    select count(*) as workers, coalesce(sum(seconds), 0) as seconds from open where state = 'active'
  )
  select o.singleton_key::uuid as id, row_number() over behind as place,
    case when busy.workers = 0 then (select min(awaits) from open where state < 'active') end as awaits,
    ceil((sum(o.seconds) over behind - o.seconds + busy.seconds) / greatest(1, busy.workers)) as seconds
  from open o, busy where o.state < 'active'
  window behind as (order by o.priority desc, o.created_on, o.id)`

interface WaitingRow {
  id: string
  place: number
  seconds: number
  awaits: Outage | null
}

const placeOf = ({ place, seconds, awaits }: WaitingRow): QueuePlace => ({
  place,
  seconds,
  ...(awaits ? { awaits } : {}),
})

/** Where a submission stands in the queue; null when it waits for no worker. */
export const queuePlaceOf = async (tx: Tx, submissionId: string): Promise<QueuePlace | null> => {
  const { rows } =
    await sql<WaitingRow>`select * from (${waiting}) w where w.id = ${submissionId}::uuid`.execute(tx)
  return rows[0] ? placeOf(rows[0]) : null
}

/** How many stages wait for a worker. Jobs carry ids only, so this needs no scope and no transaction. */
const countWaiting = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = 'stage' and state < 'active'`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * So many are told in a second, on average. Each is told over all sockets of its provider: in a long queue, told anew whenever
 * somebody moves, that would take more than the work on the files, and the queue would grow by it.
 */
const toldInASecond = 20

/** Tells every provider whose submission waits where it stands now. The more of them wait, the later it is before the next time. */
export const createPlaceTeller =
  ({
    db,
    clock,
    queue,
  }: {
    db: Kysely<Database>
    clock: { now: () => Date }
    queue: Pick<JobQueue, 'placesMoved'>
  }) =>
  async (): Promise<void> => {
    const count = await countWaiting(db)
    if (count === 0) return
    const seconds = Math.ceil(count / toldInASecond)
    // Before anybody is told: whoever moves from now on finds the next time asked for, and asks for no earlier one.
    if (seconds > placesAfterSeconds) await queue.placesMoved(seconds)
    await withScope(db, { scope: 'all' }, async tx => {
      const { rows } = await sql<WaitingRow & { collectionId: string; instId: string; mode: SubmissionMode }>`
        select w.*, s.collection_id as "collectionId", s.inst_id as "instId", s.mode
        from (${waiting}) w join submission s on s.id = w.id order by s.inst_id`.execute(tx)
      const at = clock.now()
      const places = rows.map(row => ({
        type: 'QUEUE_PLACE' as const,
        submissionId: row.id,
        collectionId: row.collectionId,
        instId: row.instId,
        mode: row.mode,
        occurredAt: at.toISOString(),
        queue: placeOf(row),
      }))
      publishToOwn(tx, places, at)
    })
  }
