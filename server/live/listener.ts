import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Client, escapeIdentifier } from 'pg'
import type { Logger } from 'pino'
import { unattended } from '../background.ts'
import { createClient, keptAlive } from '../database/connections.ts'
import type { Database } from '../database/schema.ts'

const firstDelayMs = 100
const longestDelayMs = 5000
/** A notification that has not come back after this time, in ms, does not come. */
const echoWithinMs = 2500

/**
 * A listening connection only waits, so nothing else shows that the database behind it has fallen silent. It is asked this
 * often, and given up where it cannot be opened, or does not answer, within these times, in ms.
 */
const usualLimits = { askEveryMs: 5000, connectMs: 5000, answerMs: 5000 }

/** Ends a connection without waiting for its other side, which may never answer. */
const cut = async (client: Client): Promise<void> => {
  const ended = client.end()
  client.connection.stream.destroy()
  await ended
}

/**
 * One connection of its own that listens to notifications of the database and comes back when it is lost. A
 * notification is only a hint to look: `onReconnect` is called after each gap, because hints may have been missed.
 */
export const createListener = (options: {
  /** A direct connection: a pooler that shares connections out by transaction passes no notifications on. */
  connectionString: string
  log: Logger
  channels: Record<string, (payload: string) => void>
  onReconnect: () => void
  limits?: typeof usualLimits
}) => {
  const { connectionString, log, onReconnect, limits = usualLimits } = options
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let delay = firstDelayMs
  let stopped = false
  let opening = Promise.withResolvers<void>()

  /** Of this process alone: nobody else is woken by its echo. */
  const echoChannel = `bedel_echo_${randomUUID().replaceAll('-', '')}`
  const echoes = new Map<string, () => void>()
  const channels: typeof options.channels = {
    ...options.channels,
    [echoChannel]: payload => echoes.get(payload)?.(),
  }

  /** Asks until the connection ends whether it still listens. One that does not is ended, and another one opened. */
  const watch = (opened: Client): void => {
    const look = async (): Promise<void> => {
      try {
        const { rows } = await opened.query('select $1 in (select pg_listening_channels()) as listens', [
          echoChannel,
        ])
        if (!rows[0]?.listens) throw new Error('The connection no longer listens.')
        lookLater()
      } catch (error) {
        if (stopped || client !== opened) return
        log.warn({ err: error }, 'the listening connection is given up')
        await cut(opened)
      }
    }
    let timer: NodeJS.Timeout | undefined
    const lookLater = (): void => {
      timer = setTimeout(() => unattended(log, 'listeningConnection', look), limits.askEveryMs)
    }
    lookLater()
    opened.once('end', () => clearTimeout(timer))
  }

  const open = async (): Promise<void> => {
    const opened = createClient(
      {
        connectionString,
        application_name: 'bedel-listener',
        ...keptAlive,
        connectionTimeoutMillis: limits.connectMs,
        query_timeout: limits.answerMs,
      },
      error => log.warn({ err: error }, 'the listening connection reports an error'),
    )
    opened.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''))
    try {
      await opened.connect()
      for (const name of Object.keys(channels)) await opened.query(`listen ${escapeIdentifier(name)}`)
    } catch (error) {
      cut(opened).catch(() => undefined)
      throw error
    }
    if (stopped) {
      await cut(opened)
      return
    }
    opened.once('end', () => {
      if (client === opened) {
        client = undefined
        opening = Promise.withResolvers()
      }
      again()
    })
    client = opened
    watch(opened)
    opening.resolve()
    delay = firstDelayMs
  }

  const again = (): void => {
    if (stopped) return
    retry = setTimeout(() => unattended(log, 'listeningConnection', reopen), delay)
  }

  const reopen = async (): Promise<void> => {
    try {
      await open()
    } catch (error) {
      log.warn({ err: error, delay }, 'the listening connection could not be opened')
      delay = Math.min(longestDelayMs, delay * 2)
      return again()
    }
    if (!stopped) onReconnect()
  }

  return {
    /** Rejects when the first connection cannot be made; later losses are mended. */
    start: open,
    /**
     * Sends a notification to itself, over another connection. Rejects where it does not come back: without them
     * nobody is told of anything, and no job is taken up before it is looked for.
     */
    hears: async (db: Kysely<Database>): Promise<void> => {
      const payload = randomUUID()
      const heard = Promise.withResolvers<void>()
      const over = new AbortController()
      echoes.set(payload, heard.resolve)
      const echo = async (): Promise<void> => {
        // One that was just lost is opened again at once.
        await opening.promise
        if (over.signal.aborted) return
        await sql`select pg_notify(${echoChannel}, ${payload})`.execute(db)
        await heard.promise
      }
      const late = async (): Promise<never> => {
        await wait(echoWithinMs, undefined, { signal: over.signal, ref: false })
        throw new Error(`No notification came back within ${echoWithinMs} ms.`)
      }
      try {
        await Promise.race([echo(), late()])
      } finally {
        over.abort()
        echoes.delete(payload)
      }
    },
    stop: async (): Promise<void> => {
      stopped = true
      clearTimeout(retry)
      if (client) await cut(client)
    },
  }
}
export type Listener = ReturnType<typeof createListener>
