import { type Kysely, sql } from 'kysely'
import { analysisParts } from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { ObjectStore } from '../storage/index.ts'

const dayMs = 24 * 3_600_000

/** Key of an object of an artefact, with the stage and the attempt that have made it. */
const artefactKey = new RegExp(
  `^[^/]+/([0-9a-f-]{36})/(?:${analysisParts.join('|')})\\.([A-Z_]+)\\.(\\d+)\\.(?:pack|json)$`,
)

interface Made {
  key: string
  submissionId: string
  stage: string
  fencingToken: number
}

const madeIn = (key: string): Made[] => {
  const [, submissionId, stage, token] = artefactKey.exec(key) ?? []
  return submissionId && stage ? [{ key, submissionId, stage, fencingToken: Number(token) }] : []
}

/**
 * Keys that no submission names and none will: the attempt is not the last one of its stage, the stage has its result
 * without it, or it has been under way for a day. A part that was made for reading has a time for a number.
 */
const unnamed = async (db: Kysely<Database>, made: readonly Made[], now: Date): Promise<string[]> => {
  const longAgo = new Date(now.getTime() - dayMs)
  const { rows } = await withScope(db, { scope: 'all' }, tx =>
    sql<{ key: string }>`
      select m.key from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
        as m (key text, "submissionId" uuid, stage text, "fencingToken" bigint)
      where not exists (select 1 from artefact a
          where a.submission_id = m."submissionId" and a.key = regexp_replace(m.key, '\\.pack$', '.json'))
        and case when m.stage = 'READING' then m."fencingToken" < ${longAgo.getTime() * 1000}
          else not exists (select 1 from stage_lease l
            where l.submission_id = m."submissionId" and l.stage = m.stage
              and l.fencing_token <= m."fencingToken" and l.taken_utc > ${longAgo}
              and not exists (select 1 from stage_result r
                where r.submission_id = l.submission_id and r.stage = l.stage and r.outcome <> 'ERRORED'))
          end`.execute(tx),
  )
  return rows.map(({ key }) => key)
}

/** Submissions whose keys are looked at together. */
const batchSize = 5000

/** Removes what attempts that did not count have left in the object store. */
export const sweepArtefacts = async (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  store: ObjectStore
}): Promise<void> => {
  const { db, clock, store } = options
  const made = (await store.list('')).flatMap(madeIn)
  for (let at = 0; at < made.length; at += batchSize)
    for (const key of await unnamed(db, made.slice(at, at + batchSize), clock.now())) await store.remove(key)
}
