import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { limits } from '../../src/domain/limits.ts'
import { statusNameOf } from '../../src/domain/status.ts'
import { factsSeenBy } from '../../src/domain/wire/facts.ts'
import { type Listener, mayHear } from '../../src/domain/wire/hearing.ts'
import type { LiveFrame } from '../../src/domain/wire/live.ts'
import type { Language } from '../../src/messages/messages.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Listening, SignInNotice } from '../identity/signIns.ts'
import { namedAwaitingParty, namedStatus } from '../names.ts'
import { thisRelease } from '../release.ts'
import type { Unnumbered } from './publish.ts'

const pingMs = 30_000
/** Bytes that may wait for a slow reader; beyond, it is cut off and asks for everything afresh. */
const longestQueue = 1024 * 1024
const batch = 500
/** After a fault in reading them, messages are asked for again so much later: no further notification may come. */
const againMs = 1000

/** Close codes of our own: no valid ticket, and too many connections of one user. */
export const closeCodes = { ticketRefused: 4401, tooMany: 4429, goingAway: 1001 } as const

/** What is known of a connection when its ticket was good. */
interface Opened extends Listening {
  userId: string
  language: Language
}

interface Connection extends Opened {
  socket: WebSocket
  /** As whom its person listens; undefined while that is asked. */
  listener: Listener | undefined
  /** Messages up to this number are older than the connection. */
  after: number
  isAlive: boolean
}

/** Who hears a message, in their own language. */
type Hearing = Pick<Connection, 'userId' | 'language' | 'channel' | 'listener'>

/** Whether somebody has the rights that they had: by them it is decided what they hear. */
const isSame = (one: Listener | undefined, other: Listener | undefined): boolean =>
  one?.organisationType === other?.organisationType &&
  one?.isPrimaryRegulator === other?.isPrimaryRegulator &&
  one?.roles.toSorted().join() === other?.roles.toSorted().join()

interface Channel {
  name: string
  connections: Set<Connection>
  /** Last number that was sent. */
  sent: number
  pumping: Promise<void> | undefined
  again: boolean
}

const isMeant = (connection: Connection, notice: SignInNotice): boolean => {
  if ('userId' in notice) return connection.userId === notice.userId
  if ('organisationId' in notice) return connection.organisationId === notice.organisationId
  return connection.signInId === notice.signInId
}

/**
 * The sockets of this process by channel. What they get comes from the table in order of its numbers; a notification
 * only says that there is more.
 */
export const createSockets = (options: {
  db: Kysely<Database>
  log: Logger
  /** As whom each of these listens now; undefined for who may not, or not any more. */
  listenersOf: (listening: readonly Listening[]) => Promise<(Listener | undefined)[]>
  /** Calls back after so many ms. */
  later?: (ms: number, run: () => void) => void
}) => {
  const { db, log, listenersOf, later = (ms, run) => setTimeout(run, ms).unref() } = options
  const channels = new Map<string, Channel>()
  let stopped = false

  const lastOf = (name: string): Promise<number> =>
    withScope(db, { scope: 'all' }, async tx => {
      const { rows } = await sql<{
        last: number
      }>`select last from live_sequence where inst_id = ${name}`.execute(tx)
      return Number(rows[0]?.last ?? 0)
    })

  const messagesAfter = (name: string, sequence: number) =>
    withScope(db, { scope: 'all' }, async tx => {
      const { rows } = await sql<{ sequence: number; payload: Unnumbered }>`
        select sequence, payload from live_message where inst_id = ${name} and sequence > ${sequence}
        order by sequence limit ${batch}`.execute(tx)
      return rows
    })

  /**
   * A stored message as a person gets it: with its number, with names in the language of who listens, and with facts that
   * name nobody else (decisions §12); of one that they may not hear, its number alone.
   */
  const frameOf = (
    payload: Unnumbered,
    sequence: number,
    { userId, language, channel, listener }: Hearing,
  ): LiveFrame => {
    if (!listener || !mayHear(listener, payload)) return { type: 'EMPTY', instId: channel, sequence }
    if (payload.type !== 'FILE_EVENT') return { ...payload, sequence }
    const status = statusNameOf(payload.status.id)
    return {
      ...payload,
      sequence,
      status: namedStatus(language, status),
      awaitingParty: namedAwaitingParty(language, status),
      facts: factsSeenBy(userId, payload.facts),
    }
  }

  const send = (connection: Connection, frame: LiveFrame): void => {
    if (connection.socket.readyState !== connection.socket.OPEN) return
    if (connection.socket.bufferedAmount > longestQueue) connection.socket.terminate()
    else connection.socket.send(JSON.stringify(frame))
  }

  const pump = async (channel: Channel): Promise<void> => {
    do {
      channel.again = false
      const messages = await messagesAfter(channel.name, channel.sent)
      for (const { sequence, payload } of messages) {
        channel.sent = Number(sequence)
        for (const connection of channel.connections)
          if (channel.sent > connection.after) send(connection, frameOf(payload, channel.sent, connection))
      }
      if (messages.length === batch) channel.again = true
    } while (channel.again && channel.connections.size > 0)
  }

  /** Reads what is new; a channel whose first socket is still arriving is looked at when it has. */
  const look = (channel: Channel): void => {
    if (channel.sent === Number.POSITIVE_INFINITY) return
    channel.again = true
    channel.pumping ??= pump(channel)
      .catch(error => {
        log.error({ err: error, channel: channel.name }, 'live messages could not be read')
        later(againMs, () => {
          if (!stopped && channel.connections.size > 0) look(channel)
        })
      })
      .finally(() => {
        channel.pumping = undefined
      })
  }

  const countOf = (userId: string): number =>
    [...channels.values()].reduce(
      (sum, channel) =>
        sum + [...channel.connections].filter(connection => connection.userId === userId).length,
      0,
    )

  const leave = (channel: Channel, connection: Connection): void => {
    channel.connections.delete(connection)
    if (channel.connections.size === 0) channels.delete(channel.name)
  }

  const all = (): Connection[] => [...channels.values()].flatMap(({ connections }) => [...connections])

  const cut = (connections: readonly Connection[]): void => {
    for (const { socket } of connections) socket.close(closeCodes.ticketRefused, 'signed out')
  }

  /**
   * Cuts connections of those who may listen no more, or in other roles, whether the news of it came through or not: who still
   * may connects again.
   */
  const cutEnded = (): void => {
    const open = all().filter(({ listener }) => listener !== undefined)
    if (open.length === 0) return
    listenersOf(open).then(
      now => cut(open.filter(({ listener }, at) => !isSame(listener, now[at]))),
      error => log.warn({ err: error }, 'it could not be asked who may listen no more'),
    )
  }

  const pinging = setInterval(() => {
    cutEnded()
    for (const channel of channels.values())
      for (const connection of channel.connections) {
        if (!connection.isAlive) connection.socket.terminate()
        else {
          connection.isAlive = false
          connection.socket.ping()
        }
      }
  }, pingMs)
  pinging.unref()

  return {
    /** Number of the last message of a channel; 0 where none was sent. */
    lastOf,
    /** Takes a socket whose ticket was good: HELLO first, then a frame for every message from there on. */
    attach: async (socket: WebSocket, opened: Opened): Promise<void> => {
      const { userId, channel: name } = opened
      if (stopped) return socket.close(closeCodes.goingAway)
      // It was left while its ticket was asked about: nobody will tell of its end any more, so it would count for good.
      if (socket.readyState !== socket.OPEN) return
      if (countOf(userId) >= limits.socketsPerUser)
        return socket.close(closeCodes.tooMany, 'too many connections')
      const known = channels.get(name)
      const channel: Channel = known ?? {
        name,
        connections: new Set(),
        sent: Number.POSITIVE_INFINITY,
        pumping: undefined,
        again: false,
      }
      channels.set(name, channel)
      const connection: Connection = {
        socket,
        ...opened,
        listener: undefined,
        after: Number.POSITIVE_INFINITY,
        isAlive: true,
      }
      channel.connections.add(connection)
      socket.on('pong', () => {
        connection.isAlive = true
      })
      socket.on('close', () => leave(channel, connection))
      socket.on('error', error => log.debug({ err: error }, 'a socket reports an error'))
      // Asked once it is among those that are told of a change: what changes meanwhile cuts it.
      const [listener] = await listenersOf([connection])
      if (!listener) return cut([connection])
      const last = await lastOf(name)
      connection.listener = listener
      connection.after = last
      if (channel.sent === Number.POSITIVE_INFINITY) channel.sent = last
      send(connection, { type: 'HELLO', instId: name, sequence: last, release: thisRelease })
      look(channel)
    },

    /** A notification `<channel>:<sequence>` arrived. */
    notified: (payload: string): void => {
      const channel = channels.get(payload.slice(0, payload.lastIndexOf(':')))
      if (channel) look(channel)
    },

    /**
     * A sign-in has ended, its person's roles are others, or an organisation takes part no more: the browser connects again, if
     * it still may.
     */
    signInChanged: (payload: string): void => {
      const notice = JSON.parse(payload) as SignInNotice
      cut(all().filter(connection => isMeant(connection, notice)))
    },

    /** Notifications may have been missed: look at every channel. */
    lookAtAll: (): void => {
      for (const channel of channels.values()) look(channel)
      cutEnded()
    },

    count: (): number => [...channels.values()].reduce((sum, { connections }) => sum + connections.size, 0),

    stop: async (): Promise<void> => {
      stopped = true
      clearInterval(pinging)
      for (const channel of channels.values())
        for (const { socket } of channel.connections) socket.close(closeCodes.goingAway)
      await Promise.all([...channels.values()].map(channel => channel.pumping))
    },
  }
}
export type Sockets = ReturnType<typeof createSockets>
