import { expect, type Page, type Route } from '@playwright/test'
import { intercept } from '../support/intercept.ts'
import { valveOf } from './liveValve.ts'

/** Holds back, at the network, what the real server answers and tells, so that somebody can act before it arrives. */

/** What the upload waits for, by its calls. */
const calls = {
  checkFile: '**/api/files/expectations*',
  requestUpload: '**/api/files/uploadRequest',
  sendFile: '**/api/store/upload',
  cancelUpload: '**/api/files/cancel-upload',
  requestParts: '**/api/files/partUploadRequest',
  sendPart: '**/api/store/part',
  completeParts: '**/api/files/completePartUpload',
  /** What the worker of the file check is made to wait for, before each piece that it reads. */
  piece: '**/piece',
} as const
export type CallName = keyof typeof calls

export interface HeldBack {
  /** The call that waits now; one that was cancelled meanwhile does not count. */
  call: (name: CallName) => Promise<Route>
  /** Resolves when such a call waits. */
  waitFor: (name: CallName) => Promise<void>
  /** The worker of the file check waits before each piece, or reads on. */
  pieces: (wait: boolean) => Promise<void>
  /** Live messages wait, or come. */
  messages: (wait: boolean) => void
  /** What is sent takes as long as a path needs. */
  slowDown: () => Promise<void>
  fullSpeed: () => Promise<void>
  /** Gives the page back. */
  release: () => Promise<void>
}

const checkWorker = '**/assets/fileCheck.worker*.js'

/**
 * Stands before the worker's own code: reading waits for an answer, so that it can be held back too. It takes small pieces,
 * each of which lasts long enough to be told of, so that a small file is checked as a large one is.
 */
const readByPieces = `{
  const { prototype } = ReadableStreamBYOBReader
  const { read } = prototype
  const now = performance.now.bind(performance)
  let pieces = 0
  performance.now = () => now() + 1000 * pieces
  prototype.read = function (view) {
    const request = new XMLHttpRequest()
    request.open('GET', '/piece', false)
    request.send()
    pieces += 1
    return read.call(this, view.subarray(0, 16384))
  }
}
`

const slowBytesPerSecond = 10_000

/** Holds back the calls of the upload on a page. */
export const holdBack = async (page: Page): Promise<HeldBack> => {
  const held = new Map<CallName, Route>()
  let isReading = true
  const { shut: messages } = await valveOf(page)
  const names = Object.keys(calls) as CallName[]
  const stops = [
    await intercept(page, checkWorker, async route => {
      const response = await route.fetch()
      // A worker can reach nothing: this one has to ask for each piece.
      const { 'content-security-policy': _, ...headers } = response.headers()
      await route.fulfill({ response, headers, body: readByPieces + (await response.text()) })
    }),
  ]
  for (const name of names)
    stops.push(
      await intercept(page, calls[name], route =>
        name === 'piece' && isReading ? route.fulfill({ status: 204 }) : void held.set(name, route),
      ),
    )
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const isWaiting = (name: CallName): boolean => held.get(name)?.request().failure() === null
  const waitFor = (name: CallName): Promise<void> =>
    expect.poll(() => isWaiting(name), { intervals: [10, 20, 50] }).toBe(true)
  const take = (name: CallName): Route | undefined => {
    const route = held.get(name)
    held.delete(name)
    return route
  }
  let isSlow = false
  const pace = async (slow: boolean): Promise<void> => {
    if (slow === isSlow) return
    isSlow = slow
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: slow ? slowBytesPerSecond : -1,
    })
  }
  return {
    waitFor,
    call: async name => {
      await waitFor(name)
      return take(name)!
    },
    pieces: async wait => {
      isReading = !wait
      if (isReading && isWaiting('piece')) await take('piece')?.fulfill({ status: 204 })
    },
    messages,
    slowDown: () => pace(true),
    fullSpeed: () => pace(false),
    release: async () => {
      messages(false)
      await pace(false)
      await session.detach()
      for (const stop of stops) stop()
    },
  }
}
