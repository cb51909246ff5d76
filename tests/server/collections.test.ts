import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CollectionStateName,
  collectionStateNames,
  collectionStateOf,
} from '../../src/domain/collection.ts'
import { readOnlyReason } from '../../src/domain/readOnly.ts'
import type { CollectionWire } from '../../src/domain/wire/collections.ts'
import { factsFromWire } from '../../src/domain/wire/facts.ts'
import type { CollectionEventWire } from '../../src/domain/wire/management.ts'
import type { SpecificationWire } from '../../src/domain/wire/specifications.ts'
import { eventTo } from '../../src/machines/collection-state/index.ts'
import { message } from '../../src/messages/message.ts'
import { collectionDecided } from '../../src/model/collectionDecisions.ts'
import { people } from '../../src/model/people.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * Collections as the agency configures them (specification 1 §2, §4, §7; decisions §10): by the calls, against the decisions
 * in words.
 */

const reference = '26056'
let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

type Answered = CollectionWire & { detail?: string; errors?: { field: string }[] }
const send = (user: string, method: string, path: string, body?: unknown) =>
  server.call<Answered>(user, method, `/collections${path}`, { body })
const read = async (user = 'bedel-admin', of = reference) =>
  (await send(user, 'GET', `/${of}`)) as { status: number; body: CollectionWire }
const change = (state: CollectionStateName, user = 'bedel-admin') =>
  send(user, 'PUT', `/${reference}/state`, { stateId: collectionStateOf(state).id })

const newCollection = {
  reference,
  name: 'Student 2026/27',
  streamId: '056',
  referencePeriodStart: '2026-08-01',
  referencePeriodEnd: '2027-07-31',
}

/** A specification of a state, as the calls of specifications make them. */
const placeSpecification = (version: string, stateId: number): Promise<number> =>
  server.inSystem(async tx => {
    const { rows } = await sql<{ id: number }>`
      insert into specification (version, state_id, schema_version, ruleset_version, created_by, updated_by)
      values (${version}, ${stateId}, '23056_1.0.0', '23056_1.0.0', 'test', 'test') returning id`.execute(tx)
    return rows[0]!.id
  })

const stateOfSpecification = async (id: number): Promise<string | undefined> => {
  const { body } = await server.call<{ specifications: SpecificationWire[] }>(
    'bedel-staff',
    'GET',
    '/specifications',
  )
  return body.specifications.find(one => one.id === id)?.state.name
}

/** Puts the collection where a test begins. */
const placeAt = (state: CollectionStateName, specificationId: number | null): Promise<void> =>
  server.inSystem(async tx => {
    await sql`update collection set state_id = ${collectionStateOf(state).id}, specification_id = ${specificationId}
      where reference = ${reference}`.execute(tx)
  })

const versionNow = (): Promise<number> =>
  server.inSystem(async tx => {
    const { rows } = await sql<{
      version: number
    }>`select version from collection where reference = ${reference}`.execute(tx)
    return rows[0]!.version
  })

describe('a new collection', () => {
  it('is made by administrators alone, as a Draft that only the agency sees', async () => {
    for (const user of ['bedel-analyst', 'bedel-staff', 'ashby-signoff', 'fcw-analyst'])
      expect((await send(user, 'POST', '', newCollection)).status).toBe(403)
    const { status, body } = await send('bedel-admin', 'POST', '', newCollection)
    expect([status, body.state.name, body.specification]).toEqual([200, 'Draft', null])
    expect((await read('bedel-staff')).body.name).toBe('Student 2026/27')
    for (const user of ['ashby-signoff', 'ashby-ovt', 'fcw-analyst'])
      expect((await read(user)).status).toBe(404)
  })

  it('needs a reference that is free, and a period that ends after it begins', async () => {
    const again = await send('bedel-admin', 'POST', '', newCollection)
    expect([again.status, again.body.detail]).toEqual([
      409,
      'Student 2026/27 already uses this reference and is "Draft". Choose another reference.',
    ])
    const backwards = { ...newCollection, reference: '27056', referencePeriodEnd: '2026-01-01' }
    expect((await send('bedel-admin', 'POST', '', backwards)).status).toBe(422)
    expect((await read('bedel-admin', '27056')).status).toBe(404)
  })

  it.each(['26042', '26999'])('of the stream 056 takes no reference %s, and names the field', async of => {
    const { status, body } = await send('bedel-admin', 'POST', '', { ...newCollection, reference: of })
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, ['body.reference']])
    expect((await read('bedel-admin', of)).status).toBe(404)
  })
})

describe('the streams', () => {
  interface Streams {
    streams: { id: string; name: string; isAvailable: boolean }[]
    detail?: string
  }
  const streams = (user: string, method = 'GET', path = '', body?: unknown) =>
    server.call<Streams>(user, method, `/streams${path}`, { body })

  it('are four from the start, of which only Student is available', async () => {
    const { body } = await streams('bedel-staff')
    expect(body.streams).toEqual([
      { id: '056', name: 'Student', isAvailable: true },
      { id: '042', name: 'Estates', isAvailable: false },
      { id: '031', name: 'Finance', isAvailable: false },
      { id: '025', name: 'Staff', isAvailable: false },
    ])
    const session = await server.call<Streams>('ashby-guest', 'GET', '/organisations')
    expect(session.body.streams).toEqual(body.streams)
  })

  it('take a collection once an administrator has made them available, and not before', async () => {
    const estates = { ...newCollection, reference: '26042', streamId: '042', name: 'Estates 2026/27' }
    const early = await send('bedel-admin', 'POST', '', estates)
    expect([early.status, early.body.errors?.map(({ field }) => field)]).toEqual([422, ['body.streamId']])
    expect((await streams('bedel-analyst', 'PUT', '/042/available')).status).toBe(403)
    expect((await streams('bedel-admin', 'PUT', '/999/available')).status).toBe(404)
    const { body } = await streams('bedel-admin', 'PUT', '/042/available')
    expect(body.streams.filter(({ isAvailable }) => isAvailable).map(({ id }) => id)).toEqual(['056', '042'])
    expect((await send('bedel-admin', 'POST', '', estates)).status).toBe(200)
  })

  it('are added by administrators, each id and name once, with a line of the audit', async () => {
    const alumni = { id: '077', name: 'Alumni' }
    expect((await streams('bedel-analyst', 'POST', '', alumni)).status).toBe(403)
    const { body } = await streams('bedel-admin', 'POST', '', alumni)
    expect(body.streams.at(-1)).toEqual({ ...alumni, isAvailable: true })
    const again = await streams('bedel-admin', 'POST', '', { ...alumni, id: '078' })
    expect([again.status, again.body.detail]).toEqual([
      409,
      'There is already a stream with the id 078 or the name Alumni.',
    ])
    const { rows } = await server.inSystem(tx =>
      sql<{ action: string; subject: string }>`select action, subject from audit_line
        where action like 'STREAM%' and outcome = 'done' order by id`.execute(tx),
    )
    expect(rows).toEqual([
      { action: 'STREAM_MADE_AVAILABLE', subject: '042' },
      { action: 'STREAM_ADDED', subject: '077' },
    ])
  })
})

describe('the state of a collection', () => {
  let used: number
  beforeAll(async () => {
    used = await placeSpecification('26056_9.0.0', 4)
  })

  it.each(collectionStateNames)('goes from %s where was decided, and nowhere else', async from => {
    for (const to of collectionStateNames) {
      await placeAt(from, used)
      const decided = collectionDecided(
        from,
        { specificationId: used, specificationState: 'IN_USE', pickedState: undefined, liveSubmissions: 0 },
        { type: eventTo[to], actor: people.admin },
      )
      const offered = (await read()).body.availableStates.map(({ name }) => name)
      expect([to, offered.includes(to)]).toEqual([to, decided !== undefined])
      const before = await versionNow()
      const { status, body } = await change(to)
      expect([to, status]).toEqual([to, decided ? 200 : 409])
      if (decided) expect(body.state.name).toBe(to)
      else {
        expect(body.detail).toMatch(/^"\w.*" is not possible while the collection is "/)
        expect(await versionNow()).toBe(before)
      }
    }
  })

  it('is changed by administrators alone; a refusal is a line of the audit', async () => {
    await placeAt('Draft', used)
    for (const user of ['bedel-analyst', 'bedel-staff', 'ashby-signoff', 'fcw-analyst'])
      expect((await change('Open', user)).status).toBe(403)
    expect((await read('bedel-analyst')).body.availableStates).toEqual([])
    const { rows } = await server.inSystem(tx =>
      sql<{ actor_id: string; reason: string }>`select actor_id, reason from audit_line
        where action = 'COLLECTION_OPEN' and outcome = 'refused' and status = 403`.execute(tx),
    )
    expect(rows).toContainEqual({
      actor_id: 'bedel-analyst',
      reason: 'Only Bedel administrators can change the state of a collection.',
    })
  })

  it('becomes Open only with a specification, and everybody sees and hears of it', async () => {
    await placeAt('Draft', null)
    expect((await change('Open')).body.detail).toBe(
      'First assign a specification that is Available or In Use.',
    )
    await placeAt('Draft', used)
    expect((await change('Open')).status).toBe(200)
    for (const user of ['ashby-signoff', 'fcw-analyst', 'bedel-staff'])
      expect((await read(user)).body.state.name).toBe('Open')
    const { rows } = await server.inSystem(tx =>
      sql<{ inst_id: string }>`select distinct inst_id from live_message
        where payload->>'type' = 'COLLECTION' and payload->>'reference' = ${reference}
          and (payload->>'stateId')::int = 3`.execute(tx),
    )
    expect(rows.map(({ inst_id }) => inst_id)).toEqual(expect.arrayContaining(['0001', '5002', 'bedel']))
  })

  it('is shown in Validation to who checks files online, and to no other provider', async () => {
    await placeAt('Validation', used)
    expect((await read('ashby-ovt')).status).toBe(200)
    for (const user of ['ashby-signoff', 'fcw-analyst']) expect((await read(user)).status).toBe(404)
  })
})

describe('the specification of a collection', () => {
  const assign = (specificationId: number, user = 'bedel-admin') =>
    send(user, 'PUT', `/${reference}`, { specificationId })
  let first: number
  let second: number
  let draft: number
  beforeEach(async () => {
    const name = `26056_${Math.trunc(performance.now() * 1000)}`
    first = await placeSpecification(`${name}.0.0`, 3)
    second = await placeSpecification(`${name}.1.0`, 3)
    draft = await placeSpecification(`${name}.2.0`, 2)
    await placeAt('Draft', null)
  })

  it('is put in use by being given, and is free again when the collection is given another', async () => {
    expect((await assign(first)).body.specification?.id).toBe(first)
    expect(await stateOfSpecification(first)).toBe('In Use')
    expect((await assign(second)).status).toBe(200)
    expect([await stateOfSpecification(first), await stateOfSpecification(second)]).toEqual([
      'Available',
      'In Use',
    ])
  })

  it('is refused where it is a Draft, unknown, the same, or by whom it is not for', async () => {
    await assign(first)
    for (const id of [draft, 999_999]) {
      const { status, body } = await assign(id)
      expect([status, body.detail]).toEqual([
        409,
        'This specification is not Available. Make it Available, or choose another.',
      ])
    }
    expect((await assign(first)).body.detail).toBe('The collection already has this specification.')
    expect((await assign(second, 'bedel-analyst')).status).toBe(403)
    expect((await read()).body.specification?.id).toBe(first)
  })

  it('is refused where it becomes a Draft at the same moment', async () => {
    const { promise: answer, resolve } = Promise.withResolvers<ReturnType<typeof assign>>()
    await server.inSystem(async tx => {
      await sql`update specification set state_id = 2 where id = ${first}`.execute(tx)
      // In an object: a promise would be awaited before this transaction ends.
      const asked = { answer: assign(first) }
      await vi.waitUntil(
        async () =>
          (
            await server.look<{ count: number }>(
              `select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
                where not granted and datname = current_database()`,
            )
          ).count > 0,
        { timeout: 60_000 },
      )
      resolve(asked.answer)
    })
    const { status, body } = await answer
    expect([status, body.detail]).toEqual([
      409,
      'This specification is not Available. Make it Available, or choose another.',
    ])
    expect((await read()).body.specification).toBeNull()
  })

  it('can be another one in Validation and Open, and no more from Closed on', async () => {
    for (const [state, status] of [
      ['Validation', 200],
      ['Open', 200],
      ['Closed', 409],
      ['Historic amendment', 409],
      ['Archived', 409],
    ] as const) {
      await placeAt(state, first)
      expect([state, (await assign(second)).status]).toEqual([state, status])
      await placeAt(state, null)
      await server.inSystem(tx => sql`update specification set state_id = 3 where id = ${second}`.execute(tx))
    }
  })
})

describe('the details of a collection', () => {
  const patch = (body: unknown, user = 'bedel-admin') => send(user, 'PATCH', `/${reference}`, body)

  it('are changed by administrators, the period only while it is a Draft', async () => {
    await placeAt('Draft', null)
    expect((await patch({ name: 'No' }, 'bedel-analyst')).status).toBe(403)
    expect((await patch({ referencePeriodEnd: '2027-08-31' })).body.referencePeriodEnd).toBe('2027-08-31')
    await placeAt('Archived', null)
    const { status, body } = await patch({ referencePeriodEnd: '2027-09-30' })
    expect([status, body.detail]).toEqual([
      409,
      'You can change the reference period only while the collection is a Draft.',
    ])
    const other = await patch({ name: 'Student, late', disallowCreateIssues: true, supportContact: null })
    expect(other.body).toMatchObject({ name: 'Student, late', disallowCreateIssues: true })
    expect(other.body.referencePeriodEnd).toBe('2027-08-31')
  })

  it('each leave an event with what was changed by whom, in order', async () => {
    const { rows } = await server.inSystem(tx =>
      sql<{ event: string; sequence: number; payload: object; name: string }>`
        select event, sequence, payload, actor->>'name' as name from chart_event where chart = 'collectionState' and subject = ${reference} order by sequence`.execute(
        tx,
      ),
    )
    expect(rows[0]).toMatchObject({ event: 'CREATE', sequence: 1, payload: { name: 'Student 2026/27' } })
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => at + 1))
    expect(rows.at(-1)).toMatchObject({ event: 'CHANGE_DETAILS', payload: { name: 'Student, late' } })
  })

  it('hold the deadline and whom to ask, which providers read and hear of', async () => {
    await placeAt('Open', null)
    const changes = { submissionDeadline: '2027-10-31', supportContact: 'season@agency.example' }
    expect((await patch(changes)).body).toMatchObject(changes)
    expect((await read('ashby-signoff')).body).toMatchObject(changes)
    for (const supportContact of ['ask us', 'http://agency.example', 'javascript:alert(1)', ''])
      expect((await patch({ supportContact })).status).toBe(422)
    expect((await patch({ submissionDeadline: '31/10/2027' })).status).toBe(422)
    expect((await patch({ submissionDeadline: '2027-02-31' })).status).toBe(422)
    const { rows } = await server.inSystem(tx =>
      sql<{ version: number }>`select max((payload->>'version')::int) as version from live_message
        where inst_id = '0001' and payload->>'reference' = ${reference}`.execute(tx),
    )
    expect(rows[0]?.version).toBe(await versionNow())
  })

  it('are told with what they were before, who changed them and when, to the agency alone', async () => {
    await patch({ submissionDeadline: '2027-11-15', name: (await read()).body.name })
    const events = (user: string) =>
      server.call<{ events: CollectionEventWire[] }>(user, 'GET', `/collections/${reference}/events`)
    const { status, body } = await events('bedel-staff')
    expect(status).toBe(200)
    expect(body.events[0]).toMatchObject({
      event: 'CHANGE_DETAILS',
      by: 'Ruth Calloway',
      from: { name: 'Open' },
      to: { name: 'Open' },
      // The name was given as it is: that is no change.
      changes: [{ field: 'submissionDeadline', before: '2027-10-31', after: '2027-11-15' }],
    })
    expect(body.events.at(-1)).toMatchObject({ event: 'CREATE', from: null, to: { name: 'Draft' } })
    const assigned = body.events.filter(({ event }) => event === 'ASSIGN_SPECIFICATION')
    expect(assigned.length).toBeGreaterThan(0)
    const versions = assigned.flatMap(({ changes }) => changes)
    expect(versions).toContainEqual({
      field: 'specification',
      before: expect.stringMatching(/^26056_/),
      after: expect.stringMatching(/^26056_/),
    })
    for (const user of ['ashby-signoff', 'fcw-analyst']) expect((await events(user)).status).toBe(403)
    expect((await server.call('bedel-admin', 'GET', '/collections/99056/events')).status).toBe(404)
  })
})

describe('submissions', () => {
  it('are paused by administrators, with a reason that providers read', async () => {
    const pause = (pauseReason: string | null, user = 'bedel-admin') =>
      send(user, 'PATCH', `/${reference}`, { pauseReason })
    expect((await pause('A rule is wrong.', 'bedel-analyst')).status).toBe(403)
    expect((await pause('  ')).status).toBe(422)
    expect((await pause('A rule is wrong.')).body).toMatchObject({ allowSubmissions: false })
    const seen = async () => {
      const { body } = await server.call<{ collections: CollectionWire[] }>(
        'ashby-signoff',
        'GET',
        '/providers/0001/collections?state=open',
      )
      return body.collections.find(one => one.reference === reference)!
    }
    expect((await seen()).pauseReason).toBe('A rule is wrong.')
    expect(readOnlyReason(factsFromWire((await seen()).newSubmission!.live))).toEqual(
      message('lifecycle', 'readOnly.pausedFor', { reason: 'A rule is wrong.' }),
    )
    expect((await pause(null)).body).toMatchObject({ allowSubmissions: true, pauseReason: null })
    expect((await seen()).newSubmission?.live.allowSubmissions).toBe(true)
  })
})

describe('the schedule of a collection', () => {
  const plan = (days: object, user = 'bedel-admin') => send(user, 'PATCH', `/${reference}`, days)
  /** The state after the look of a minute, at a moment of winter, when London has UTC. */
  const stateAt = async (moment: string, reader = 'bedel-admin'): Promise<CollectionWire> => {
    server.clock.forward(new Date(moment).getTime() - server.clock.now().getTime())
    await server.processing.tell()
    return (await read(reader)).body
  }

  it('is set by administrators, with days in the order of the states', async () => {
    await placeAt('Draft', null)
    expect((await plan({ opensOn: '2030-01-08' }, 'bedel-analyst')).status).toBe(403)
    const wrong = await plan({ validationOn: '2030-01-09', opensOn: '2030-01-08' })
    expect([wrong.status, wrong.body.errors?.map(({ field }) => field)]).toEqual([422, ['body.opensOn']])
    const days = { validationOn: '2030-01-07', opensOn: '2030-01-08', closesOn: '2030-01-20' }
    expect((await plan(days)).body).toMatchObject({ ...days, scheduleRefusal: null })
    expect((await plan({ closesOn: '2030-01-08' })).status).toBe(422)
  })

  it('moves it on at 09:00 of each day, and says why it cannot', async () => {
    expect((await stateAt('2030-01-07T08:59:00Z')).state.name).toBe('Draft')
    const refused = await stateAt('2030-01-07T09:01:00Z')
    expect([refused.state.name, refused.validationOn, refused.scheduleRefusal]).toEqual([
      'Draft',
      '2030-01-07',
      expect.stringMatching(/specification/),
    ])
    // The reason goes, and the next look moves it on.
    await send('bedel-admin', 'PUT', `/${reference}`, {
      specificationId: await placeSpecification('26056_7.0.0', 3),
    })
    const validation = await stateAt('2030-01-07T09:02:00Z')
    expect(validation).toMatchObject({
      state: { name: 'Validation' },
      validationOn: null,
      opensOn: '2030-01-08',
      scheduleRefusal: null,
    })
    expect((await stateAt('2030-01-08T08:59:00Z')).state.name).toBe('Validation')
    expect(await stateAt('2030-01-08T09:00:00Z')).toMatchObject({
      state: { name: 'Open' },
      opensOn: null,
      closesOn: '2030-01-20',
    })
    expect(await stateAt('2030-01-20T09:00:00Z')).toMatchObject({ state: { name: 'Closed' }, closesOn: null })
    const { body } = await server.call<{ events: CollectionEventWire[] }>(
      'bedel-staff',
      'GET',
      `/collections/${reference}/events`,
    )
    // The person who set the days decided it.
    expect(body.events.slice(0, 2).map(({ event, by }) => [event, by])).toEqual([
      ['CLOSE', 'Ruth Calloway'],
      ['OPEN', 'Ruth Calloway'],
    ])
  })

  it('is followed with the present roles of the person who set it', async () => {
    const adminsRoles = (roles: string[]) =>
      server.asOwner(
        `update person set organisations = jsonb_set(organisations, '{0,roles}', '${JSON.stringify(roles)}') where user_id = 'bedel-admin'`,
      )
    await placeAt('Open', null)
    expect((await plan({ closesOn: '2030-01-25' })).status).toBe(200)
    await adminsRoles(['analyst'])
    const refused = await stateAt('2030-01-25T09:01:00Z', 'bedel-staff')
    expect([refused.state.name, refused.closesOn, refused.scheduleRefusal]).toEqual([
      'Open',
      '2030-01-25',
      'The person who set this day can no longer change the state of a collection. Change the state, or set another day.',
    ])
    await adminsRoles(['admin'])
    expect(await stateAt('2030-01-25T09:02:00Z')).toMatchObject({ state: { name: 'Closed' }, closesOn: null })
  })

  it('does not open again what a person has closed', async () => {
    await placeAt('Validation', null)
    expect((await plan({ opensOn: '2030-02-01' })).status).toBe(200)
    await placeAt('Closed', null)
    expect((await stateAt('2030-02-02T12:00:00Z')).state.name).toBe('Closed')
  })
})

it('is not found under a reference that there is not', async () => {
  expect((await send('bedel-admin', 'PUT', '/99056/state', { stateId: 3 })).status).toBe(404)
  expect((await send('bedel-admin', 'PUT', `/${reference}/state`, { stateId: 99 })).status).toBe(422)
})
