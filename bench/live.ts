import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chosenBrowser } from '../e2e/support/browser.ts'
import { signInAs } from '../e2e/support/fixtures.ts'
import { startPortalServer } from '../e2e/support/server.ts'
import { clientOf } from './client.ts'
import { makeFile, type Spread, spreadOf, spreadText } from './support.ts'

const megabytes = 1

/** What the page saw of one submission, in ms of its own clock. */
interface Seen {
  /** When each message about a status arrived. */
  messages: { at: number; submissionId: string }[]
  /** When the inspector showed a history of so many events. */
  shown: { at: number; events: number }[]
}

export interface LiveFigures {
  /** From a live message to the drawing that shows it, in ms. Aim: 500. */
  moveMs: Spread
}

/** Before the page's own code: notes every live message and every change of the history's length. */
const watch = (): void => {
  const seen: Seen = { messages: [], shown: [] }
  Object.assign(window, { seen })
  const Native = window.WebSocket
  window.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data)) as { type: string; submissionId: string }
        if (message.type === 'FILE_EVENT')
          seen.messages.push({ at: performance.now(), submissionId: message.submissionId })
      })
    }
  }
  new MutationObserver(() => {
    const events = Number(document.querySelector<HTMLInputElement>('input[type=range]')?.max ?? 0)
    if (events > (seen.shown.at(-1)?.events ?? 0)) seen.shown.push({ at: performance.now(), events })
  }).observe(document, { subtree: true, childList: true, attributes: true })
}

const seenOn = (page: Page): Promise<Seen> => page.evaluate(() => (window as unknown as { seen: Seen }).seen)

/** Ms from each message to the first drawing that shows its event. */
const delaysOf = ({ messages, shown }: Seen, submissionId: string): number[] => {
  const own = messages.filter(message => message.submissionId === submissionId)
  const total = shown.at(-1)?.events ?? 0
  return own.map(({ at }, index) => {
    const event = total - (own.length - 1 - index)
    return (shown.find(({ events, at: when }) => events >= event && when >= at)?.at ?? at) - at
  })
}

/** How soon the inspector shows what happens to a submission, over the processing of `runs` files. */
export const measureLive = async (runs: number): Promise<LiveFigures> => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-bench-'))
  const server = await startPortalServer()
  const browser = await chromium.launch((await chosenBrowser()).launch)
  try {
    const file = await makeFile(folder, megabytes)
    const client = await clientOf(server)
    const page = await browser.newPage()
    await page.addInitScript(watch)
    await signInAs(page, server.url, 'bedel-analyst')
    const delays: number[] = []
    for (let run = 0; run < runs; run++) {
      const { submissionId, send } = await client.requestUpload(file)
      await page.goto(`${server.url}/inspector?view=history&submission=${submissionId}`)
      await page.getByRole('slider').waitFor()
      await page.getByRole('application').waitFor()
      await send()
      const completed = '[aria-valuetext*="Quality processing completed"]'
      await page.locator(completed).waitFor({ state: 'attached', timeout: 60_000 })
      delays.push(...delaysOf(await seenOn(page), submissionId))
    }
    return { moveMs: spreadOf(delays) }
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export const liveLines = ({ moveMs }: LiveFigures): string[] => [
  `live message → shown by the inspector ${spreadText(moveMs)} ms over ${moveMs.runs} moves (aim 500)`,
]
