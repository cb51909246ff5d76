import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { names } from '../../server/jobs/jobs.ts'
import { type CollectionStateName, collectionStateOf } from '../../src/domain/collection.ts'
import { multiplication } from '../../tests/server/support/multiplication.ts'
import type { PortalServer } from './server.ts'

const query = async <Row extends pg.QueryResultRow>(
  portal: PortalServer,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: portal.database().ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, [...values])).rows
  } finally {
    await client.end()
  }
}

/** Has a job of the clock run now: nobody waits for the next minute. */
export const runJob = async (
  portal: PortalServer,
  queue: 'sweep' | 'auditSeal' | 'notices',
): Promise<void> => {
  const boss = new PgBoss({
    connectionString: portal.database().ownerUrl,
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.send(names[queue], {})
  await boss.stop()
}

/** Puts a collection into another state, as its owner does at the database. */
export const setCollectionState = async (
  portal: PortalServer,
  reference: string,
  state: CollectionStateName,
): Promise<void> => {
  const { id } = collectionStateOf(state)
  await query(portal, 'update collection set state_id = $1 where reference = $2', [id, reference])
}

/** Makes many submissions of the one that went through the portal, with its history. */
export const multiplySubmission = async (portal: PortalServer, count: number): Promise<void> => {
  await query(portal, multiplication(count))
}

/** Gives the results of quality rules so many rules in all, for a ruleset that is larger: copies of them, under other codes. */
export const giveRules = async (portal: PortalServer, count: number): Promise<void> => {
  await query(
    portal,
    `insert into quality_rule_result
      (submission_id, inst_id, code, ordinal, name, outside, operational, population_count, failure_count, result)
    select submission_id, inst_id, code || '.2', ordinal + 1000, name, outside, operational, population_count, failure_count,
      replace(result::text, code, code || '.2')::jsonb
    from quality_rule_result order by ordinal limit (select $1 - count(*) from quality_rule_result)`,
    [count],
  )
}

/** Makes as many further providers, each with a latest submission like that of University of Ashby. */
export const giveToOthers = async (portal: PortalServer, count: number): Promise<void> => {
  await query(
    portal,
    `insert into organisation (id, type, name, published_name)
      select (9000 + n)::text, 'provider', 'College ' || n, 'College ' || n from generate_series(1, ${count}) n;
    insert into provider (inst_id, ukprn, country_code, regulator_code, risk_code)
      select (9000 + n)::text, to_char(n, 'FM19900000'), country_code, regulator_code, risk_code
      from provider, generate_series(1, ${count}) n where inst_id = '0001';
    insert into submission (id, collection_id, inst_id, mode, status_id, is_latest, version, file_name, file_hash, has_stored_file,
        object_key, created_utc, uploaded_utc, uploaded_by)
      select gen_random_uuid(), collection_id, (9000 + n)::text, mode, status_id, true, version, file_name, file_hash, true,
        object_key, created_utc, uploaded_utc, uploaded_by
      from submission, generate_series(1, ${count}) n where inst_id = '0001' and is_latest`,
  )
}

/** The step that some worker has begun and not ended. */
export const stepInHand = async (portal: PortalServer): Promise<string | undefined> => {
  const [held] = await query<{ step: string }>(
    portal,
    `select l.stage as step from stage_lease l where not exists (
      select 1 from stage_result r where (r.submission_id, r.stage, r.fencing_token) = (l.submission_id, l.stage, l.fencing_token))`,
  )
  return held?.step
}

/** What happened to a submission, in order, and how often each of its steps was taken up. */
export const storyOf = async (portal: PortalServer, submissionId: string) => {
  const events = await query<{ event: string }>(
    portal,
    'select event from submission_event where submission_id = $1 order by sequence',
    [submissionId],
  )
  const attempts = await query<{ stage: string; fencing_token: string }>(
    portal,
    'select stage, fencing_token from stage_lease where submission_id = $1',
    [submissionId],
  )
  return {
    events: events.map(({ event }) => event),
    attempts: Object.fromEntries(attempts.map(({ stage, fencing_token }) => [stage, Number(fencing_token)])),
  }
}

/** The latest submission of each provider, by the provider's id. */
export const latestSubmissions = async (portal: PortalServer): Promise<Record<string, string>> => {
  const found = await query<{ id: string; inst_id: string }>(
    portal,
    'select id, inst_id from submission where is_latest',
  )
  return Object.fromEntries(found.map(({ id, inst_id }) => [inst_id, id]))
}

/** How many jobs are due, or in the hands of a worker. */
export const jobsLeft = async (portal: PortalServer): Promise<number> => {
  const [left] = await query<{ count: number }>(
    portal,
    `select count(*)::int from pgboss.job where state < 'completed' and start_after <= now()`,
  )
  return left?.count ?? 0
}

/** Keeps the database as it is now under a name, for `resetDatabase`. */
export const keepDatabase = async (portal: PortalServer, name: string): Promise<void> => {
  const schema = `kept_${name}`
  await query(
    portal,
    `do $$ declare name text; has_rows boolean; begin
      create schema ${schema};
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'live_sequence' loop
        execute format('select exists (select from public.%I)', name) into has_rows;
        if has_rows then execute format('create table ${schema}.%1$I as table public.%1$I', name); end if;
      end loop;
    end $$`,
  )
}

/** Jobs that nobody has taken are withdrawn. Gives how many are in the hands of a worker. */
const withdrawJobs = async (portal: PortalServer): Promise<number> => {
  const [left] = await query<{ held: number }>(
    portal,
    `with gone as (delete from pgboss.job where state < 'active')
      select count(*)::int as held from pgboss.job where state = 'active'`,
  )
  return left?.held ?? 0
}

const deadlock = '40P01'

/** Does it again while a page or a job of the test before holds a table, and the database chose this to give way. */
const unlessLocked = async (work: () => Promise<unknown>): Promise<void> => {
  for (let left = 5; ; left -= 1) {
    try {
      await work()
      return
    } catch (error) {
      if (left === 0 || !(error instanceof pg.DatabaseError && error.code === deadlock)) throw error
    }
  }
}

const workEndsWithinMs = 30_000
const askEveryMs = 25

/**
 * The database as it was kept under a name, once the server's worker has let go of what it has in hand. Live messages are
 * numbered on: a message of before may be on its way. Rows are deleted: to truncate, a file for each table and index is made
 * anew. Checkpoints of the audit go from the store as well, else it would have been set back.
 */
export const resetDatabase = async (portal: PortalServer, kept: string): Promise<void> => {
  const began = performance.now()
  while ((await withdrawJobs(portal)) > 0) {
    if (performance.now() - began > workEndsWithinMs) throw new Error('The worker does not end its step.')
    await setTimeout(askEveryMs)
  }
  await unlessLocked(() =>
    query(
      portal,
      `do $$ declare name text; begin
      set local session_replication_role = replica;
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'live_sequence' loop
        execute format('delete from public.%I', name);
      end loop;
      for name in select tablename from pg_tables where schemaname = 'kept_${kept}' loop
        execute format('insert into public.%1$I overriding system value select * from kept_${kept}.%1$I', name);
      end loop;
    end $$`,
    ),
  )
  await rm(join(portal.dataDir, 'store', 'audit'), { recursive: true, force: true })
}

/** Moves the history of every submission into the past, so that stays that last are longer. */
export const ageHistories = async (portal: PortalServer, days: number): Promise<void> => {
  await query(portal, 'update submission_event set occurred_utc = occurred_utc - make_interval(days => $1)', [
    days,
  ])
}
