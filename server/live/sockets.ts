import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { limits } from '../../src/domain/limits.ts'
import { statusNameOf } from '../../src/domain/status.ts'
import { factsSeenBy, isNamedIn } from '../../src/domain/wire/facts.ts'
import { type Listener, mayHear } from '../../src/domain/wire/hearing.ts'
import type { LiveFrame } from '../../src/domain/wire/live.ts'
import type { Language } from '../../src/messages/messages.ts'
import { every, unattended } from '../background.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Listening, SignInNotice } from '../identity/signIns.ts'
import { namedAwaitingParty, namedStatus } from '../names.ts'
import { thisRelease } from '../release.ts'
import type { Unnumbered } from './publish.ts'

/** How often a connection is pinged, and gets a frame: 75 s without one are a loss for a page (`machines/live-feed`). */
const pingMs = 30_000
/** Bytes that may wait for a slow reader; beyond, it is cut off and asks for everything afresh. */
const longestQueue = 1024 * 1024
/** Channels that are looked at in one statement, and messages of each that it gives: the next one gives what is left. */
const channelsAtOnce = 100
const messagesAtOnce = 20
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
}

const isMeant = (connection: Connection, notice: SignInNotice): boolean => {
  if ('userId' in notice) return connection.userId === notice.userId
  if ('organisationId' in notice) return connection.organisationId === notice.organisationId
  return connection.signInId === notice.signInId
}

/** Number of the last message of a channel; 0 if none was sent. */
const lastOf = (db: Kysely<Database>, name: string): Promise<number> =>
  withScope(db, { scope: 'all' }, async tx => {
    const { rows } = await sql<{
      last: number
    }>`select last from live_sequence where inst_id = ${name}`.execute(tx)
    return Number(rows[0]?.last ?? 0)
  })

/** The next messages of these channels, those of each in order. */
const messagesOf = (db: Kysely<Database>, asked: readonly Channel[]) =>
  withScope(db, { scope: 'all' }, async tx => {
    const { rows } = await sql<{ at: number; sequence: number; payload: Unnumbered }>`
      select message.payload, message.sequence, (channel.at - 1)::int as at
      from unnest(${asked.map(({ name }) => name)}::text[], ${asked.map(({ sent }) => sent)}::bigint[])
        with ordinality as channel (name, sent, at)
      cross join lateral (select sequence, payload from live_message
        where inst_id = channel.name and sequence > channel.sent order by sequence limit ${messagesAtOnce}) message
      order by channel.at, message.sequence`.execute(tx)
    return Map.groupBy(rows, ({ at }) => asked[at])
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
    awaitingParty: namedAwaitingParty(language, status, payload.facts),
    facts: factsSeenBy(userId, payload.facts),
  }
}

/** The text of a message for each who hears it, made once for all who get the same. */
const textsOf = (payload: Unnumbered, sequence: number) => {
  const texts = new Map<string, string>()
  return (hearing: Hearing): string => {
    const { userId, language, listener } = hearing
    const hears = listener !== undefined && mayHear(listener, payload)
    const name = payload.type === 'FILE_EVENT' && isNamedIn(userId, payload.facts) ? userId : ''
    const key = hears ? `${language} ${name}` : 'nothing'
    const text = texts.get(key) ?? JSON.stringify(frameOf(payload, sequence, hearing))
    texts.set(key, text)
    return text
  }
}

const send = (connection: Connection, text: string): void => {
  if (connection.socket.readyState !== connection.socket.OPEN) return
  if (connection.socket.bufferedAmount > longestQueue) connection.socket.terminate()
  else connection.socket.send(text)
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
  /** Channels in which there may be more than was sent. */
  const due = new Set<Channel>()
  let pumping: Promise<void> | undefined
  let stopped = false

  const deliver = (
    channel: Channel,
    messages: readonly { sequence: number; payload: Unnumbered }[],
  ): void => {
    for (const { sequence, payload } of messages) {
      channel.sent = Number(sequence)
      const textFor = textsOf(payload, channel.sent)
      for (const connection of channel.connections)
        if (channel.sent > connection.after) send(connection, textFor(connection))
    }
    if (messages.length === messagesAtOnce && channel.connections.size > 0) due.add(channel)
  }

  /**
   * Reads and sends until nothing is due. What becomes due meanwhile is read by the next statement, all of it at once: a decision
   * that tells hundreds of channels costs no statement for each of them.
   */
  const pump = async (): Promise<void> => {
    while (due.size > 0) {
      const asked = [...due].slice(0, channelsAtOnce)
      for (const channel of asked) due.delete(channel)
      try {
        for (const [channel, messages] of await messagesOf(db, asked)) if (channel) deliver(channel, messages)
      } catch (error) {
        log.error({ err: error, channels: asked.length }, 'live messages could not be read')
        for (const channel of asked) if (channel.connections.size > 0) due.add(channel)
        later(againMs, () => {
          if (!stopped) start()
        })
        break
      }
    }
    pumping = undefined
  }

  const start = (): void => {
    if (due.size > 0) pumping ??= unattended(log, 'liveMessages', pump)
  }

  /** Reads what is new; a channel whose first socket is still arriving is looked at when it has. */
  const look = (channel: Channel): void => {
    if (channel.sent === Number.POSITIVE_INFINITY) return
    due.add(channel)
    start()
  }

  const countOf = (userId: string): number =>
    [...channels.values()].reduce(
      (sum, channel) =>
        sum + [...channel.connections].filter(connection => connection.userId === userId).length,
      0,
    )

  const leave = (channel: Channel, connection: Connection): void => {
    channel.connections.delete(connection)
    if (channel.connections.size > 0) return
    channels.delete(channel.name)
    due.delete(channel)
  }

  const all = (): Connection[] => [...channels.values()].flatMap(({ connections }) => [...connections])

  const cut = (connections: readonly Connection[]): void => {
    for (const { socket } of connections) socket.close(closeCodes.ticketRefused, 'signed out')
  }

  /**
   * Cuts connections of those who may listen no more, or in other roles, whether the news of it came through or not: who still
   * may connects again.
   */
  const cutEnded = async (): Promise<void> => {
    const open = all().filter(({ listener }) => listener !== undefined)
    if (open.length === 0) return
    const now = await listenersOf(open)
    cut(open.filter(({ listener }, at) => !isSame(listener, now[at])))
  }

  /** A frame that a page can see, as it cannot see a ping: the last number again, which tells nothing new. */
  const beat = ({ name, sent }: Channel, connection: Connection): void => {
    // Before its greeting a connection gets nothing.
    if (connection.listener === undefined) return
    const heartbeat: LiveFrame = { type: 'EMPTY', instId: name, sequence: sent }
    send(connection, JSON.stringify(heartbeat))
  }

  const stopPinging = every(log, 'liveSockets', pingMs, () => {
    for (const channel of channels.values())
      for (const connection of channel.connections) {
        beat(channel, connection)
        if (!connection.isAlive) connection.socket.terminate()
        else {
          connection.isAlive = false
          connection.socket.ping()
        }
      }
  })
  // On its own: a database that is slow to answer must not hold up the frames, or every page would connect again.
  const stopCutting = every(log, 'liveSockets', pingMs, cutEnded)

  return {
    /** Number of the last message of a channel; 0 where none was sent. */
    lastOf: (name: string): Promise<number> => lastOf(db, name),
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
      const last = await lastOf(db, name)
      if (channel.sent === Number.POSITIVE_INFINITY) channel.sent = last
      // What the others were sent meanwhile is not sent again: HELLO names it, so that this one asks for it.
      const upTo = Math.max(last, channel.sent)
      connection.listener = listener
      connection.after = upTo
      const hello: LiveFrame = {
        type: 'HELLO',
        instId: name,
        sequence: upTo,
        release: thisRelease,
      }
      send(connection, JSON.stringify(hello))
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
      unattended(log, 'liveSockets', cutEnded)
    },

    count: (): number => [...channels.values()].reduce((sum, { connections }) => sum + connections.size, 0),

    stop: async (): Promise<void> => {
      stopped = true
      stopPinging()
      stopCutting()
      for (const channel of channels.values())
        for (const { socket } of channel.connections) socket.close(closeCodes.goingAway)
      await pumping
    },
  }
}
export type Sockets = ReturnType<typeof createSockets>
