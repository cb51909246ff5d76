import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveFrame } from '../../src/domain/wire/live.ts'
import { liveConnections, type Opened } from './support/liveConnection.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

describe('the live connection', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  const { ticket, open, connect } = liveConnections(() => server)

  /** A change that everybody who may see Ashby hears of. */
  const change = async (): Promise<string> => {
    const id = randomUUID()
    await server.inSystem(tx => sql`update submission set is_latest = false`.execute(tx))
    await server.place({ id, instId: '0001' }, 'APPROVED')
    await server.call('bedel-staff', 'POST', `/submissions/${id}/request-resubmission/`, {
      body: { note: 'The dates are wrong.' },
    })
    return id
  }

  const isOf =
    (id: string) =>
    (frame: LiveFrame): boolean =>
      frame.type === 'FILE_EVENT' && frame.submissionId === id

  it('says hello with the last number and then sends every change, numbered without a gap', async () => {
    await change()
    const opened = await connect('ashby-guest', '0001')
    const last = [await change(), await change(), await change()].at(-1) ?? ''
    const changed = await opened.until(isOf(last))
    const numbers = opened.frames.map(({ sequence }) => sequence)
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
    expect(changed).toMatchObject({
      instId: '0001',
      collectionId: 'c23056',
      status: { id: 34, code: 'RESUBMISSION_REQUIRED' },
      isLatest: true,
    })
    opened.close()
  })

  it('tells the agency and the right regulator on their own channels, and nobody else', async () => {
    const agency = await connect('bedel-staff', 'bedel')
    const regulator = await connect('ohe-analyst', '5016')
    const wales = await connect('fcw-analyst', '5002')
    const other = await connect('brackley-submitter', '0002')
    const id = await change()
    expect(await agency.until(isOf(id))).toMatchObject({ instId: '0001' })
    expect(await regulator.until(isOf(id))).toMatchObject({ instId: '0001' })
    const welsh = randomUUID()
    await server.place({ id: welsh, instId: '0003' }, 'APPROVED')
    await server.call('bedel-staff', 'POST', `/submissions/${welsh}/request-resubmission/`, {
      body: { note: 'The dates are wrong.' },
    })
    await wales.until(isOf(welsh))
    await agency.until(isOf(welsh))
    expect(wales.frames.some(isOf(id))).toBe(false)
    expect(regulator.frames.some(isOf(welsh))).toBe(false)
    expect(other.frames).toHaveLength(1)
    for (const opened of [agency, regulator, wales, other]) opened.close()
  })

  it('counts from the number that came with a submission', async () => {
    const id = await change()
    const submission = await server.call<{ liveSequence: number }>('bedel-staff', 'GET', `/submissions/${id}`)
    const history = await server.call<{ liveSequence: number }>(
      'bedel-staff',
      'GET',
      `/submissions/${id}/lifecycle`,
    )
    const opened = await connect('bedel-staff', '0001')
    expect(opened.frames[0]).toMatchObject({
      type: 'HELLO',
      instId: '0001',
      sequence: submission.body.liveSequence,
      // So that a page of an earlier release can offer to be loaded anew.
      release: JSON.parse(readFileSync('package.json', 'utf8')).version,
    })
    expect(submission.body.liveSequence).toBeGreaterThan(0)
    expect(history.body.liveSequence).toBe(submission.body.liveSequence)
    opened.close()
  })

  it('names who uploaded and submitted to nobody but themselves', async () => {
    const own = await connect('ashby-submitter', '0001')
    const other = await connect('ashby-guest', '0001')
    const id = randomUUID()
    await server.inSystem(tx => sql`update submission set is_latest = false`.execute(tx))
    await server.place({ id, instId: '0001' }, 'APPROVED')
    await server.inSystem(tx =>
      sql`update submission set uploader_id = 'ashby-submitter', submitter_id = 'bedel-admin'
        where id = ${id}::uuid`.execute(tx),
    )
    await server.call('bedel-staff', 'POST', `/submissions/${id}/request-resubmission/`, {
      body: { note: 'The dates are wrong.' },
    })
    const personsIn = (frame: LiveFrame) =>
      frame.type === 'FILE_EVENT' && [frame.facts.uploaderId, frame.facts.submitterId]
    expect(personsIn(await own.until(isOf(id)))).toEqual(['ashby-submitter', undefined])
    expect(personsIn(await other.until(isOf(id)))).toEqual([undefined, undefined])
    own.close()
    other.close()
  })

  it.each([
    ['a provider for another institution', 'ashby-submitter', '0002'],
    ['a provider for the agency', 'ashby-submitter', 'bedel'],
    ['a regulator for a provider of another country', 'fcw-analyst', '0001'],
    ['anybody for an institution that does not exist', 'bedel-admin', '9999'],
  ])('gives no ticket to %s', async (_, user, instId) => {
    const answer = await server.call(user, 'POST', '/token/live-ticket', { body: { instId } })
    expect(answer.status).toBe(404)
  })

  it('takes a ticket once, within 30 seconds, for its own institution and origin', async () => {
    const once = await ticket('bedel-staff', '0001')
    const first = open('0001', once)
    await first.until(({ type }) => type === 'HELLO')
    expect(await open('0001', once).closed).toBe(4401)
    first.close()

    const late = await ticket('bedel-staff', '0001')
    server.clock.forward(31_000)
    expect(await open('0001', late).closed).toBe(4401)
    expect(await open('0002', await ticket('bedel-staff', '0001')).closed).toBe(4401)
    expect(await open('0001', await ticket('bedel-staff', '0001'), 'https://elsewhere.example').closed).toBe(
      4401,
    )
    expect(await open('0001', '').closed).toBe(4401)
  })

  it('keeps no more than ten connections of one user', async () => {
    const opened: Opened[] = []
    for (let count = 0; count < 10; count += 1) opened.push(await connect('bedel-pii', '0001'))
    const eleventh = open('0001', await ticket('bedel-pii', '0001'))
    expect(await eleventh.closed).toBe(4429)
    for (const each of opened) each.close()
  })

  /** Cuts the connection by which the server hears of anything; it opens another one. */
  const cutListener = async (): Promise<void> => {
    const client = new pg.Client(server.databaseUrl)
    await client.connect()
    const cut = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'bedel-listener' and datname = current_database()`,
    )
    await client.end()
    expect(cut.rowCount).toBeGreaterThan(0)
  }

  it('sends what happened while its listening connection was cut', async () => {
    const opened = await connect('ashby-submitter', '0001')
    await cutListener()
    const id = await change()
    expect(await opened.until(isOf(id))).toMatchObject({ submissionId: id })
    opened.close()
  })

  it('ends where its person works there no more, or in another role, also when the news of that was missed', async () => {
    const membership = (id: string, type: string) => JSON.stringify([{ id, type, roles: ['guest'] }])
    /** Withdraws or changes a membership without a word. */
    const nowWorksFor = (user: string, organisations: string) =>
      server.asOwner(`update person set organisations = '${organisations}' where user_id = '${user}'`)
    const gone = await connect('ashby-submitter', '0001')
    const elsewhere = await connect('brackley-submitter', '0002')
    const inOtherRole = await connect('brackley-signoff', '0002')
    const stays = [
      await connect('ashby-signoff', '0001'),
      await connect('bedel-staff', '0001'),
      await connect('bedel-staff', 'bedel'),
      await connect('ohe-analyst', '0001'),
      await connect('ohe-analyst', '5016'),
    ]
    const closed: Opened[] = []
    for (const each of stays) each.closed.then(() => closed.push(each))
    await nowWorksFor('ashby-submitter', '[]')
    await nowWorksFor('brackley-submitter', membership('0001', 'provider'))
    await nowWorksFor('brackley-signoff', membership('0002', 'provider'))
    await cutListener()
    expect(await Promise.all([gone, elsewhere, inOtherRole].map(({ closed }) => closed))).toEqual([
      4401, 4401, 4401,
    ])
    const id = await change()
    await Promise.all(stays.map(each => each.until(isOf(id))))
    expect(closed).toEqual([])
    for (const each of stays) each.close()
  })

  /** Whether Brackley takes part, as an administrator says in the portal. */
  const takesPart = async (onboarded: boolean): Promise<void> => {
    const { status } = await server.call('bedel-admin', 'PATCH', '/providers/0002', { body: { onboarded } })
    expect(status).toBe(200)
  }
  const isOfProvider = ({ type }: LiveFrame): boolean => type === 'PROVIDER'

  it('ends at once for the people of a provider that takes part no more, and opens again once it does', async () => {
    const own = await connect('brackley-software', '0002')
    const agency = await connect('bedel-staff', '0002')
    const late = await ticket('brackley-software', '0002')
    await takesPart(false)
    expect(await own.closed).toBe(4401)
    expect(await open('0002', late).closed).toBe(4401)
    expect(await agency.until(isOfProvider)).toMatchObject({ providers: ['0002'] })
    await takesPart(true)
    const again = await connect('brackley-software', '0002')
    again.close()
    agency.close()
  })

  it('ends for them also when the news of that was missed, however often they try to renew', async () => {
    const own = await connect('brackley-software', '0002')
    const neighbour = await connect('ashby-guest', '0001')
    await server.asOwner("update organisation set onboarded = false where id = '0002'")
    // A renewal begins the sign-in anew before it is refused.
    await server.tokenOf('brackley-software')
    await cutListener()
    expect(await own.closed).toBe(4401)
    const heard = await change()
    expect(await neighbour.until(isOf(heard))).toMatchObject({ submissionId: heard })
    await server.asOwner("update organisation set onboarded = true where id = '0002'")
    neighbour.close()
  })
})
