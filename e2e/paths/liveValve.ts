import { expect, type Page } from '@playwright/test'

/** The way of live messages to a page. */
export interface LiveValve {
  /** Messages wait, or come. */
  shut: (wait: boolean) => void
  /** Opens a document; resolves when its connection stands. */
  connectedAfter: (open: () => Promise<unknown>) => Promise<void>
  /** The connection is lost, and with it what is told meanwhile; the page makes it again. */
  lose: (meanwhile: () => Promise<void>) => Promise<void>
}

const valves = new WeakMap<Page, LiveValve>()

/** Live messages of a page, from its next document on; a page keeps its valve. */
export const valveOf = async (page: Page): Promise<LiveValve> => {
  const known = valves.get(page)
  if (known) return known
  let isShut = false
  let isLost = false
  let greeted = 0
  let isGreeted = false
  let close = async (): Promise<void> => undefined
  const waiting: (() => void)[] = []
  await page.routeWebSocket(/\/live\?/, socket => {
    isLost = false
    isGreeted = false
    const server = socket.connectToServer()
    close = async () => {
      await server.close()
      await socket.close({ code: 1012, reason: 'the server restarts' })
    }
    server.onMessage(message => {
      if (isLost) return
      // The server greets who has come, before anything else.
      if (!isGreeted) greeted += 1
      isGreeted = true
      if (isShut) waiting.push(() => socket.send(message))
      else socket.send(message)
    })
  })
  const valve: LiveValve = {
    shut: wait => {
      isShut = wait
      if (!wait) for (const send of waiting.splice(0)) send()
    },
    connectedAfter: async open => {
      const before = greeted
      await open()
      await expect.poll(() => greeted).toBeGreaterThan(before)
    },
    lose: async meanwhile => {
      isLost = true
      await meanwhile()
      await close()
    },
  }
  valves.set(page, valve)
  return valve
}
