import { EventEmitter } from 'node:events'
import { type CompiledQuery, DummyDriver } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { emptyDatabase } from '../database/testing/emptyDatabase.ts'
import { createSockets } from './sockets.ts'

/** A database that gives these rows for a statement. */
const databaseOf = (answer: (query: CompiledQuery) => Promise<object[]>) =>
  emptyDatabase({
    driver: Object.assign(new DummyDriver(), {
      acquireConnection: async () => ({
        executeQuery: async (query: CompiledQuery) => ({ rows: await answer(query) }),
        streamQuery: () => {
          throw new Error('Nothing is streamed.')
        },
      }),
    }),
  })
const db = databaseOf(async () => [])

/** The states of a socket by the standard's numbers (WHATWG WebSockets, ready state). */
const readyState = { open: 1, closing: 2, closed: 3 }

/** A socket in this state, of which nothing is heard but what the test tells. */
const socketAt = (state: number, sent: string[] = []) =>
  Object.assign(new EventEmitter(), {
    readyState: state,
    OPEN: readyState.open,
    bufferedAmount: 0,
    send: (text: string) => sent.push(text),
    close: () => undefined,
    terminate: () => undefined,
  }) as unknown as WebSocket

const opened = {
  userId: 'ashby-signoff',
  signInId: 'one',
  organisationId: '0001',
  issuedAt: new Date('2026-11-27T10:00:00Z'),
  language: 'en',
  channel: '0001',
} as const

const signer = {
  organisationId: '0001',
  organisationType: 'provider',
  roles: ['submitter', 'sign-off'],
  isPrimaryRegulator: false,
} as const

describe('the sockets of a process', () => {
  const start = () =>
    createSockets({ db, log: pino({ level: 'silent' }), listenersOf: async all => all.map(() => signer) })

  it('count one until it closes', async () => {
    const sockets = start()
    const socket = socketAt(readyState.open)
    await sockets.attach(socket, opened)
    expect(sockets.count()).toBe(1)
    socket.emit('close')
    expect(sockets.count()).toBe(0)
    await sockets.stop()
  })

  it.each([
    ['closing', readyState.closing],
    ['closed', readyState.closed],
  ])('do not count one that is %s by the time its ticket was found good', async (_, state) => {
    const sockets = start()
    await sockets.attach(socketAt(state), opened)
    expect(sockets.count()).toBe(0)
    await sockets.stop()
  })
})

describe('a connection on which nothing is said', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('gets a frame every 30 seconds, of which its greeting tells: a page cannot see a ping', async () => {
    const frames: string[] = []
    const socket = Object.assign(socketAt(readyState.open, frames), { ping: () => socket.emit('pong') })
    const sockets = createSockets({
      db,
      log: pino({ level: 'silent' }),
      listenersOf: async all => all.map(() => signer),
    })
    await sockets.attach(socket, opened)
    expect(frames.map(text => JSON.parse(text))).toMatchObject([{ type: 'HELLO' }])
    await vi.advanceTimersByTimeAsync(90_000)
    // The number that HELLO has named: pages of any release drop it.
    const heartbeat = { type: 'EMPTY', instId: '0001', sequence: 0 }
    expect(frames.slice(1).map(text => JSON.parse(text))).toEqual([heartbeat, heartbeat, heartbeat])
    await sockets.stop()
  })
})

describe('live messages', () => {
  const places = Array.from({ length: 250 }, (_, at) => String(at).padStart(4, '0'))

  /** The sockets of a process with one at each place, and a table of messages that they are told of. */
  const startListening = async (channels: readonly string[]) => {
    const kept = new Map<string, number>()
    const read: number[] = []
    const later: (() => void)[] = []
    let isAway = false
    const table = databaseOf(async ({ sql, parameters: [names, sent, limit] }) => {
      if (!sql.includes('from live_message')) return []
      read.push((names as string[]).length)
      if (isAway) throw new Error('The connection was cut.')
      return (names as string[]).flatMap((name, at) =>
        Array.from({ length: kept.get(name) ?? 0 }, (_, index) => index + 1)
          .filter(sequence => sequence > Number((sent as number[])[at]))
          .slice(0, Number(limit))
          .map(sequence => ({
            at,
            sequence,
            payload: { type: 'TSV_READY', instId: name, submissionId: `of ${sequence}` },
          })),
      )
    })
    const sockets = createSockets({
      db: table,
      log: pino({ level: 'silent' }),
      listenersOf: async all => all.map(() => signer),
      later: (_, run) => later.push(run),
    })
    const heard = new Map(channels.map(channel => [channel, [] as string[]]))
    for (const channel of channels) {
      const socket = socketAt(readyState.open, heard.get(channel))
      await sockets.attach(socket, { ...opened, userId: `of ${channel}`, channel })
    }
    // Each looks at what was sent while it came.
    await expect.poll(() => read.reduce((sum, count) => sum + count, 0)).toBe(channels.length)
    read.length = 0
    const tell = (channel: string): void => {
      const last = (kept.get(channel) ?? 0) + 1
      kept.set(channel, last)
      sockets.notified(`${channel}:${last}`)
    }
    const sequencesAt = (channel: string): number[] =>
      (heard.get(channel) ?? []).map(text => JSON.parse(text).sequence)
    return { sockets, read, later, tell, sequencesAt, setAway: (away: boolean) => (isAway = away) }
  }

  it('of hundreds of channels are read a hundred channels at a time, and none is missed', async () => {
    const { sockets, read, tell, sequencesAt } = await startListening(places)
    for (const channel of places) tell(channel)
    await expect.poll(() => places.map(sequencesAt)).toEqual(places.map(() => [0, 1]))
    expect(read.length).toBeLessThanOrEqual(4)
    await sockets.stop()
  })

  it('of one channel come in order and once each, however many there are', async () => {
    const { sockets, tell, sequencesAt } = await startListening(['0001'])
    const all = Array.from({ length: 70 }, (_, at) => at)
    for (const _ of all.slice(1)) tell('0001')
    await expect.poll(() => sequencesAt('0001')).toEqual(all)
    await sockets.stop()
  })

  it('that came to the others while a socket joins are named to it, so that it asks for them', async () => {
    const { sockets, tell, sequencesAt } = await startListening(['0001'])
    tell('0001')
    await expect.poll(() => sequencesAt('0001')).toEqual([0, 1])
    // What it reads of the channel is older than what the others were sent.
    const sent: string[] = []
    await sockets.attach(socketAt(readyState.open, sent), { ...opened, userId: 'late', channel: '0001' })
    expect(sent.map(text => JSON.parse(text)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ['HELLO', 1],
    ])
    await sockets.stop()
  })

  it('that could not be read are asked for again later, though nothing else is told', async () => {
    const { sockets, read, later, tell, sequencesAt, setAway } = await startListening(places.slice(0, 3))
    setAway(true)
    for (const channel of places.slice(0, 3)) tell(channel)
    await expect.poll(() => later.length).toBeGreaterThan(0)
    expect(sequencesAt('0000')).toEqual([0])
    setAway(false)
    read.length = 0
    for (const run of later) run()
    await expect
      .poll(() => places.slice(0, 3).map(sequencesAt))
      .toEqual([
        [0, 1],
        [0, 1],
        [0, 1],
      ])
    expect(read).toEqual([3])
    await sockets.stop()
  })

  it('name the uploader to nobody else, and are empty for who has no right, whoever is told first', async () => {
    const facts = { mode: 'live', uploaderId: 'ashby-submitter' }
    const table = databaseOf(async ({ sql }) =>
      sql.includes('from live_message') && isTold
        ? [{ at: 0, sequence: 1, payload: { type: 'FILE_EVENT', instId: '0001', status: { id: 4 }, facts } }]
        : [],
    )
    let isTold = false
    const sockets = createSockets({
      db: table,
      log: pino({ level: 'silent' }),
      listenersOf: async ([asked]) => [{ ...signer, roles: asked?.signInId === 'guest' ? [] : signer.roles }],
    })
    const people = ['ashby-submitter', 'ashby-signoff', 'ashby-guest', 'ashby-other', 'ashby-submitter']
    const heard = people.map((): string[] => [])
    for (const [at, userId] of people.entries()) {
      const signInId = userId === 'ashby-guest' ? 'guest' : 'one'
      await sockets.attach(socketAt(readyState.open, heard[at]), { ...opened, userId, signInId })
    }
    isTold = true
    sockets.notified('0001:1')
    const told = () => heard.map(([, text]) => text && JSON.parse(text))
    await expect.poll(() => told().every(Boolean)).toBe(true)
    expect(told().map(({ type, facts }) => [type, facts?.uploaderId])).toEqual([
      ['FILE_EVENT', 'ashby-submitter'],
      ['FILE_EVENT', undefined],
      ['EMPTY', undefined],
      ['FILE_EVENT', undefined],
      ['FILE_EVENT', 'ashby-submitter'],
    ])
    await sockets.stop()
  })
})
