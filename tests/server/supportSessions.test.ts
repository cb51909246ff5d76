import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RecordedEntry, recordingVersion } from '../../src/domain/recording.ts'
import { supportEntriesAtOnce, supportEntriesBurst } from '../../src/domain/supportSession.ts'
import type { SupportSessionWire } from '../../src/domain/wire/supportSessions.ts'
import { replayed } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * "With that person's consent. A button gives a code. It lasts 15 minutes (must), and either side can end it. It is audited. It shows
 * states, events and times, never record data or tokens."
 */

const minute = 60_000
const [sharer, support] = ['ashby-submitter', 'bedel-analyst'] as const

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
}, 60_000)
afterAll(() => server.stop())

interface Offered {
  session: SupportSessionWire
  code: string
}
interface Read {
  session: SupportSessionWire
  entries: RecordedEntry[]
  last: number
}
type Refusal = { detail?: string }

const offer = async (user: string = sharer): Promise<Offered> => {
  const { status, body } = await server.call<Offered>(user, 'POST', '/support-sessions')
  expect(status).toBe(200)
  return body
}
const join = (code: string, user: string = support) =>
  server.call<SupportSessionWire & Refusal>(user, 'POST', '/support-sessions/join', { body: { code } })
const send = (id: string, entries: readonly unknown[], user: string = sharer) =>
  server.call<{ session: SupportSessionWire; dropped: number } & Refusal>(
    user,
    'POST',
    `/support-sessions/${id}/entries`,
    { body: { entries } },
  )
const read = (id: string, after = 0, user: string = support) =>
  server.call<Read & Refusal>(user, 'GET', `/support-sessions/${id}/entries?after=${after}`)
const end = (id: string, user: string = sharer) =>
  server.call<SupportSessionWire & Refusal>(user, 'POST', `/support-sessions/${id}/end`)

const watched = async (): Promise<string> => {
  const { session, code } = await offer()
  expect((await join(code)).status).toBe(200)
  return session.id
}

const event = {
  type: '@xstate.event',
  sessionId: 'x:1',
  rootId: 'x:1',
  createdAt: '1727773200000',
  id: '1',
  _version: recordingVersion,
  event: { type: 'OPEN' },
} as const satisfies RecordedEntry

const kept = (id: string) =>
  server.look<{ entries: number }>(
    `select count(*)::int as entries from support_entry where session_id = '${id}'`,
  )
const audited = (id: string) =>
  server.look<{
    lines: string[]
  }>(`select coalesce(array_agg(actor_id || ' ' || action || ' ' || outcome order by id), '{}') as lines
    from audit_line where subject = '${id}'`)

describe('a support session', () => {
  it('shows support what the browser sends, from the code to the end, and audits each step', async () => {
    const { session, code } = await offer()
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    expect(session).toMatchObject({ state: 'OFFERED', watcher: null })
    // Nothing is passed on before support has joined.
    expect((await send(session.id, [event])).body).toMatchObject({
      session: { state: 'OFFERED' },
      dropped: 1,
    })

    const joined = await join(code.toLowerCase().replace('-', ' '))
    expect(joined.body).toMatchObject({ id: session.id, state: 'WATCHED' })
    expect(Date.parse(joined.body.expires) - Date.parse(joined.body.now)).toBe(15 * minute)
    const sent = await send(session.id, [event, { ...event, id: '2' }])
    expect(sent.body).toMatchObject({ session: { state: 'WATCHED' }, dropped: 0 })
    expect(sent.body.session.watcher).toBe(joined.body.watcher)
    const first = await read(session.id)
    expect(first.body.entries).toEqual([event, { ...event, id: '2' }])
    await send(session.id, [{ ...event, id: '3' }])
    expect((await read(session.id, first.body.last)).body.entries).toEqual([{ ...event, id: '3' }])

    expect((await end(session.id)).body.state).toBe('ENDED')
    expect(await kept(session.id)).toEqual({ entries: 0 })
    expect((await read(session.id)).body).toMatchObject({ session: { state: 'ENDED' }, entries: [] })
    expect((await audited(session.id)).lines).toEqual([
      `${sharer} SUPPORT_SESSION_OFFER done`,
      `${support} SUPPORT_SESSION_JOIN done`,
      `${sharer} SUPPORT_SESSION_END done`,
    ])
  })

  it('answers a reader who waits as soon as something is sent', async () => {
    const id = await watched()
    const waiting = read(id)
    await send(id, [event])
    expect((await waiting).body.entries).toEqual([event])
  })

  it('can be ended by support, of which the browser learns with its next call', async () => {
    const id = await watched()
    expect((await end(id, support)).body.state).toBe('ENDED')
    expect((await send(id, [event])).body).toMatchObject({ session: { state: 'ENDED' }, dropped: 1 })
    expect(await kept(id)).toEqual({ entries: 0 })
    expect((await end(id)).status).toBe(409)
  })

  it('ends by the clock of the server after 15 minutes, whoever calls', async () => {
    const id = await watched()
    await send(id, [event])
    server.clock.forward(15 * minute - 1000)
    expect((await send(id, [event])).body.session.state).toBe('WATCHED')
    server.clock.forward(1000)
    expect((await send(id, [event])).body).toMatchObject({ session: { state: 'EXPIRED' }, dropped: 1 })
    expect((await read(id)).body).toMatchObject({ session: { state: 'EXPIRED' }, entries: [] })
    expect(await kept(id)).toEqual({ entries: 0 })
    expect((await audited(id)).lines.at(-1)).toBe('system SUPPORT_SESSION_EXPIRE done')
  })

  it('has a code that can be used once, for five minutes', async () => {
    const first = await offer()
    server.clock.forward(5 * minute)
    expect((await join(first.code)).status).toBe(409)
    const second = await offer()
    expect((await join(second.code)).status).toBe(200)
    expect((await join(second.code, 'bedel-admin')).status).toBe(409)
    await end(second.session.id)
    expect((await join(second.code)).status).toBe(404)
  })

  it('is not found by a code that nobody was given, nor by anybody who takes no part', async () => {
    expect((await join('AAAA-AAAA')).status).toBe(404)
    const id = await watched()
    for (const other of ['brackley-signoff', 'ashby-signoff', 'bedel-admin']) {
      expect([other, (await end(id, other)).status]).toEqual([other, 404])
      expect([other, (await send(id, [event], other)).status]).toEqual([other, 404])
    }
    expect((await read(id, 0, 'bedel-admin')).status).toBe(404)
    expect((await read(id, 0, sharer)).status).toBe(403)
    expect((await send(id, [event], support)).status).toBe(403)
    expect((await end(randomUUID())).status).toBe(404)
    expect((await end('no-id')).status).toBe(404)
    await end(id)
  })

  it('can be joined by agency staff alone', async () => {
    const { session, code } = await offer()
    for (const other of ['ashby-signoff', 'brackley-signoff', 'ohe-analyst'])
      expect([other, (await join(code, other)).status]).toEqual([other, 403])
    await end(session.id)
  })

  it('passes on what the whitelist names and nothing else', async () => {
    const id = await watched()
    const token = 'eyJhbGciOiJIUzI1NiJ9'
    const sent = await send(id, [
      { ...event, event: { type: 'OPEN', token, name: 'Ada Lovelace' }, context: { token } },
      {
        ...event,
        type: '@xstate.snapshot',
        snapshot: { status: 'active', value: 'open', context: { name: 'Ada Lovelace' }, output: token },
      },
      { ...event, event: { type: 'Ada Lovelace' } },
      { ...event, type: '@xstate.action', action: { type: 'assign', params: { token } } },
      { anything: token },
    ])
    expect(sent.body.dropped).toBe(3)
    expect((await read(id)).body.entries).toEqual([
      event,
      { ...event, type: '@xstate.snapshot', snapshot: { status: 'active', value: 'open' } },
    ])
    const { text } = await server.look<{ text: string }>(
      "select string_agg(entry::text, '') as text from support_entry",
    )
    expect(text).not.toMatch(/Ada|eyJ/)
    await end(id)
  })

  it('takes no more entries than a call, and the rate, allow', async () => {
    const id = await watched()
    expect(
      (
        await send(
          id,
          Array.from({ length: supportEntriesAtOnce + 1 }, () => event),
        )
      ).status,
    ).toBe(422)
    const full = Array.from({ length: supportEntriesAtOnce }, () => event)
    for (let at = 0; at < supportEntriesBurst / supportEntriesAtOnce; at += 1)
      expect((await send(id, full)).body).toMatchObject({ dropped: 0 })
    expect((await send(id, full)).body.dropped).toBe(supportEntriesAtOnce)
    server.clock.forward(1000)
    // A hundred a second.
    const later = [await send(id, full), await send(id, full), await send(id, full)]
    expect(later.map(({ body }) => body.dropped)).toEqual([0, 0, supportEntriesAtOnce])
    await end(id)
  })

  it('has a history that the chart confirms', async () => {
    const history = (await replayed(server)).find(({ chart }) => chart === 'supportSession')
    expect(history).toMatchObject({ deviations: [] })
    expect(history?.events).toBeGreaterThan(10)
  })
})
