import { randomUUID } from 'node:crypto'
import { chromium, type Page } from '@playwright/test'
import { chosenBrowser } from '../e2e/support/browser.ts'
import { signInAs } from '../e2e/support/fixtures.ts'
import { startPortalServer } from '../e2e/support/server.ts'
import { travellers } from '../tests/server/support/journeys.ts'
import { clientOf } from './client.ts'
import { type Spread, spreadOf, spreadText } from './support.ts'

const sizes = [500, 5000]
/** The browser tells no click that was painted sooner, in ms. */
const minReportedMs = 16
/** What the page saw, in ms. */
interface Seen {
  /** From each click to the paint that followed it. */
  clicks: { name: string; ms: number }[]
  /** From each live message of a status to the paint of what it changed in a row. */
  changes: number[]
  /** Whether the live connection stands. */
  isLive: boolean
}

export interface MonitoringFigures {
  providers: number
  /** Rows of providers that the page holds. */
  drawn: number
  /** From the click to the paint. Aim: 50. */
  sortMs: Spread
  filterMs: Spread
  /** From the live message to the paint. Aim: 50. */
  changeMs: Spread
}

/** Before the page's own code: notes clicks with their paint, and live messages with the paint of what they change. */
const watch = (): void => {
  const seen: Seen = { clicks: [], changes: [], isLive: false }
  Object.assign(window, { seen })
  new PerformanceObserver(list => {
    for (const { name, duration } of list.getEntries())
      if (name === 'click') seen.clicks.push({ name, ms: duration })
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  let messageAt: number | undefined
  const Native = window.WebSocket
  window.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.addEventListener('open', () => {
        seen.isLive = true
      })
      this.addEventListener('message', ({ data }) => {
        if ((JSON.parse(String(data)) as { type: string }).type === 'FILE_EVENT')
          messageAt = performance.now()
      })
    }
  }
  new MutationObserver(changes => {
    const began = messageAt
    const isOfRow = changes.some(({ target }) =>
      (target instanceof Element ? target : target.parentElement)?.closest('tbody'),
    )
    if (began === undefined || !isOfRow) return
    messageAt = undefined
    // The task after the next frame's callbacks runs when that frame is painted.
    requestAnimationFrame(() => setTimeout(() => seen.changes.push(performance.now() - began)))
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
}

/** What was seen since this was asked last. */
const seenOn = (page: Page): Promise<Pick<Seen, 'clicks' | 'changes'>> =>
  page.evaluate(() => {
    const { seen } = window as unknown as { seen: Seen }
    return { clicks: seen.clicks.splice(0), changes: seen.changes.splice(0) }
  })

/** Ms of one click that this gesture makes; the least that is told where the browser tells none. */
const paintOf = async (page: Page, gesture: () => Promise<void>): Promise<number> => {
  await seenOn(page)
  await gesture()
  // The browser tells of an event a little after its paint.
  await page.waitForTimeout(300)
  const { clicks } = await seenOn(page)
  return Math.max(minReportedMs, ...clicks.map(({ ms }) => ms))
}

const measureOf = async (providers: number, runs: number): Promise<MonitoringFigures> => {
  const server = await startPortalServer({ environment: { DEMO_PROVIDERS: String(providers) } })
  const browser = await chromium.launch((await chosenBrowser()).launch)
  try {
    const page = await browser.newPage()
    await page.addInitScript(watch)
    await signInAs(page, server.url, 'bedel-analyst')
    await page.goto(`${server.url}/monitoring/23056`)
    const table = page.getByRole('table', { name: 'Submission Summary', exact: true })
    await table.getByRole('rowheader').first().waitFor()

    const drawn = await table.getByRole('rowheader').count()
    // Before anything is sorted: the row that changes is in sight.
    await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.isLive)
    const changes: number[] = []
    const changeAfter = async (cause: () => Promise<unknown>): Promise<void> => {
      await seenOn(page)
      await cause()
      await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.changes.length > 0)
      changes.push(...(await seenOn(page)).changes.slice(0, 1))
    }
    // An upload that was cancelled stays the latest until another file has arrived: each provider begins one alone.
    for (const { instId, provider } of travellers) {
      const { call } = await clientOf(server, provider)
      const upload = {
        submissionUuid: randomUUID(),
        fileName: 'bench.xml',
        collectionId: 'c23056',
        instId,
        fileSize: 1000,
      }
      await changeAfter(() => call('POST', '/files/uploadRequest', upload))
      await changeAfter(() => call('POST', '/files/cancel-upload', upload))
    }

    const sort: number[] = []
    const filter: number[] = []
    const byParty = table.getByRole('button', { name: 'Awaiting action', exact: true })
    // Once to warm up: the first use fetches code.
    for (let run = 0; run <= runs; run += 1) {
      const ms = await paintOf(page, () => byParty.click())
      if (run > 0) sort.push(ms)
    }
    await page
      .getByRole('button', { name: /^Awaiting action/ })
      .first()
      .click()
    const choice = page.getByRole('dialog').getByRole('checkbox').first()
    for (let run = 0; run <= runs; run += 1) {
      const ms = await paintOf(page, () => choice.click({ force: true }))
      if (run > 0) filter.push(ms)
    }
    return {
      providers,
      drawn,
      sortMs: spreadOf(sort),
      filterMs: spreadOf(filter),
      changeMs: spreadOf(changes),
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** How soon the monitoring page of so many providers shows what is done and what happens. */
export const measureMonitoring = async (runs: number): Promise<MonitoringFigures[]> => {
  const figures: MonitoringFigures[] = []
  for (const providers of sizes) figures.push(await measureOf(providers, runs))
  return figures
}

export const monitoringLines = (figures: readonly MonitoringFigures[]): string[] =>
  figures.map(
    one =>
      `${one.providers} providers on one page, ${one.drawn} rows drawn: click → paint of a sort ${spreadText(one.sortMs)} ms, ` +
      `of a filter ${spreadText(one.filterMs)} ms; live message → paint ${spreadText(one.changeMs)} ms (aim 50 each; the browser tells no less than ${minReportedMs} of a click)`,
  )
