import { type Client, escapeIdentifier } from 'pg'
import type { Logger } from 'pino'
import { createClient } from '../database/connections.ts'

const firstDelayMs = 100
const longestDelayMs = 5000

/**
 * One connection of its own that listens to notifications of the database and comes back when it is lost. A
 * notification is only a hint to look: `onReconnect` is called after each gap, because hints may have been missed.
 */
export const createListener = (options: {
  connectionString: string
  log: Logger
  channels: Record<string, (payload: string) => void>
  onReconnect: () => void
}) => {
  const { connectionString, log, channels, onReconnect } = options
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let delay = firstDelayMs
  let stopped = false

  const open = async (): Promise<void> => {
    const opened = createClient(
      { connectionString, application_name: 'bedel-listener', keepAlive: true },
      error => log.warn({ err: error }, 'the listening connection reports an error'),
    )
    opened.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''))
    await opened.connect()
    for (const name of Object.keys(channels)) await opened.query(`listen ${escapeIdentifier(name)}`)
    opened.once('end', () => {
      if (client === opened) client = undefined
      again()
    })
    client = opened
    delay = firstDelayMs
  }

  const again = (): void => {
    if (stopped) return
    retry = setTimeout(() => {
      open().then(onReconnect, error => {
        log.warn({ err: error, delay }, 'the listening connection could not be opened')
        delay = Math.min(longestDelayMs, delay * 2)
        again()
      })
    }, delay)
  }

  return {
    /** Rejects when the first connection cannot be made; later losses are mended. */
    start: open,
    isConnected: (): boolean => client !== undefined,
    stop: async (): Promise<void> => {
      stopped = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
export type Listener = ReturnType<typeof createListener>
