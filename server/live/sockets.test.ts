import { EventEmitter } from 'node:events'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import type { Database } from '../database/schema.ts'
import { createSockets } from './sockets.ts'

const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: instance => new PostgresIntrospector(instance),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The states of a socket by the standard's numbers (WHATWG WebSockets, ready state). */
const readyState = { open: 1, closing: 2, closed: 3 }

/** A socket in this state, of which nothing is heard but what the test tells. */
const socketAt = (state: number) =>
  Object.assign(new EventEmitter(), {
    readyState: state,
    OPEN: readyState.open,
    bufferedAmount: 0,
    send: () => undefined,
    close: () => undefined,
    terminate: () => undefined,
  }) as unknown as WebSocket

const opened = {
  userId: 'ashby-signoff',
  signInId: 'one',
  organisationId: '0001',
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
