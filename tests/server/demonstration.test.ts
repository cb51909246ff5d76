import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readAuditKeys, verifyAudit } from '../../server/audit/index.ts'
import { createDemonstration } from '../../server/demonstration/index.ts'
import { administrator } from '../../server/demonstration/people.ts'
import { type Act, type Step, submissionIdOf, uploadsIn } from '../../server/demonstration/plan.ts'
import { planRestOfYear } from '../../server/demonstration/restOfYear.ts'
import { planSeason } from '../../server/demonstration/season.ts'
import { setUpDemonstration } from '../../server/demonstration/setUp.ts'
import { collectionStateById } from '../../src/domain/collection.ts'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import { contentOfRelease } from './support/cluster.ts'
import { isExhaustive } from './support/exhaustive.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** Generated providers: enough for each end that a submission can come to. `npm start` makes 55. */
const generated = isExhaustive ? 55 : 16
/** Of fewer students, a file with faults breaks no operational rule. */
const fewest = 62
const start = new Date('2026-11-29T12:00:00Z')

describe('the plan of a season', () => {
  it('is the same for the same providers and start', () => {
    expect(planSeason(start, 55)).toEqual(planSeason(start, 55))
  })

  it('lasts from a year before the first start until that start, in the order of its times', () => {
    const times = planSeason(start, 55).map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(new Set(times).size).toBe(times.length)
    expect(times[0]).toBeLessThan(start.getTime() - 365 * 86_400_000)
    expect(times.at(-1)).toBeLessThan(start.getTime())
    expect(times.at(-1)).toBeGreaterThan(start.getTime() - 86_400_000)
  })

  it('has 60 providers, of which at least one comes to each end', () => {
    const acts = planSeason(start, 55).flatMap(step => step.acts)
    const lastYear = acts.filter(act => act.type === 'upload' && act.file.collectionReference === '22056')
    expect(new Set(lastYear.map(act => act.type === 'upload' && act.file.instId)).size).toBe(59)
    const thisYear = acts.filter(act => act.type === 'upload' && act.file.collectionReference === '23056')
    const begun = new Set(thisYear.map(act => act.type === 'upload' && act.file.instId))
    // Five are silent, one has nothing to return; of those with names two have not begun.
    expect(begun.size).toBe(59 - 5 - 1 - 2)
    const sizes = acts.flatMap(act => (act.type === 'upload' ? [act.file.students] : []))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(28)
    // Only Ashby and Cardigan had more last year.
    expect(sizes.filter(size => size > 420)).toEqual([1200, 800])
  })
})

describe('the plan of the rest of a year', () => {
  const plan = planRestOfYear(start, 55, 8)

  it('follows the season, in the order of its times, and keeps to its weeks', () => {
    const times = plan.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(times[0]).toBeGreaterThan(start.getTime())
    expect(times.at(-1)).toBeLessThan(start.getTime() + 8 * 7 * 86_400_000)
    expect(planRestOfYear(start, 55, 4).at(-1)?.at.getTime()).toBeLessThan(start.getTime() + 29 * 86_400_000)
  })

  it('brings every provider that returns a file to its sign-off, with a form, before the collection closes', () => {
    const steps = [...planSeason(start, 55), ...plan]
    const at = (isWanted: (act: Act) => boolean) =>
      steps.flatMap(step => step.acts.flatMap(act => (isWanted(act) ? [{ act, at: step.at }] : [])))
    const signed = at(
      act =>
        act.type === 'decide' && act.event.type === 'SIGN_OFF' && act.file.collectionReference === '23056',
    )
    const closed = at(act => act.type === 'collection' && act.change === 'CLOSE')[0]?.at ?? start
    const files = signed.map(({ act }) => ('file' in act ? act.file : undefined)!)
    const inTime = signed.filter(one => one.at < closed)
    // One has nothing to return, and those with names do not belong to the plan.
    expect(new Set(inTime.map(({ act }) => 'file' in act && act.file.instId)).size).toBe(54)
    expect(signed.length - inTime.length).toBe(1)
    const returned = new Set(
      at(act => act.type === 'returnForm').map(({ act }) => 'file' in act && submissionIdOf(act.file)),
    )
    // The season records five without a form.
    expect(files.filter(file => !returned.has(submissionIdOf(file))).length).toBe(5)
  })
})

describe('the season of the demonstration', { timeout: isExhaustive ? 1_800_000 : 180_000 }, () => {
  let server: ProcessingServer
  let plan: readonly Step[]
  /** Last line of the audit before the season. */
  let firstLine: number
  const leftOut: [Act['type'], string][] = []

  beforeAll(async () => {
    server = await startProcessingServer({ worker: true })
    const { db, clock } = server
    await setUpDemonstration({ db, clock }, { content: await contentOfRelease(), providers: generated })
    firstLine = (
      await server.look<{ last: number }>('select coalesce(max(id), 0)::int as last from audit_line')
    ).last
    plan = isExhaustive ? planSeason(clock.now(), generated) : small(planSeason(clock.now(), generated))
  })
  afterAll(() => server.stop())

  /** The same acts on fewer students: without first attempts, and last year only where its record is read or amended. */
  const small = (steps: readonly Step[]): Step[] => {
    const acts = steps.flatMap(step => step.acts)
    const ofYear = (act: Act, reference: string) =>
      'file' in act && act.file.collectionReference === reference
    const amended = new Set(
      acts.flatMap(act =>
        act.type === 'decide' && act.event.type === 'HISTORIC_AMENDMENT_REQUESTED' ? [act.file.instId] : [],
      ),
    )
    const named = new Set(
      acts.flatMap(act => {
        if (act.type === 'reprocess') return act.files.map(submissionIdOf)
        return 'file' in act && act.type !== 'upload' ? [submissionIdOf(act.file)] : []
      }),
    )
    const last = new Map(
      acts.flatMap(act =>
        act.type === 'upload' ? [[act.file.instId, submissionIdOf(act.file)] as const] : [],
      ),
    )
    const isKept = (act: Act): boolean => {
      if (act.type === 'deliver') return act.customerId === '5016'
      if (!('file' in act)) return true
      const { instId } = act.file
      if (ofYear(act, '22056')) return amended.has(instId) || instId === '0002'
      const id = submissionIdOf(act.file)
      return act.type !== 'upload' || named.has(id) || last.get(instId) === id || instId === '0004'
    }
    return steps
      .map(({ at, acts: all }) => ({
        at,
        acts: all
          .filter(isKept)
          .map(act =>
            act.type === 'upload' && act.file.students > 250
              ? { ...act, file: { ...act.file, students: fewest } }
              : act,
          ),
      }))
      .filter(({ acts: kept }) => kept.length > 0)
  }
  const make = () => {
    const { db, clock, storage: store, processing } = server
    const log = pino({ level: 'silent' })
    const note = (act: Act, why: string) => void leftOut.push([act.type, why])
    return createDemonstration({ ...processing, db, clock, store, log, leftOut: note }, () => plan)
  }
  const rows = async <T>(query: ReturnType<typeof sql<T>>) =>
    (await server.inSystem(tx => query.execute(tx))).rows
  const uploaded = () =>
    plan.flatMap(({ acts }) => acts.flatMap(act => (act.type === 'upload' ? [act.file] : [])))

  it('is made by the system itself, and goes on where it was interrupted', async () => {
    const first = make()
    first.start()
    await server.reaches(
      submissionIdOf(uploaded()[0]!),
      'ENRICHMENT',
      'QUALITY_RULES',
      'QUALITY_PROCESSING_COMPLETE',
    )
    await first.stop()
    leftOut.length = 0
    const second = make()
    second.start()
    await second.settled()
    const progress = await server.call<object>('bedel-staff', 'GET', '/demonstration')
    expect(progress.body).toMatchObject({ state: 'done', done: uploadsIn(plan), total: uploadsIn(plan) })
    // What the first run had done is refused to the second, and nothing else is.
    const why = [...new Set(leftOut.filter(([, reason]) => !/ is [A-Z_]+$/.test(reason)).map(String))]
    expect(why).toEqual([])
  })

  it('has made every file once, and brought it to where it was to come', async () => {
    const found = await rows(
      sql<{
        id: string
        copied: boolean
      }>`select id, copied_from is not null as copied from submission where file_name <> ''`,
    )
    const made = found.filter(({ copied }) => !copied).map(({ id }) => id)
    expect(made).toEqual(expect.arrayContaining(uploaded().map(submissionIdOf)))
    const decided = new Map<string, StatusName>()
    for (const { acts } of plan)
      for (const act of acts) {
        if (act.type !== 'decide') continue
        const id = submissionIdOf(act.file)
        const { type } = act.event
        if (type === 'SIGN_OFF') decided.set(id, 'HISTORY_DATA_PASSED')
        if (type === 'DECLINE') decided.set(id, 'RESUBMISSION_REQUIRED')
        if (type === 'HISTORIC_AMENDMENT_REQUESTED')
          decided.set(id, 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT')
      }
    const statuses = await Promise.all([...decided.keys()].map(id => server.statusOfSubmission(id)))
    expect(statuses).toEqual([...decided.values()])
  })

  it('shows everything that a season has', async () => {
    const [counted] = await rows(
      sql<Record<string, number>>`select
        (select count(*) from submission_event where event = 'DECLINE')::int as declines,
        (select count(*) from submission_event where event = 'NIL_RETURN_CREATED')::int as "nilReturns",
        (select count(*) from submission where copied_from is not null)::int as reprocessed,
        (select count(*) from submission_event where event = 'SCHEMA_CHECK_FAILED')::int as stopped,
        (select count(*) from submission_event where event = 'HISTORIC_AMENDMENT_REQUESTED')::int as amendments,
        (select count(distinct collection_id || inst_id) from transfer_out)::int as senders,
        (select count(*) from transfer where place = 'AGREED')::int as consents,
        (select count(*) from issue)::int as issues,
        (select count(*) from issue_comment)::int as comments,
        (select count(*) from provider_note)::int as notes,
        (select count(*) from tolerance_override)::int as overrides,
        (select count(*) from delivery where place = 'READY')::int as deliveries,
        (select count(*) from signed_form where returned_utc is not null)::int as "returnedForms",
        (select count(*) from chart_event where chart = 'collectionState' and subject = '23056'
          and event = 'ASSIGN_SPECIFICATION')::int as specifications,
        (select count(*) from submission where mode = 'ovt')::int as ovt`,
    )
    const missing = Object.entries(counted ?? {}).flatMap(([kind, count]) => (count === 0 ? [kind] : []))
    expect(missing).toEqual([])
    // Whoever acted is named in the audit, though nobody has signed in yet.
    const unnamed = await rows(
      sql<{ actor: string }>`select distinct actor_id as actor from audit_line
        where id > ${firstLine} and actor_id <> 'system' and actor_id not in (select user_id from person where name is not null)`,
    )
    expect(unnamed).toEqual([])
    // The page Users shows when each of them was first and last here, by the clock of the season.
    const planned = new Map<string, string[]>()
    for (const { at, acts } of plan)
      for (const act of acts) {
        const by = act.type === 'decide' || act.type === 'issue' ? act.event.actor : 'by' in act && act.by
        if (!by || !('kind' in by) || by.kind !== 'user' || Number(by.organisationId) < 1001) continue
        planned.set(by.userId, [...(planned.get(by.userId) ?? []), at.toISOString().slice(0, 10)])
      }
    const seen = await rows(
      sql<{ id: string; first: string; last: string }>`select user_id as id,
        to_char(first_utc at time zone 'UTC', 'YYYY-MM-DD') as first, to_char(said_utc at time zone 'UTC', 'YYYY-MM-DD') as last
        from person where user_id = any(${[...planned.keys()]}::text[])`,
    )
    expect(seen.length).toBeGreaterThan(10)
    expect(seen.map(({ id, first, last }) => [id, first, last])).toEqual(
      seen.map(({ id }) => [id, planned.get(id)?.at(0), planned.get(id)?.at(-1)]),
    )
    expect(counted?.specifications).toBe(2)
    expect(counted?.senders).toBeGreaterThan(counted?.consents ?? 0)
    const { body } = await server.call<{
      submissions: { latestSubmission: { status: { id: number } } | null }[]
    }>('bedel-staff', 'GET', '/collections/23056/submissions?ovt=false')
    const statuses = new Set(body.submissions.map(({ latestSubmission }) => latestSubmission?.status.id))
    const ends: StatusName[] = [
      'SCHEMA_CHECK_FAILED',
      'QUALITY_PROCESSING_COMPLETE',
      'ANALYST_APPROVAL',
      'AGENCY_APPROVAL',
      'SC_APPROVAL',
      'APPROVED',
      'PROVIDER_SIGNOFF',
      'HISTORY_DATA_PASSED',
      'RESUBMISSION_REQUIRED',
      'NIL_RETURN',
    ]
    expect(ends.filter(name => !statuses.has(statusOf(name).id))).toEqual([])
  })

  it('has each of its times in the past, in the order in which it happened', async () => {
    const disorder = await rows(
      sql<{ name: string; at: Date }>`select name, at from (
          select submission_id::text as name, occurred_utc as at, lag(occurred_utc) over (partition by submission_id order by sequence) as before
          from submission_event
          union all select id || ' ' || action, occurred_utc, lag(occurred_utc) over (order by id)
          from audit_line where id > ${firstLine}
        ) each where before > at`,
    )
    expect(disorder).toEqual([])
    const now = server.clock.now()
    const [late] = await rows(
      sql<Record<string, number>>`select
        (select count(*) from submission_event where occurred_utc >= ${now})::int as events,
        (select count(*) from audit_line where occurred_utc >= ${now} and id > ${firstLine})::int as lines,
        (select count(*) from chart_event where occurred_utc >= ${now} and chart in ('issue', 'delivery', 'job'))::int as "chartEvents",
        (select count(*) from stage_result where completed_utc >= ${now})::int as results,
        (select count(*) from activity_log where created_utc >= ${now})::int as activities,
        (select count(*) from notice where created_utc >= ${now})::int as notices,
        (select count(*) from live_message where created_utc >= ${now} and payload ->> 'type' = 'FILE_EVENT')::int as messages`,
    )
    expect(Object.entries(late ?? {}).filter(([, count]) => count > 0)).toEqual([])
  })

  it('leaves an audit that is whole, and a history that the charts take', async () => {
    await server.processing.sealAudit()
    const { db, clock, storage: store } = server
    const checked = await verifyAudit({
      db,
      clock,
      store,
      keys: readAuditKeys(join(server.dataDir, 'keys')),
      secondPlace: undefined,
    })
    expect(checked.faults).toEqual([])
    const found = await server.call<{ submissions: number; deviations: unknown[] }>(
      'bedel-staff',
      'GET',
      '/inspection/conformance',
    )
    expect(found.body.deviations).toEqual([])
  })

  it('leaves nobody a heap of old notices', async () => {
    for (const user of ['bedel-staff', 'bedel-admin', 'ohe-analyst', 'brackley-signoff', 'ashby-signoff']) {
      const { body } = await server.call<{ unread: number }>(user, 'GET', '/notices')
      expect([user, body.unread < 40]).toEqual([user, true])
    }
    expect(await rows(sql`select 1 from mail limit 1`)).toEqual([])
  })

  it("compares this year's record with the one that was signed off last year", async () => {
    const id = submissionIdOf({
      instId: '0002',
      collectionReference: '23056',
      fileName: 'brackley-student-2023-24.xml',
    })
    const population = await server.call<{ hasPrevious: boolean }>(
      'brackley-signoff',
      'GET',
      `/collection-reports/conpop/${id}`,
    )
    expect(population.body.hasPrevious).toBe(true)
  })

  it('goes on with reminders, the end of the collection, and the years after it', async () => {
    const { db, clock, storage: store, processing } = server
    const log = pino({ level: 'silent' })
    const rest = planRestOfYear(clock.now(), generated, 8).map(({ at, acts }) => ({
      at,
      acts: acts.filter(({ type }) =>
        ['remind', 'collection', 'specification', 'planOpening', 'look'].includes(type),
      ),
    }))
    const [remind] = rest.flatMap(({ acts }) => acts.filter(act => act.type === 'remind'))
    const contact = { name: 'Ada Marsh', role: 'Data manager', email: 'ada@provider.example', phone: '' }
    await processing.providers.change(remind?.instIds[0] ?? '', { contacts: [contact] }, administrator())
    const left: unknown[] = []
    const year = createDemonstration(
      { ...processing, db, clock, store, log, leftOut: (act, why) => void left.push([act.type, why]) },
      () => rest,
    )
    year.start()
    await year.settled()
    expect(left).toEqual([])
    const [reminded] = await rows(
      sql<{ count: number }>`select count(*)::int as count from provider_reminder`,
    )
    expect(reminded?.count).toBeGreaterThan(0)
    const states = await rows(
      sql<{ reference: string; state: number; version: string | null }>`
        select reference, c.state_id as state, s.version from collection c left join specification s on s.id = c.specification_id
        where reference >= '23056' order by reference`,
    )
    expect(states.map(({ reference, state }) => [reference, collectionStateById(state)?.name])).toEqual([
      ['23056', 'Historic amendment'],
      ['24056', 'Open'],
      ['25056', 'Validation'],
    ])
    expect(states[2]?.version).toBe('25056_1.0.0')
  })

  it('is made once', async () => {
    const before = await rows(sql`select count(*) from submission_event`)
    const again = make()
    again.start()
    await again.settled()
    expect(await rows(sql`select count(*) from submission_event`)).toEqual(before)
  })
})

it('a file of the demonstration waits behind that of somebody who comes new', async () => {
  const server = await startProcessingServer()
  onTestFinished(() => server.stop())
  const { db, clock, storage: store, processing } = server
  const [act] = planSeason(clock.now(), 0)[0]?.acts ?? []
  if (act?.type !== 'upload') throw new Error('A season begins with a file.')
  const at = new Date(clock.now().getTime() - 86_400_000)
  const log = pino({ level: 'silent' })
  const season = createDemonstration({ ...processing, db, clock, store, log }, () => [{ at, acts: [act] }])
  season.start()
  await server.reaches(submissionIdOf(act.file), 'UPLOADED')
  const submissionId = randomUUID()
  await server.upload('brackley-submitter', { submissionId, instId: '0002', content: '<DataFutures/>' })
  const { rows } = await server.inSystem(tx =>
    sql<{ id: string }>`select singleton_key as id from pgboss.job where name = 'stage' and state < 'active'
      order by priority desc, created_on, id`.execute(tx),
  )
  expect(rows.map(({ id }) => id)).toEqual([submissionId, submissionIdOf(act.file)])
  await season.stop()
})
