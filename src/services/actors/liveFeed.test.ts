import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { liveFeedMachine } from '../../machines/live-feed/index.ts'
import { ok } from '../../machines/support/index.ts'
import { messageOf } from '../../model/charts/liveFeed.ts'
import { notingParent, parent } from '../../model/parent.ts'
import type { Api } from '../api.ts'
import { createLiveFeedActors, type LoadSocket } from './liveFeed.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The socket as far as the actor uses it: these frames arrive at once. */
const socketOf = (...frames: unknown[]) =>
  class {
    addEventListener(type: string, listener: (event: { data: string }) => void): void {
      if (type === 'message')
        for (const frame of frames) queueMicrotask(() => listener({ data: JSON.stringify(frame) }))
    }
    close(): void {}
  } as unknown as Awaited<ReturnType<LoadSocket>>

interface Following {
  api?: Partial<Api>
  told?: typeof parent
}

const following = (loadSocket: LoadSocket, { api = {}, told = parent }: Following = {}) => {
  const { socket } = createLiveFeedActors({ api: api as Api, base: 'wss://portal/api', loadSocket })
  return createActor(liveFeedMachine.provide({ actors: { socket } }), {
    input: { parent: told, channel: { id: '0001', carries: 'oneInstitution' } },
  }).start()
}

const hello = (sequence: number) => ({ type: 'HELLO', instId: '0001', sequence, release: '1.0.0' })

/** The library at work: the test asks for the next address, as the library does after each loss, and sends the frames. */
const connection = async (of: Following = {}) => {
  let address: () => Promise<string> = async () => ''
  let arrive: (event: { data: unknown }) => void = () => undefined
  class Library {
    constructor(nextAddress: () => Promise<string>) {
      address = nextAddress
    }
    addEventListener(type: string, listener: (event: { data: unknown }) => void): void {
      if (type === 'message') arrive = listener
    }
    close(): void {}
  }
  const feed = following(async () => Library as unknown as Awaited<ReturnType<LoadSocket>>, of)
  await vi.advanceTimersByTimeAsync(0)
  return {
    feed,
    next: () => address(),
    frame: (data: unknown) => arrive({ data }),
    greet: (sequence = 3) => arrive({ data: JSON.stringify(hello(sequence)) }),
  }
}

it('fetches the code of the socket again where that has failed, as it makes a lost connection again', async () => {
  let calls = 0
  const feed = following(async () => {
    calls += 1
    if (calls <= 3) throw new TypeError('Failed to fetch dynamically imported module')
    return socketOf(hello(3))
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(feed.getSnapshot().value).toEqual({ following: 'lost' })
  // The longest that three attempts can wait.
  await vi.advanceTimersByTimeAsync(3000 + 6000 + 12_000)
  expect(calls).toBe(4)
  expect(feed.getSnapshot().value).toEqual({ following: 'connected' })
})

it('counts a message that is not for this person, of which it gets the number alone', async () => {
  const feed = following(async () => socketOf(hello(3), { type: 'EMPTY', instId: '0001', sequence: 4 }))
  await vi.advanceTimersByTimeAsync(0)
  expect(feed.getSnapshot().context.seen).toBe(4)
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

describe('a connection that is lost', () => {
  /** When each attempt asked for its ticket, in ms after it was begun. */
  const waits = async (before: { next: () => Promise<string> }, tickets: number[]): Promise<number> => {
    const [from, asked] = [Date.now(), tickets.length]
    const attempt = before.next()
    while (tickets.length === asked) await vi.advanceTimersByTimeAsync(100)
    await attempt
    return Date.now() - from
  }

  it('is made at once at first, then after longer and longer waits by chance, until a server has greeted', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const tickets: number[] = []
    const call = async () => ok({ token: `t${tickets.push(Date.now())}` })
    const made = await connection({ api: { call: call as never } })
    expect(await made.next()).toBe('wss://portal/api/live?instId=0001&token=t1')
    expect([await waits(made, tickets), await waits(made, tickets)]).toEqual([1500, 3000])
    made.greet()
    expect(await waits(made, tickets)).toBe(1500)
  })
})

describe('a frame that cannot be used', () => {
  const large = JSON.stringify({ ...messageOf(4), submissionId: 'x'.repeat(1024 ** 2) })

  it.each([
    ['notJson', 'no JSON {'],
    ['notJson', new ArrayBuffer(8)],
    ['tooLarge', large],
    ['unknownType', '{"type":"OF_A_LATER_RELEASE","sequence":4}'],
    ['unknownType', 'null'],
    ['wrongShape', '{"type":"FILE_EVENT","sequence":"4"}'],
  ])('is told as %s and passed over: what follows it counts', async (reason, data) => {
    const { parent: told, received } = notingParent()
    const { feed, frame, greet } = await connection({ told })
    greet(3)
    frame(data)
    frame(JSON.stringify(messageOf(4)))
    expect(received.filter(({ type }) => type === 'FRAME_UNUSABLE')).toEqual([
      { type: 'FRAME_UNUSABLE', reason },
    ])
    expect(received.at(-1)).toEqual({ type: 'MESSAGE_ARRIVED', message: messageOf(4) })
    expect(feed.getSnapshot().value).toEqual({ following: 'connected' })
  })
})
