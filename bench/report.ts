import { chromium, type Page } from '@playwright/test'
import { uploadAndProcess } from '../e2e/journeys/steps.ts'
import { browserLaunch } from '../e2e/support/browser.ts'
import { signInAs } from '../e2e/support/fixtures.ts'
import { sampleFile } from '../e2e/support/samples.ts'
import { startPortalServer } from '../e2e/support/server.ts'
import { encodeTableState, tableDefaults } from '../src/machines/table-state/index.ts'
import { type Spread, spreadOf, spreadText } from './support.ts'

const students = 200

export interface ReportFigures {
  /** Rules of the report, each a row of the table. */
  rules: number
  /** From the last byte of the report's answer to the paint of all its rows, in ms. Aim: 100. */
  paintMs: Spread
}

/** Before the page's own code: notes when the table of rules has stood still, in ms of the page. */
const watch = (): void => {
  const seen = { painted: 0 }
  Object.assign(window, { seen })
  new MutationObserver(changes => {
    const isOfRules = changes.some(({ target }) =>
      (target instanceof Element ? target : target.parentElement)?.closest('table, main'),
    )
    if (!isOfRules || document.querySelectorAll('tbody tr').length === 0) return
    // The task after the next frame's callbacks runs when that frame is painted.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (seen.painted === 0) seen.painted = performance.now()
      }),
    )
  }).observe(document, { subtree: true, childList: true })
}

/** Ms from the answer to the paint of one visit, and the rows that were painted. */
const visit = async (page: Page, address: string): Promise<{ ms: number; rows: number }> => {
  await page.goto(address)
  await page.getByRole('table', { name: 'Quality rules' }).getByRole('rowheader').first().waitFor()
  return page.evaluate(() => {
    const { seen } = window as unknown as { seen: { painted: number } }
    const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const answer = answers.findLast(({ name }) => /\/validations\?/.test(name))
    return {
      ms: seen.painted - (answer?.responseEnd ?? Number.NaN),
      rows: document.querySelectorAll('tbody tr').length,
    }
  })
}

/** How soon a quality report with all its rules on one page is painted when its data are there. */
export const measureReport = async (runs: number): Promise<ReportFigures> => {
  const server = await startPortalServer()
  const browser = await chromium.launch(await browserLaunch())
  try {
    const page = await browser.newPage()
    await page.addInitScript(watch)
    await signInAs(page, server.url, 'cardigan-signoff')
    await uploadAndProcess(
      page,
      await sampleFile('report.xml', { provider: '0003', students, faults: 'rules' }),
    )
    const defaults = tableDefaults({ filters: { status: ['1'] } })
    const all = { ...defaults, pageSize: 'all' as const, filters: { status: ['0', '1'] } }
    const address = `${page.url()}?${encodeTableState('qualityRules', all, defaults)}`
    const visits: { ms: number; rows: number }[] = []
    // Once to warm up: the first visit fetches code.
    for (let run = 0; run <= runs; run += 1) visits.push(await visit(page, address))
    return {
      rules: Math.max(...visits.map(({ rows }) => rows)),
      paintMs: spreadOf(visits.slice(1).map(({ ms }) => ms)),
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

export const reportLines = ({ rules, paintMs }: ReportFigures): string[] => [
  `${rules} rules on one page: data → paint ${spreadText(paintMs)} ms (aim 100)`,
]
