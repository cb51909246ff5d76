import { sql, type Transaction } from 'kysely'
import type { PgBoss } from 'pg-boss'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { gatherCollectionFacts } from '../../server/collections/index.ts'
import { type Connected, connect, type Database, type Scope, withScope } from '../../server/database/index.ts'
import {
  collectionOfReference,
  collectionsOf,
  earlierStandings,
  providersOf,
} from '../../server/database/queries/collections.ts'
import { submissionById } from '../../server/database/queries/submissions.ts'
import { usualLengthsOf } from '../../server/inspection/usualLengths.ts'
import { openBoss } from '../../server/jobs/index.ts'
import { type FactsSubject, gatherAllFacts } from '../../server/lifecycle/facts.ts'
import type { Facts } from '../../src/machines/submission-lifecycle/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** So often a statement is asked here: five times PostgreSQL plans it anew before it thinks of keeping a plan. */
const times = 12
const seen = { always: ['Open'], withSubmission: ['Closed'] } as const
const nobody = '00000000-0000-4000-8000-000000000000'
const now = new Date('2026-11-27T12:00:00Z')

let server: ProcessingServer
let db: Connected['db']
let pool: Connected['pool']
beforeAll(async () => {
  server = await startProcessingServer()
  ;({ db, pool } = await connect(server.databaseUrl, 1))
})
afterAll(async () => {
  await db.destroy()
  await server.stop()
})

interface Prepared {
  statement: string
  kept: number
}

const preparedSql = 'select statement, generic_plans::int as kept from pg_prepared_statements'

describe('a statement that is asked again is run by a plan that was made before:', () => {
  const subject = (instId: string) => ({
    submissionId: undefined,
    collectionId: 'c23056',
    instId,
    mode: 'live' as const,
    isLatest: false,
    hasStoredFile: false,
    uploaderId: null,
    submitterId: null,
  })
  const asked: [string, RegExp, (tx: Transaction<Database>) => Promise<unknown>][] = [
    [
      'a page of collections',
      /from collection c left join.*order by/s,
      tx => collectionsOf(tx, { seen, instId: '0001', limit: 25, offset: 0 }),
    ],
    [
      'how many collections there are',
      /count\(\*\)::int as total from collection/,
      tx => collectionsOf(tx, { seen, instId: '0001', limit: 25, offset: 0 }),
    ],
    [
      'one collection',
      /from collection c left join.*c\.reference = /s,
      tx => collectionOfReference(tx, '23056', { seen, instId: '0001' }),
    ],
    ['a submission', /as live_sequence/, tx => submissionById(tx, nobody)],
    ['the facts of a collection', /as picked_state/, tx => gatherCollectionFacts(tx, 'c23056')],
    [
      'the facts of many providers',
      /with ordinality as given/,
      tx =>
        gatherAllFacts(
          tx,
          Array.from({ length: 50 }, () => subject('0001')),
          now,
        ),
    ],
  ]

  it.each(asked)('%s', async (_, form, ask) => {
    for (let count = 0; count < times; count += 1) await withScope(db, { scope: 'all' }, ask)
    const { rows } = await sql.raw<Prepared>(preparedSql).execute(db)
    const found = rows.filter(({ statement }) => form.test(statement))
    expect(found.length).toBeGreaterThan(0)
    expect(Math.max(...found.map(({ kept }) => kept))).toBeGreaterThan(0)
  })

  it('what the queue asks', async () => {
    const boss = openBoss({ connectionString: server.databaseUrl, log: pino({ level: 'silent' }) })
    await boss.start()
    try {
      for (let count = 0; count < times; count += 1) await boss.getQueues(['stage'])
      // Its maintenance sends several statements as one text, and an empty list of values.
      const several = 'begin; select pg_advisory_xact_lock(1); commit'
      for (let count = 0; count < times; count += 1)
        await (boss as unknown as PgBoss).getDb().executeSql(several, [])
      const { rows } = await (boss as unknown as PgBoss).getDb().executeSql(preparedSql)
      expect(rows.some(({ statement }: Prepared) => statement.includes('pgboss.queue'))).toBe(true)
    } finally {
      await boss.stop({ graceful: false })
    }
  })
})

describe('the facts of many subjects', () => {
  const subjectOf = (
    [collectionId, instId, mode]: readonly [string, string, 'live' | 'ovt'],
    submissionId?: string,
    uploaderId: string | null = null,
  ): FactsSubject => ({
    submissionId,
    collectionId,
    instId,
    mode,
    isLatest: false,
    hasStoredFile: false,
    uploaderId,
    submitterId: null,
  })
  const ofMany = (subjects: readonly FactsSubject[]) =>
    withScope(db, { scope: 'all' }, tx => gatherAllFacts(tx, subjects, now))
  const ofEach = async (subjects: readonly FactsSubject[]) => {
    const alone: (Facts | undefined)[] = []
    for (const subject of subjects) alone.push((await ofMany([subject]))[0])
    return alone
  }

  it('are those of each of them, whether they share their collection or not', async () => {
    const providers = await withScope(db, { scope: 'all' }, async tx =>
      (await providersOf(tx)).map(({ inst_id }) => inst_id),
    )
    const shared = ['nobody', ...providers].map(instId => subjectOf(['c23056', instId, 'live']))
    const mixed = providers.flatMap((instId, at) => [
      subjectOf([at % 2 === 0 ? 'c23056' : 'c22056', instId, 'live']),
      subjectOf(['c23056', instId, 'ovt']),
    ])
    for (const subjects of [shared, mixed, mixed.filter(({ mode }) => mode === 'live')])
      expect(await ofMany(subjects)).toEqual(await ofEach(subjects))
    expect((await ofMany(shared)).map(facts => facts?.instId)).toEqual([undefined, ...providers])
  })

  it('are looked up by the submission, however many results and transfers others have', async () => {
    const subjects = Array.from({ length: 500 }, () => subjectOf(['c23056', '0001', 'live']))
    for (let count = 0; count < times; count += 1) await ofMany(subjects)
    const { rows: prepared } = await sql.raw<Prepared>(preparedSql).execute(db)
    const asked = prepared.find(
      ({ statement }) =>
        statement.includes('with ordinality as given') && statement.includes('operational_failures'),
    )
    const { rows: plan } = await sql
      .raw<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${asked?.statement}`)
      .execute(db)
    const lines = plan.map(line => line['QUERY PLAN'])
    expect(lines.filter(line => /quality_rule_result/.test(line))).toEqual([expect.stringContaining('Index')])
    expect(lines.filter(line => /on transfer_out g/.test(line))).toEqual([expect.stringContaining('Index')])
    expect(lines.filter(line => /Seq Scan on provider r/.test(line))).toEqual([])
  })

  it('are those of the submission that stands beside each provider, in whatever order they come', async () => {
    const idOf = (digit: number) => nobody.replace('0', String(digit))
    const [failing, awaiting, sentByKey] = [idOf(3), idOf(1), idOf(2)] as const
    await server.place({ id: failing, instId: '0002' }, 'QUALITY_PROCESSING_COMPLETE')
    await server.place({ id: awaiting, instId: '0004' }, 'QUALITY_PROCESSING_COMPLETE')
    await server.place({ id: sentByKey, instId: '0003' }, 'QUALITY_PROCESSING_COMPLETE')
    await server.asOwner(`
      insert into quality_rule_result (submission_id, inst_id, code, ordinal, name, outside, operational, population_count,
          failure_count, result)
        values ('${failing}', '0002', 'R1', 1, 'Rule', true, true, 10, 1, '{}');
      insert into transfer_out (submission_id, inst_id, collection_id, sid, numhus, destination_ukprn)
        values ('${awaiting}', '0004', 'c23056', 'S1', 'N1', '10000002');
      insert into api_key (id, inst_id, name, prefix, secret_hash, scopes, place, made_utc, made_by, made_by_id, expires_utc)
        values ('${nobody}', '0003', 'Key', 'k1', 'k1', '{upload}', 'ACTIVE', now(), 'Maker', 'maker', now())`)
    const shared = [
      subjectOf(['c23056', '0004', 'live'], awaiting),
      subjectOf(['c23056', '0001', 'live']),
      subjectOf(['c23056', '0003', 'live'], sentByKey, 'key:k1'),
      subjectOf(['c23056', '0002', 'live'], failing),
    ]
    const mixed = [...shared.slice(2), subjectOf(['c22056', '0001', 'live']), ...shared.slice(0, 2)]
    for (const subjects of [shared, shared.toReversed(), mixed]) {
      const found = await ofMany(subjects)
      expect(found).toEqual(await ofEach(subjects))
      const having = (has: (facts: Facts) => boolean) =>
        found.flatMap(facts => (facts && has(facts) ? [facts.submissionId] : []))
      expect(having(({ blockers }) => blockers.operationalFailures)).toEqual([failing])
      expect(having(({ blockers }) => blockers.lacksTransferConsent)).toEqual([awaiting])
      expect(having(({ keyMakerId }) => keyMakerId === 'maker')).toEqual([sentByKey])
    }
  })
})

it('submissions of a collection and the last decisions are read by an index, however many other seasons have', async () => {
  for (let count = 0; count < times; count += 1)
    await withScope(db, { scope: 'all' }, async tx => {
      await collectionsOf(tx, { seen, limit: 25, offset: 0 })
      await earlierStandings(tx, { collectionId: 'c23056', mode: 'live' })
      await usualLengthsOf(tx)
    })
  const { rows: prepared } = await sql.raw<Prepared>(preparedSql).execute(db)
  // There are few rows here: PostgreSQL would read the table.
  await sql`set enable_seqscan = off`.execute(db)
  try {
    for (const [form, index] of [
      [/true\) as submission_count/, 'submission_in_collection'],
      [/distinct on \(inst_id, status_id\)/, 'submission_in_collection'],
      [/as "firstForm"/, 'submission_event_decided'],
    ] as const) {
      const asked = prepared.find(({ statement }) => form.test(statement))
      const { rows: plan } = await sql
        .raw<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${asked?.statement}`)
        .execute(db)
      expect(plan.map(line => line['QUERY PLAN']).join('\n')).toContain(index)
    }
  } finally {
    await sql`reset enable_seqscan`.execute(db)
  }
})

it('no engine compiles what a transaction asks', async () => {
  await sql`set jit = on`.execute(db)
  const { rows } = await withScope(db, { scope: 'all' }, tx => sql<{ jit: string }>`show jit`.execute(tx))
  expect(rows).toEqual([{ jit: 'off' }])
})

it('a connection stays, and its plans with it, though nobody asks for a minute', async () => {
  const client = await pool.connect()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    client.release()
    vi.advanceTimersByTime(60_000)
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
  } finally {
    vi.useRealTimers()
  }
})

it('what a scope sees is asked for in place, without a call for each row, and of regulators as before', async () => {
  const seenBy = (scope: Scope) =>
    withScope(db, scope, async tx => {
      const { rows } = await sql<{ id: string }>`
        select inst_id as id from provider where may_see(inst_id) order by inst_id`.execute(tx)
      return rows.map(({ id }) => id)
    })
  const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`
    explain select inst_id from provider where may_see(inst_id)`.execute(db)
  expect(plan.map(line => line['QUERY PLAN']).join()).not.toContain('may_see')

  const all = await seenBy({ scope: 'all' })
  const { rows: ofRegulator } = await sql<{ code: string; ids: string[] }>`
    select c.regulator_code as code, array_agg(p.inst_id order by p.inst_id) as ids
    from provider p join regulator_country c on c.country_code = p.country_code group by 1 order by 1`.execute(
    db,
  )
  expect(all.length).toBeGreaterThan(1)
  expect(await seenBy({ scope: 'own', organisation: '0001' })).toEqual(['0001'])
  for (const { code, ids } of ofRegulator)
    expect(await seenBy({ scope: 'regulator', organisation: code })).toEqual(ids)
  const { rows: unsaid } = await sql`select inst_id from provider where may_see(inst_id)`.execute(db)
  expect(unsaid).toEqual([])
})
