import { fromCallback } from 'xstate'
import * as z from 'zod/mini'
import { ProblemError, problem } from '../../domain/problem.ts'
import { getLiveTicket } from '../../domain/wire/identity.ts'
import { liveFrame } from '../../domain/wire/live.ts'
import type { InvalidReason, SocketEvent, SocketInput } from '../../machines/live-feed/index.ts'
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
  return frame.data.type === 'HELLO'
    ? { type: 'LIVE_OPENED', instId: frame.data.instId, sequence: frame.data.sequence }
    : { type: 'LIVE_MESSAGE', message: frame.data }
}

/**
 * The live connection as an actor: a new ticket for each connection, reconnecting by itself. It parses and passes on;
 * the chart judges.
 */
export const createLiveFeedActors = (deps: { api: Api; base: string }) => ({
  socket: fromCallback<SocketEvent, SocketInput>(({ input, sendBack }) => {
    const { id } = input.channel
    const address = async (): Promise<string> => {
      const answer = await deps.api.call(getLiveTicket, { body: { instId: id } })
      if (!answer.ok) throw new ProblemError(problem('unauthorised', message('problems', 'noToken')))
      return `${deps.base}/live?instId=${encodeURIComponent(id)}&token=${encodeURIComponent(answer.value.token)}`
    }
    let failures = 0
    let close = (): void => undefined
    let isClosed = false
    const open = async (): Promise<void> => {
      // Fetched after the first screen: a live message comes later than that anyway.
      const { default: ReconnectingWebSocket } = await import('reconnecting-websocket')
      if (isClosed) return
      const socket = new ReconnectingWebSocket(
        // The library takes no rejected address: an address that refuses at once makes it try again later.
        () =>
          address().catch(() => {
            failures += 1
            return `${deps.base}/live?attempt=${failures}`
          }),
        [],
        { minReconnectionDelay: 500, maxReconnectionDelay: 10_000, maxEnqueuedMessages: 0 },
      )
      socket.addEventListener('message', event => sendBack(read(event.data)))
      socket.addEventListener('close', () => sendBack({ type: 'LIVE_LOST' }))
      close = () => socket.close()
    }
    open().catch(() => sendBack({ type: 'LIVE_LOST' }))
    return () => {
      isClosed = true
      close()
    }
  }),
})
