import { chromium, type Page } from '@playwright/test'
import { uploadAndProcess } from '../e2e/journeys/steps.ts'
import { chosenBrowser } from '../e2e/support/browser.ts'
import { giveRules } from '../e2e/support/database.ts'
import { signInAs } from '../e2e/support/fixtures.ts'
import { sampleFile } from '../e2e/support/samples.ts'
import { startPortalServer } from '../e2e/support/server.ts'
import { encodeTableState, type TableState, tableDefaults } from '../src/machines/table-state/index.ts'
import { type Spread, spreadOf, spreadText } from './support.ts'

const students = 200
/** Rules of the largest rulesets of the field. */
const rules = 300

export interface ReportFigures {
  /** Rules of the report. */
  rules: number
  /** From the last byte of the report's answer to the paint of its first page, in ms. Aim: 100. */
  paintMs: Spread
  /** The same with every rule on one page, each a row of the table. */
  wholePaintMs: Spread
}

/** Before the page's own code: notes when rules were painted first, in ms of the page. */
const watch = (): void => {
  const seen = { painted: 0 }
  Object.assign(window, { seen })
  new MutationObserver(() => {
    if (document.querySelectorAll('tbody a[href*="/quality/"]').length === 0) return
    // The task after the next frame's callbacks runs when that frame is painted.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (seen.painted === 0) seen.painted = performance.now()
      }),
    )
  }).observe(document, { subtree: true, childList: true })
}

const goTo = (page: Page, address: string): Promise<void> =>
  page.evaluate(to => {
    Object.assign((window as unknown as { seen: object }).seen, { painted: 0 })
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)

/** Ms from the answer to the paint of one visit from another page of the portal, and the rows of its table. */
const visit = async (page: Page, address: string): Promise<{ ms: number; rows: number }> => {
  await goTo(page, '/submissions')
  await page.getByRole('heading', { level: 1, name: 'Manage Submissions' }).waitFor()
  await page.waitForLoadState('networkidle')
  await goTo(page, address)
  await page.waitForFunction(() => (window as unknown as { seen: { painted: number } }).seen.painted > 0)
  return page.evaluate(() => {
    const { seen } = window as unknown as { seen: { painted: number } }
    const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const answer = answers.findLast(({ name }) => /\/validations\?/.test(name))
    // A long table draws the rows in sight, and says how many there are with its head.
    const whole = document.querySelector('table')?.getAttribute('aria-rowcount')
    return {
      ms: seen.painted - (answer?.responseEnd ?? Number.NaN),
      rows: whole ? Number(whole) - 1 : document.querySelectorAll('tbody tr').length,
    }
  })
}

/** How soon a quality report with all its rules on one page is painted when its data are there. */
export const measureReport = async (runs: number): Promise<ReportFigures> => {
  const server = await startPortalServer()
  const browser = await chromium.launch((await chosenBrowser()).launch)
  try {
    const page = await browser.newPage()
    await page.addInitScript(watch)
    await signInAs(page, server.url, 'cardigan-signoff')
    await uploadAndProcess(
      page,
      await sampleFile('report.xml', { provider: '0003', students, faults: 'rules' }),
    )
    await giveRules(server, rules)
    const defaults = tableDefaults({ filters: { status: ['1'] } })
    const { pathname } = new URL(page.url())
    const addressOf = (pageSize: TableState['pageSize']): string =>
      `${pathname}?${encodeTableState('qualityRules', { ...defaults, pageSize, filters: { status: ['0', '1'] } }, defaults)}`
    const visitsOf = async (pageSize: TableState['pageSize']) => {
      const visits: { ms: number; rows: number }[] = []
      // Once to warm up: the first visit fetches code.
      for (let run = 0; run <= runs; run += 1) visits.push(await visit(page, addressOf(pageSize)))
      return { ms: spreadOf(visits.slice(1).map(one => one.ms)), rows: visits.at(-1)?.rows ?? 0 }
    }
    const first = await visitsOf(defaults.pageSize)
    const whole = await visitsOf('all')
    return { rules: whole.rows, paintMs: first.ms, wholePaintMs: whole.ms }
  } finally {
    await browser.close()
    await server.stop()
  }
}

export const reportLines = ({ rules, paintMs, wholePaintMs }: ReportFigures): string[] => [
  `Report of ${rules} rules: data → paint of its first page ${spreadText(paintMs)} ms (aim 100), of all on one page ${spreadText(wholePaintMs)} ms`,
]
