import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { liveFeedMachine } from '../../machines/live-feed/index.ts'
import { ok } from '../../machines/support/index.ts'
import { messageOf } from '../../model/charts/liveFeed.ts'
import { notingParent, parent } from '../../model/parent.ts'
import type { Api } from '../api.ts'
import { createLiveFeedActors, type LoadSocket, type WakingPage } from './liveFeed.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A page that a test puts behind others, and whose network comes back when the test says so. */
const pageOf = () => {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const page = Object.assign(new EventTarget(), { document })
  return {
    page: page as unknown as WakingPage,
    online: () => page.dispatchEvent(new Event('online')),
    see: (visibilityState: DocumentVisibilityState) => {
      Object.assign(document, { visibilityState })
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

/** The library as far as the actor uses it: the test sends frames and closes the connection. */
const libraryOf = () => {
  const made: { address: string; options: { maxRetries?: number }; isClosed: boolean; tell: Tell }[] = []
  type Tell = (type: 'message' | 'close', event?: { data: unknown }) => void
  class Library {
    private readonly listeners = new Map<string, (event: unknown) => void>()
    private readonly entry
    constructor(address: string, _: string[], options: { maxRetries?: number }) {
      const tell: Tell = (type, event) => this.listeners.get(type)?.(event)
      this.entry = { address, options, isClosed: false, tell }
      made.push(this.entry)
    }
    addEventListener(type: string, listener: (event: unknown) => void): void {
      this.listeners.set(type, listener)
    }
    close(): void {
      this.entry.isClosed = true
    }
  }
  return { made, load: async () => Library as unknown as Awaited<ReturnType<LoadSocket>> }
}

const hello = (sequence: number) => ({ type: 'HELLO', instId: '0001', sequence })

/** The live feed over such a library; tickets are numbered. */
const following = async ({ load, told = parent }: { load?: LoadSocket; told?: typeof parent } = {}) => {
  const library = libraryOf()
  const window = pageOf()
  let tickets = 0
  const call = async () => {
    tickets += 1
    return ok({ token: `t${tickets}` })
  }
  const actors = createLiveFeedActors({
    api: { call } as unknown as Api,
    base: 'wss://portal/api',
    loadSocket: load ?? library.load,
    page: window.page,
    now: () => Date.now(),
  })
  const feed = createActor(liveFeedMachine.provide({ actors }), {
    input: { parent: told, channel: { id: '0001', carries: 'oneInstitution' }, spread: 0.5 },
  }).start()
  await vi.advanceTimersByTimeAsync(0)
  const last = () => library.made.at(-1)!
  return {
    feed,
    ...window,
    sockets: library.made,
    frame: (data: unknown) => last().tell('message', { data }),
    greet: (sequence = 3) => last().tell('message', { data: JSON.stringify(hello(sequence)) }),
    lose: () => last().tell('close'),
  }
}

const connected = { following: { open: 'connected' } }
const waiting = { following: 'waiting' }

it('tries again where the code of the socket could not be fetched, as after any loss', async () => {
  let calls = 0
  const { load } = libraryOf()
  const { feed } = await following({
    load: () => {
      calls += 1
      return calls <= 3
        ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
        : load()
    },
  })
  expect(feed.getSnapshot().value).toEqual(waiting)
  // The longest that three attempts can wait.
  await vi.advanceTimersByTimeAsync(3000 + 6000 + 12_000)
  expect(calls).toBe(4)
  expect(feed.getSnapshot().value).toEqual({ following: { open: 'reconnecting' } })
})

it('fetches the code no more once nothing is followed', async () => {
  let calls = 0
  const { feed } = await following({
    load: async () => {
      calls += 1
      throw new TypeError('Failed to fetch dynamically imported module')
    },
  })
  feed.send({ type: 'DISCONNECT' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls).toBe(1)
})

it('counts a message that is not for this person, of which it gets the number alone', async () => {
  const { feed, greet, frame } = await following()
  greet(3)
  frame(JSON.stringify({ type: 'EMPTY', instId: '0001', sequence: 4 }))
  expect(feed.getSnapshot().context.seen).toBe(4)
})

describe('a connection that is lost', () => {
  it('is made with a ticket of its own, by one attempt of the library at a time', async () => {
    const { sockets, greet, lose } = await following()
    greet()
    lose()
    await vi.advanceTimersByTimeAsync(3000)
    expect(sockets.map(({ address }) => address)).toEqual([
      'wss://portal/api/live?instId=0001&token=t1',
      'wss://portal/api/live?instId=0001&token=t2',
    ])
    expect(sockets.map(({ options }) => options.maxRetries)).toEqual([0, 0])
  })

  it('is one that passes nothing for 75 seconds although it is open', async () => {
    const { feed, sockets, greet } = await following()
    greet()
    await vi.advanceTimersByTimeAsync(74_999)
    expect(feed.getSnapshot().value).toEqual(connected)
    await vi.advanceTimersByTimeAsync(1)
    expect(feed.getSnapshot().value).toEqual(waiting)
    expect(sockets[0]?.isClosed).toBe(true)
    await vi.advanceTimersByTimeAsync(3000)
    greet(3)
    expect(feed.getSnapshot().value).toEqual(connected)
  })

  it.each([
    ['a heartbeat', JSON.stringify({ type: 'EMPTY', instId: '0001', sequence: 3 })],
    ['a frame that nobody can use', 'no JSON {'],
  ])('is not one that passes %s', async (_, data) => {
    const { feed, greet, frame } = await following()
    greet(3)
    for (let halfMinute = 0; halfMinute < 10; halfMinute += 1) {
      await vi.advanceTimersByTimeAsync(30_000)
      frame(data)
    }
    expect(feed.getSnapshot().value).toEqual(connected)
  })
})

describe('a page that wakes', () => {
  const heard = async () => {
    const connection = await following()
    connection.greet(3)
    let refreshes = 0
    connection.feed.on('live.refresh', () => {
      refreshes += 1
    })
    return { ...connection, refreshes: () => refreshes }
  }

  it('asks for everything when it is seen again, and for nothing when it is hidden', async () => {
    const { see, refreshes, sockets } = await heard()
    see('hidden')
    expect(refreshes()).toBe(0)
    see('visible')
    expect([refreshes(), sockets.length]).toEqual([1, 1])
  })

  it('asks for everything and connects anew when its network is back', async () => {
    const { online, refreshes, sockets } = await heard()
    online()
    await vi.advanceTimersByTimeAsync(0)
    expect([refreshes(), sockets.map(({ isClosed }) => isClosed)]).toEqual([1, [true, false]])
  })

  it('asks for everything and connects anew when its clock has jumped', async () => {
    const { refreshes, sockets } = await heard()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(refreshes()).toBe(0)
    vi.setSystemTime(Date.now() + 3_600_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([refreshes(), sockets.map(({ isClosed }) => isClosed)]).toEqual([1, [true, false]])
  })

  it('does nothing for a clock that jumps while it is hidden: the browser slows its timers', async () => {
    const { see, refreshes } = await heard()
    see('hidden')
    vi.setSystemTime(Date.now() + 3_600_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(refreshes()).toBe(0)
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
    const { feed, frame, greet } = await following({ told })
    greet(3)
    frame(data)
    frame(JSON.stringify(messageOf(4)))
    expect(received.filter(({ type }) => type === 'FRAME_UNUSABLE')).toEqual([
      { type: 'FRAME_UNUSABLE', reason },
    ])
    expect(received.at(-1)).toEqual({ type: 'MESSAGE_ARRIVED', message: messageOf(4) })
    expect(feed.getSnapshot().value).toEqual(connected)
  })
})
