import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { liveFeedMachine } from '../../machines/live-feed/index.ts'
import { parent } from '../../model/parent.ts'
import type { Api } from '../api.ts'
import { createLiveFeedActors, type LoadSocket } from './liveFeed.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The socket as far as the actor uses it: it is greeted at once. */
class Socket {
  addEventListener(type: string, listener: (event: { data: string }) => void): void {
    if (type === 'message')
      queueMicrotask(() =>
        listener({ data: JSON.stringify({ type: 'HELLO', instId: '0001', sequence: 3, release: '1.0.0' }) }),
      )
  }
  close(): void {}
}

const following = (loadSocket: LoadSocket) => {
  const { socket } = createLiveFeedActors({ api: {} as Api, base: 'wss://portal/api', loadSocket })
  return createActor(liveFeedMachine.provide({ actors: { socket } }), {
    input: { parent, channel: { id: '0001', carries: 'oneInstitution' } },
  }).start()
}

it('fetches the code of the socket again where that has failed, as it makes a lost connection again', async () => {
  let calls = 0
  const feed = following(async () => {
    calls += 1
    if (calls <= 3) throw new TypeError('Failed to fetch dynamically imported module')
    return Socket as unknown as Awaited<ReturnType<LoadSocket>>
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(feed.getSnapshot().value).toEqual({ following: 'lost' })
  // The longest that three attempts can wait.
  await vi.advanceTimersByTimeAsync(3000 + 6000 + 12_000)
  expect(calls).toBe(4)
  expect(feed.getSnapshot().value).toEqual({ following: 'connected' })
})

it('fetches it no more once nothing is followed', async () => {
  let calls = 0
  const feed = following(async () => {
    calls += 1
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  await vi.advanceTimersByTimeAsync(0)
  feed.send({ type: 'DISCONNECT' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls).toBe(1)
})
