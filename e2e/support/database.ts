import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type CollectionStateName, collectionStateOf } from '../../src/domain/collection.ts'
import { multiplication } from '../../tests/server/support/multiplication.ts'
import type { PortalServer } from './server.ts'

const addressOf = ({ dataDir }: PortalServer, role: string, key: string): string => {
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(join(dataDir, 'keys', key), 'utf8').trim()
  return `postgres://${role}:${password}@127.0.0.1:${port}/bedel`
}

/** DATABASE_URL of a server's embedded database, for another process beside it. */
export const databaseUrl = (portal: PortalServer): string => addressOf(portal, 'bedel_app', 'database-app')

const query = async <Row extends pg.QueryResultRow>(
  portal: PortalServer,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: addressOf(portal, 'postgres', 'database-owner') })
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
  const takings = await query<{ step: string; fence: string }>(
    portal,
    'select stage as step, fencing_token as fence from stage_lease where submission_id = $1',
    [submissionId],
  )
  return {
    events: events.map(({ event }) => event),
    takings: Object.fromEntries(takings.map(({ step, fence }) => [step, Number(fence)])),
  }
}
