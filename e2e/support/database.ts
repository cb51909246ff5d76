import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
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

/** Keeps what the server has made at its start, for `resetDatabase`. */
export const keepDatabase = async (portal: PortalServer): Promise<void> => {
  await query(
    portal,
    `do $$ declare name text; has_rows boolean; begin
      create schema kept;
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'live_sequence' loop
        execute format('select exists (select from public.%I)', name) into has_rows;
        if has_rows then execute format('create table kept.%1$I as table public.%1$I', name); end if;
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

const workEndsWithinMs = 30_000
const askEveryMs = 25

/**
 * The database as the server made it at its start, once its worker has let go of what it has in hand. Live messages are
 * numbered on: a message of before may be on its way.
 */
export const resetDatabase = async (portal: PortalServer): Promise<void> => {
  const began = performance.now()
  while ((await withdrawJobs(portal)) > 0) {
    if (performance.now() - began > workEndsWithinMs) throw new Error('The worker does not end its step.')
    await setTimeout(askEveryMs)
  }
  await query(
    portal,
    `do $$ declare name text; names text; begin
      set local session_replication_role = replica;
      select string_agg(format('public.%I', tablename), ', ') into names
        from pg_tables where schemaname = 'public' and tablename <> 'live_sequence';
      execute 'truncate ' || names;
      for name in select tablename from pg_tables where schemaname = 'kept' loop
        execute format('insert into public.%1$I overriding system value select * from kept.%1$I', name);
      end loop;
    end $$`,
  )
}
