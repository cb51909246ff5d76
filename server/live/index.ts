import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../database/schema.ts'
import { createSignIns, signInNotification } from '../identity/signIns.ts'
import { createListener } from './listener.ts'
import { liveNotification } from './publish.ts'
import { createSockets } from './sockets.ts'
import { createTickets } from './tickets.ts'

export { createListener, type Listener } from './listener.ts'
export { fileEventOf, publish } from './publish.ts'
export { closeCodes } from './sockets.ts'

/**
 * The live connection (decisions §4). A channel is an institution, or an organisation that sees several (the agency, a
 * regulator): the latter carries the messages of all of them under its own numbers.
 */
export const createLive = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  log: Logger
  /** A direct connection, past any pooler. */
  connectionString: string
  /** Other channels of the database, and what to do when notifications on them may have been missed. */
  others: { channels: Record<string, (payload: string) => void>; onReconnect: () => void }
}) => {
  const { db, clock, log, connectionString, others } = options
  const tickets = createTickets({ db, clock })
  const signIns = createSignIns({ db, clock })
  const sockets = createSockets({ db, log, listenersOf: signIns.listeners })
  const listener = createListener({
    connectionString,
    log,
    channels: {
      ...others.channels,
      [liveNotification]: sockets.notified,
      [signInNotification]: sockets.signInChanged,
    },
    onReconnect: () => {
      sockets.lookAtAll()
      others.onReconnect()
    },
  })
  return {
    tickets,
    signIns,
    sockets,
    start: listener.start,
    hears: listener.hears,
    stop: async (): Promise<void> => {
      await sockets.stop()
      await listener.stop()
    },
  }
}
export type Live = ReturnType<typeof createLive>
