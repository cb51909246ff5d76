import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPlaceTeller } from '../../server/jobs/index.ts'
import { inEnglish } from '../../server/messages.ts'
import { message } from '../../src/messages/message.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { statementsOf } from './support/statements.ts'

/*
 * A deadline's last hour: two hundred providers wait, and each is told of its place whenever a file is taken. What that costs
 * must not grow with them but in rows, for decisions about all of them wait until its end, and the more of them wait, the more
 * seldom it is done.
 */
const waiting = 200
const busy = 2

let server: ProcessingServer
const submissions = Array.from({ length: busy + waiting }, (_, index) => ({
  submissionId: randomUUID(),
  instId: String(2001 + index),
}))

beforeAll(async () => {
  server = await startProcessingServer()
  const names = submissions.map(({ instId }) => instId)
  await server.inSystem(async tx => {
    await sql`insert into organisation (id, type, name, published_name)
      select id, 'provider', id, id from unnest(${names}::text[]) as n (id)`.execute(tx)
    await sql`insert into provider (inst_id, ukprn, country_code, regulator_code, risk_code)
      select id, '1000' || id, 'E', '5002', '01' from unnest(${names}::text[]) as n (id)`.execute(tx)
  })
  for (const { submissionId: id, instId } of submissions) {
    await server.place({ id, instId }, 'UPLOADED')
    const job = { submissionId: id, instId, mode: 'live', stage: 'PROVISIONING' } as const
    await server.inSystem(tx => server.processing.queue.enqueueStage(tx, job, id))
  }
  // Two workers have the first two in hand.
  await server.asOwner(`update pgboss.job set state = 'active', started_on = now() where id in (
    select id from pgboss.job where name = 'stage' order by priority desc, created_on, id limit ${busy})`)
})
afterAll(() => server.stop())

it('tells two hundred providers their places by as many statements as one, each the right one in words', async () => {
  const tell = createPlaceTeller({
    db: server.db,
    clock: server.clock,
    queue: { placesMoved: async () => undefined },
  })
  const sentPlaces = async () => {
    const { rows } = await server.inSystem(tx =>
      sql<{ instId: string; sequence: number; place: number; seconds: number }>`
        select inst_id as "instId", sequence::int, (payload -> 'queue' ->> 'place')::int as place,
          (payload -> 'queue' ->> 'seconds')::int as seconds
        from live_message where payload ->> 'type' = 'QUEUE_PLACE' order by sequence, place`.execute(tx),
    )
    return rows
  }
  // Whether anybody waits; then in a transaction with its scope: who waits, the messages with their numbers.
  expect((await statementsOf(tell)).statements).toHaveLength(6)
  // The server tells of places as well, at its own time: what each provider that still waits has heard last counts.
  const last = new Map((await sentPlaces()).map(sent => [sent.instId, sent]))
  const first = submissions.slice(busy).flatMap(({ instId }) => last.get(instId) ?? [])
  expect(first.map(({ place }) => place)).toEqual(Array.from({ length: waiting }, (_, at) => at + 1))

  const [twelfth] = first.filter(({ place }) => place === 12)
  const minutes = Math.round((twelfth?.seconds ?? 0) / 60)
  expect(inEnglish(message('submissions.processing', 'queue.minutes', { place: 12, minutes }))).toBe(
    '12th in the queue: starts in about 3 minutes',
  )

  // Numbered on, without a gap, for each provider.
  expect((await statementsOf(tell)).statements).toHaveLength(6)
  const sequences = Map.groupBy(await sentPlaces(), ({ instId }) => instId)
  for (const own of sequences.values())
    expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_, at) => at + 1))
})

it('tells so many more seldom, however often somebody moves, and a few whenever somebody does', async () => {
  const { queue } = server.processing
  const untilNext = async (): Promise<number[]> => {
    const { seconds } = await server.look<{ seconds: number[] }>(`
      select coalesce(array_agg(extract(epoch from start_after - now())::int), '{}') as seconds
      from pgboss.job where name = 'places' and state < 'active'`)
    return seconds
  }
  const tell = createPlaceTeller({ db: server.db, clock: server.clock, queue })
  await server.asOwner("delete from pgboss.job where name = 'places'")
  await tell()
  await queue.placesMoved()
  const next = await untilNext()
  expect(next).toHaveLength(1)
  // Two hundred, twenty in a second.
  expect(next[0]).toBeGreaterThan(7)
  expect(next[0]).toBeLessThanOrEqual(10)

  const few = 30
  await server.asOwner(`delete from pgboss.job where name = 'places'`)
  await server.asOwner(`delete from pgboss.job where name = 'stage' and id not in (
    select id from pgboss.job where name = 'stage' order by created_on limit ${few})`)
  await tell()
  expect(await untilNext()).toEqual([])
})
