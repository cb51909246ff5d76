import { fromCallback } from 'xstate'
import * as z from 'zod/mini'
import { ProblemError, problem } from '../../domain/problem.ts'
import { getLiveTicket } from '../../domain/wire/identity.ts'
import { liveFrame } from '../../domain/wire/live.ts'
import type { InvalidReason, SocketEvent, SocketInput, WakingEvent } from '../../machines/live-feed/index.ts'
import { message } from '../../messages/message.ts'
import type { Api } from '../api.ts'

const longestFrame = 256 * 1024

const read = (data: unknown): SocketEvent => {
  const invalid = (reason: InvalidReason): SocketEvent => ({ type: 'LIVE_INVALID', reason })
  if (typeof data !== 'string') return invalid('notJson')
  if (data.length > longestFrame) return invalid('tooLarge')
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    return invalid('notJson')
  }
  const frame = z.safeParse(liveFrame, value)
  if (!frame.success) {
    const known = liveFrame.def.options.some(
      option => option.shape.type.def.values[0] === (value as { type?: unknown } | null)?.type,
    )
    return invalid(known ? 'wrongShape' : 'unknownType')
  }
  const { instId, sequence } = frame.data
  switch (frame.data.type) {
    case 'HELLO':
      return {
        type: 'LIVE_OPENED',
        instId,
        sequence,
        release: frame.data.release,
      }
    case 'EMPTY':
      return { type: 'LIVE_EMPTY', instId, sequence }
    default:
      return { type: 'LIVE_MESSAGE', message: frame.data }
  }
}

/** The socket's code, which a page fetches after its first screen. */
export type LoadSocket = () => Promise<typeof import('reconnecting-websocket').default>

/**
 * The owner's card for this project names reconnecting-websocket, so it stays, although it has had no release since 2020 and a plain
 * WebSocket would do. It decides nothing: it makes one attempt and has no time limit of its own. The chart of the live feed says when to
 * connect, how long to wait and what is lost.
 */
const oneAttempt = {
  maxRetries: 0,
  /** The longest that a timer of a browser can wait: the chart ends an attempt that takes too long. */
  connectionTimeout: 2 ** 31 - 1,
  maxEnqueuedMessages: 0,
}

/** How often the clock is looked at, and by how much it has to be off to have jumped, in ms. */
const clock = { everyMs: 10_000, jumpMs: 30_000 }

/** A page as far as it can be seen to wake. */
export interface WakingPage extends Pick<Window, 'addEventListener' | 'removeEventListener'> {
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

/**
 * The live connection as actors: one connection with a ticket of its own, and signs that the page was asleep. They parse and pass
 * on; the chart judges.
 */
export const createLiveFeedActors = (deps: {
  api: Api
  base: string
  loadSocket: LoadSocket
  page: WakingPage
  now: () => number
}) => ({
  socket: fromCallback<SocketEvent, SocketInput>(({ input, sendBack }) => {
    const { id } = input.channel
    const over = new AbortController()
    let close = (): void => undefined
    const lose = (): void => sendBack({ type: 'LIVE_LOST' })
    const open = async (): Promise<void> => {
      const [ReconnectingWebSocket, ticket] = await Promise.all([
        deps.loadSocket(),
        deps.api.call(getLiveTicket, { body: { instId: id }, signal: over.signal }),
      ])
      if (over.signal.aborted) return
      // The specification's words (1 §6); to the reader it is a connection that is lost.
      if (!ticket.ok) throw new ProblemError(problem('unauthorised', message('problems', 'noToken')))
      const address = `${deps.base}/live?instId=${encodeURIComponent(id)}&token=${encodeURIComponent(ticket.value.token)}`
      const socket = new ReconnectingWebSocket(address, [], oneAttempt)
      close = () => socket.close()
      socket.addEventListener('message', ({ data }) => {
        sendBack({ type: 'LIVE_FRAME' })
        sendBack(read(data))
      })
      socket.addEventListener('close', lose)
    }
    // No code, no ticket or no network: a connection that is lost.
    open().catch(lose)
    return () => {
      over.abort()
      close()
    }
  }),
  watchWaking: fromCallback<WakingEvent>(({ sendBack }) => {
    const { page, now } = deps
    let last = now()
    const isSeen = (): boolean => page.document.visibilityState === 'visible'
    const seen = (): void => {
      last = now()
      if (isSeen()) sendBack({ type: 'WOKEN', by: 'sight' })
    }
    const online = (): void => sendBack({ type: 'WOKEN', by: 'network' })
    const look = (): void => {
      const off = Math.abs(now() - last - clock.everyMs)
      last = now()
      // Browsers slow down the timers of hidden pages; those ask when they are seen again.
      if (off > clock.jumpMs && isSeen()) sendBack({ type: 'WOKEN', by: 'clock' })
    }
    const looking = setInterval(look, clock.everyMs)
    page.document.addEventListener('visibilitychange', seen)
    page.addEventListener('online', online)
    return () => {
      clearInterval(looking)
      page.document.removeEventListener('visibilitychange', seen)
      page.removeEventListener('online', online)
    }
  }),
})
