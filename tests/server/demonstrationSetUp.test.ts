import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setDeadlines, setUpDemonstration } from '../../server/demonstration/setUp.ts'
import { contentOfRelease } from './support/cluster.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* What the demonstration has from the start is decided by what decides the calls. */

describe('the set-up of the demonstration', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  const rows = async <T>(query: ReturnType<typeof sql<T>>) =>
    (await server.inSystem(tx => query.execute(tx))).rows
  const setUp = async () => {
    const { db, clock } = server
    await setUpDemonstration({ db, clock }, { content: await contentOfRelease(), providers: 0 })
  }
  const counts = () =>
    rows(
      sql`select (select count(*)::int from chart_event where chart = 'collectionState') as collections,
        (select count(*)::int from chart_event where chart = 'specificationState') as specifications,
        (select count(*)::int from provider_event) as providers, (select count(*)::int from audit_line) as lines`,
    )

  it('leaves the history of every collection, specification and provider, by its administrator', async () => {
    const histories = await rows(
      sql<{ reference: string; events: string[]; by: string[]; last: string; version: number }>`
        select c.reference, array_agg(e.event order by e.sequence) as events, array_agg(distinct e.actor->>'name') as by,
          (array_agg(e.to_place order by e.sequence desc))[1] as last, c.version
        from collection c join chart_event e on e.chart = 'collectionState' and e.subject = c.reference group by c.reference, c.version order by 1`,
    )
    const opened = ['CREATE', 'ASSIGN_SPECIFICATION']
    expect(histories).toEqual([
      {
        reference: '22056',
        events: [...opened, 'OPEN', 'CLOSE', 'START_HISTORIC_AMENDMENT', 'CHANGE_DETAILS'],
        by: ['Ruth Calloway'],
        last: 'Historic amendment',
        version: 6,
      },
      {
        reference: '23056',
        events: [...opened, 'OPEN', 'CHANGE_DETAILS'],
        by: ['Ruth Calloway'],
        last: 'Open',
        version: 4,
      },
      {
        reference: '24056',
        events: [...opened, 'OPEN_TO_VALIDATION', 'CHANGE_DETAILS'],
        by: ['Ruth Calloway'],
        last: 'Validation',
        version: 4,
      },
      {
        reference: '25056',
        events: ['CREATE', 'CHANGE_DETAILS'],
        by: ['Ruth Calloway'],
        last: 'Draft',
        version: 2,
      },
    ])
    const specifications = await rows(
      sql<{ version: string; events: string[] }>`
        select s.version, array_agg(e.event order by e.sequence) as events
        from specification s join chart_event e on e.chart = 'specificationState' and e.subject = s.version group by s.id order by s.id`,
    )
    const steps = ['CREATE', 'APPLY_CONFIGURATION', 'MAKE_AVAILABLE', 'GIVEN']
    expect(specifications).toEqual(
      ['22056_1.3.0', '23056_1.0.0', '24056_1.2.0'].map(version => ({ version, events: steps })),
    )
    const providers = await rows(
      sql<{ id: string; onboarded: boolean; event: string }>`
        select e.inst_id as id, o.onboarded, e.event from provider_event e join organisation o on o.id = e.inst_id order by 1`,
    )
    expect(providers).toEqual(
      ['0001', '0002', '0003', '0004', '0005'].map(id => ({
        id,
        onboarded: id !== '0005',
        event: 'TAKEN_IN',
      })),
    )
  })

  it('changes nothing when it runs again, also in two processes at once', async () => {
    const before = await counts()
    await Promise.all([setUp(), setUp()])
    expect(await counts()).toEqual(before)
  })

  it('says of the open year that its additional reports are to come, and not of the one that is over', async () => {
    const found = await rows(
      sql<{
        reference: string
        out: boolean
      }>`select reference, additional_reports_released as out from collection
        where reference in ('22056', '23056') order by reference`,
    )
    expect(found).toEqual([
      { reference: '22056', out: true },
      { reference: '23056', out: false },
    ])
  })

  it('leaves a collection that somebody has deleted as it is', async () => {
    await server.asOwner(
      "update collection set state_id = 2, support_contact = null where reference = '25056'",
    )
    await setUp()
    const [found] = await rows(
      sql<{
        contact: string | null
      }>`select support_contact as contact from collection where reference = '25056'`,
    )
    expect(found?.contact).toBeNull()
  })

  it('sets a deadline where there is none, which is nobody’s news', async () => {
    const { db, clock } = server
    await setDeadlines({ db, clock })
    await setDeadlines({ db, clock })
    const found = await rows(
      sql<{ reference: string; due: boolean; notified: boolean }>`
        select c.reference, c.submission_deadline is not null as due,
          t.submission_deadline is not distinct from c.submission_deadline as notified
        from collection c join collection_told t on t.collection_id = c.id order by 1`,
    )
    expect(found).toEqual(
      ['22056', '23056', '24056', '25056'].map(reference => ({
        reference,
        due: reference === '23056',
        notified: true,
      })),
    )
  })
})
