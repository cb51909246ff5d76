import { fromCallback } from 'xstate'
import * as z from 'zod/mini'
import { ProblemError, problem } from '../../domain/problem.ts'
import { getLiveTicket } from '../../domain/wire/identity.ts'
import { liveFrame } from '../../domain/wire/live.ts'
import type { InvalidReason, SocketEvent, SocketInput } from '../../machines/live-feed/index.ts'
import { message } from '../../messages/message.ts'
import type { Api } from '../api.ts'
import { reconnectDelay } from '../reconnectDelay.ts'

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
      return { type: 'LIVE_OPENED', instId, sequence, release: frame.data.release }
    case 'EMPTY':
      return { type: 'LIVE_EMPTY', instId, sequence }
    default:
      return { type: 'LIVE_MESSAGE', message: frame.data }
  }
}

/** The socket's code, which a page fetches after its first screen. */
export type LoadSocket = () => Promise<typeof import('reconnecting-websocket').default>

/**
 * The live connection as an actor: a new ticket for each connection, reconnecting by itself. It parses and passes on;
 * the chart judges.
 */
export const createLiveFeedActors = (deps: { api: Api; base: string; loadSocket: LoadSocket }) => ({
  socket: fromCallback<SocketEvent, SocketInput>(({ input, sendBack }) => {
    const { id } = input.channel
    const address = async (): Promise<string> => {
      const answer = await deps.api.call(getLiveTicket, { body: { instId: id } })
      if (!answer.ok) throw new ProblemError(problem('unauthorised', message('problems', 'noToken')))
      return `${deps.base}/live?instId=${encodeURIComponent(id)}&token=${encodeURIComponent(answer.value.token)}`
    }
    let attempts = 0
    let close = (): void => undefined
    let isClosed = false
    const wait = (delay: number) => new Promise(resolve => setTimeout(resolve, delay))
    /** The address of the next attempt, after the wait for it. */
    const nextAddress = async (): Promise<string> => {
      const delay = reconnectDelay(attempts, Math.random)
      attempts += 1
      if (delay > 0) await wait(delay)
      // The library takes no rejected address: an address that refuses at once makes it try again later.
      const refusing = `${deps.base}/live?attempt=${attempts}`
      return isClosed ? refusing : address().catch(() => refusing)
    }
    /** Undefined once the connection is not wanted any more. Code that cannot be fetched is a connection that is lost. */
    const socketClass = async (): Promise<Awaited<ReturnType<LoadSocket>> | undefined> => {
      for (let failures = 1; !isClosed; failures += 1) {
        try {
          return await deps.loadSocket()
        } catch {
          sendBack({ type: 'LIVE_LOST' })
          await wait(reconnectDelay(failures, Math.random))
        }
      }
      return undefined
    }
    const open = async (): Promise<void> => {
      const ReconnectingWebSocket = await socketClass()
      if (ReconnectingWebSocket === undefined || isClosed) return
      // The library's own waits are the same in every browser.
      const socket = new ReconnectingWebSocket(nextAddress, [], {
        minReconnectionDelay: 0,
        maxReconnectionDelay: 0,
        maxEnqueuedMessages: 0,
      })
      socket.addEventListener('message', event => {
        const sent = read(event.data)
        // A socket that opens and is refused is no connection yet.
        if (sent.type === 'LIVE_OPENED') attempts = 1
        sendBack(sent)
      })
      socket.addEventListener('close', () => sendBack({ type: 'LIVE_LOST' }))
      close = () => socket.close()
    }
    void open()
    return () => {
      isClosed = true
      close()
    }
  }),
})
