import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { aims } from '../scripts/bundle.ts'
import { loadMachines } from '../src/machines/charts.ts'
import { chartOf } from '../src/machines/inspection/chart.ts'
import { openReport, uploadAndProcess } from './journeys/steps.ts'
import { choose } from './support/choose.ts'
import { drawing, open } from './support/inspector.ts'
import { sampleFile } from './support/samples.ts'
import { expect, test } from './support/shared.ts'

/**
 * The features of the inspector by their numbers, but for those that look back at a history (inspectorHistory.e2e.ts), and for what
 * leaves the screen (inspectorExports.e2e.ts).
 */

// One after the other, on one server; on a busy machine the check of a long page takes its time.
test.describe.configure({ mode: 'default' })
test.afterAll(({ crowd }) => crowd.leave())

const dist = join(import.meta.dirname, '../dist')

const state = (page: Page, name: string | RegExp) => drawing(page).getByRole('button', { name })

/** Where a simulation stands, apart from the choice of where it begins. */
const nowAt = (page: Page, status: string) =>
  page.getByRole('region', { name: 'Possible events' }).getByText(status).and(page.locator(':not(option)'))

const transformOf = (page: Page): Promise<string | null> =>
  drawing(page).locator('svg > g').first().getAttribute('transform')
const scaleOf = async (page: Page): Promise<number> =>
  Number(/scale\(([\d.]+)\)/.exec((await transformOf(page)) ?? '')?.[1])

test('1: every chart is drawn, and no word leaves its place in the fonts of the browser', {
  tag: '@exhaustive',
}, async ({ pageOf }) => {
  const page = await pageOf('bedel-staff')
  await page.getByRole('navigation').getByRole('link', { name: 'Inspector', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Machine inspector' })).toBeVisible()
  for (const machine of await loadMachines()) {
    const chart = chartOf(machine)
    await open(page, `?chart=${chart.id}`)
    const items = page.getByRole('application').locator('[data-item]')
    // A transition into two regions has an arrow into each.
    const arrows = chart.transitions.reduce((sum, { targets }) => sum + Math.max(1, targets.length), 0)
    await expect(items).toHaveCount(chart.states.length - 1 + arrows)
    // Asked for by name: "ready" is also true before the first of them is under way.
    await items.locator('text').evaluateAll(texts =>
      Promise.all(
        texts.map(text => {
          const { fontWeight, fontSize, fontFamily } = getComputedStyle(text.querySelector('tspan') ?? text)
          const [family = ''] = fontFamily.split(',')
          return document.fonts.load(`${fontWeight} ${fontSize} ${family}`, text.textContent ?? '')
        }),
      ),
    )
    const leaving = await items.evaluateAll(elements =>
      elements.flatMap(element => {
        const box = element.querySelector(
          'rect:not([class*=halo], [class*=under])',
        ) as SVGGraphicsElement | null
        const label = element.querySelector('text') as SVGGraphicsElement | null
        if (!box || !label) return []
        const [outer, inner] = [box.getBBox(), label.getBBox()]
        const isIn = inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1
        return isIn ? [] : [element.getAttribute('aria-label')]
      }),
    )
    expect(leaving, chart.id).toEqual([])
  }
  await open(page, '')
  await expect(state(page, /^Unknown, state/)).toBeInViewport()
  const smallest = await drawing(page)
    .locator('[data-item] text')
    .evaluateAll(texts =>
      Math.min(
        ...texts.map(text => {
          const [box, ink] = [(text as SVGGraphicsElement).getBBox(), text.getBoundingClientRect()]
          return (Number.parseFloat(getComputedStyle(text).fontSize) * ink.height) / box.height
        }),
      ),
    )
  expect(smallest).toBeGreaterThan(8)
})

test('a chart that does not arrive is said, and comes with the page when that is loaded anew', async ({
  pageOf,
}) => {
  const page = await pageOf('bedel-staff')
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >
  const file = manifest['virtual:charts/upload']?.file ?? ''
  let asked = 0
  await page.route(`**/${file}`, route => {
    asked += 1
    return route.abort()
  })
  await page.goto(`${new URL(page.url()).origin}/inspector?chart=upload`)
  const reload = page.getByRole('button', { name: 'Reload the page' })
  await expect(reload).toBeVisible()
  await expect(page.getByRole('main')).toHaveCount(1)
  expect(asked).toBe(1)
  await page.unroute(`**/${file}`)
  await reload.click()
  await expect(drawing(page, 'Upload')).toBeVisible()
})

test('1: moved, scaled, folded, searched and read by keys alone', async ({ pageOf }) => {
  const page = await pageOf('bedel-staff')
  await open(page, '')
  await expect(state(page, /^Schema check, state/)).toBeVisible()
  const begun = await transformOf(page)
  await drawing(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => transformOf(page)).not.toBe(begun)
  await page.keyboard.press('0')
  await expect(page).toHaveURL(/zoom=0\.\d+\+\d+\+\d+/)
  await expect.poll(() => scaleOf(page)).toBeLessThan(0.4)
  await page.keyboard.press('+')
  await page.keyboard.press('+')

  // The tab key leads to the first state, the arrows from there on, Enter to what it is about.
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/state=/)
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()

  await page.keyboard.press('/')
  const find = page.getByRole('combobox', { name: 'Find a state or transition' })
  await expect(find).toBeFocused()
  await page.keyboard.type('Credibility passed')
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText(/^Credibility passed/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/state=qualityAssurance\.credibilityPassed/)
  await expect(page.getByText('The credibility reports are there.')).toBeVisible()
  await expect(state(page, /^Credibility passed, state/)).toBeInViewport()
  await expect.poll(() => scaleOf(page), { message: 'near enough to be read' }).toBeGreaterThan(0.8)
  await expect(state(page, /^Credibility passed, state/)).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: 'Fold all', exact: true }).click()
  await expect(drawing(page).getByRole('button', { name: /^Schema check, state/ })).toHaveCount(0)
  const folded = state(page, /^Processing, .* folded/)
  await folded.focus()
  await page.keyboard.press(' ')
  await expect(drawing(page).getByRole('button', { name: /^Schema check, state/ })).toHaveCount(1)
  await expect(page).toHaveURL(/fold=approval\+ingestion/)
})

test('1: moved by pointer and wheel, and by the little drawing', async ({ pageOf }) => {
  const page = await pageOf('bedel-staff')
  await open(page, '')
  await expect(state(page, /^Schema check, state/)).toBeVisible()
  const box = await drawing(page).boundingBox()
  if (!box) throw new Error('The drawing has no place.')
  const [x, y] = [box.x + 60, box.y + box.height - 140]
  const begun = await transformOf(page)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 150, y - 80, { steps: 5 })
  await page.mouse.up()
  const dragged = await transformOf(page)
  expect(dragged).not.toBe(begun)
  await page.mouse.wheel(0, -400)
  await expect.poll(() => transformOf(page)).not.toBe(dragged)
  await expect(page).toHaveURL(/zoom=/)
  expect(page.url()).not.toContain('state=')
  await page.getByRole('button', { name: 'Fit to window' }).click()
  await expect.poll(() => scaleOf(page)).toBeLessThan(0.4)
  // A click is not a drag, and leads near.
  await state(page, /^Uploading, state/).click()
  await expect(page).toHaveURL(/state=ingestion\.uploading/)
  await expect.poll(() => scaleOf(page)).toBeGreaterThan(0.8)

  const little = page.locator('svg[aria-hidden="true"]', { has: page.locator('[data-tone], rect') }).last()
  const size = await little.boundingBox()
  if (!size) throw new Error('The little drawing has no place.')
  await expect(state(page, /^Resubmission required, state/)).not.toBeInViewport()
  await little.click({ position: { x: size.width - 10, y: size.height / 2 } })
  await expect(state(page, /^Resubmission required, state/)).toBeInViewport()
})

test('8: why not? by any person with any facts, each guard with its sentence', async ({ pageOf }) => {
  const page = await pageOf('bedel-analyst')
  await open(page, '?view=why&state=qualityAssurance.qualityProcessingComplete')
  const answer = page.getByRole('region', { name: 'Submit for approval' })
  await expect(answer.getByText('Allowed')).toBeVisible()
  await page.getByText('Blocked: operational rules are outside tolerance').click()
  await expect(page).toHaveURL(/operationalFailures=yes/)
  await expect(answer.getByText('Not possible now (409)')).toBeVisible()
  await expect(answer.getByRole('row', { name: /hasNoBlockers Condition Not met/ })).toContainText(
    'One or more operational rules are outside tolerance.',
  )
  await choose(page, 'Person', 'Guest (read only)')
  await expect(answer.getByText('Forbidden (403)')).toBeVisible()
  await expect(answer.getByText('You do not have a valid role to submit for approval').first()).toBeVisible()
  // The question is its address.
  await page.reload()
  await expect(answer.getByText('Forbidden (403)')).toBeVisible()
})

test('8, 9, 13, 15: a real submission is asked about and simulated, and nothing is written', async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf('ashby-signoff')
  await openReport(provider, portal)
  const submission = /\/submissions\/[^/]+\/([^/]+)\//.exec(provider.url())?.[1] ?? ''
  const page = await pageOf('bedel-admin')
  const writes: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/') && request.method() !== 'GET' && !request.url().includes('/token/'))
      writes.push(`${request.method()} ${request.url()}`)
  })

  await open(page, `?view=why&submission=${submission}`)
  await expect(page.getByText(`Current facts of submission ${submission.slice(-8)}`)).toBeVisible()
  const answer = page.getByRole('region', { name: 'Submit for approval' })
  await expect(answer.getByText('Allowed')).toBeVisible()
  // The sentence of the answer is the one that stands at the disabled action of the portal.
  await page.getByText('The terms are accepted').first().click()
  await expect(answer.getByText('Not possible now (409)')).toBeVisible()
  const sentence = (await answer.locator('strong').textContent()) ?? ''
  await provider.getByRole('link', { name: 'Continue to Submit' }).click()
  const submit = provider.getByRole('button', { name: 'Submit for approval', exact: true })
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await expect(submit).toHaveAccessibleDescription(sentence)

  await open(page, `?view=what-if&submission=${submission}`)
  const next = page.getByRole('region', { name: 'Possible events' })
  await next.getByRole('button', { name: 'Submit for approval', exact: true }).click()
  await next.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(nowAt(page, 'Awaiting SC approval')).toBeVisible()
  await expect(page).toHaveURL(/steps=SUBMIT\+APPROVE/)
  await expect(state(page, /^SC approval, .* current state/)).toBeVisible()
  await expect(
    drawing(page).getByRole('button', {
      name: /^SUBMIT, from Quality processing complete to Agency approval.* visited, 1$/,
    }),
  ).toHaveCount(1)
  // The link brings somebody else to the same place.
  const other = await pageOf('bedel-staff')
  await other.goto((await page.getByText(/^http.*view=what-if/).textContent()) ?? '')
  await expect(nowAt(other, 'Awaiting SC approval')).toBeVisible()
  await next.getByRole('button', { name: 'Undo' }).click()
  await expect(nowAt(page, 'Awaiting Bedel approval')).toBeVisible()
  expect(writes).toEqual([])
  await provider.reload()
  await expect(provider.getByText('Quality processing complete').first()).toBeVisible()

  // A link leads to a moment of a submission as well.
  await open(
    page,
    `?view=history&submission=${submission}&at=3&state=processing.provisioned&zoom=1.5+1200+500`,
  )
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /^Event 3 of /)
  await expect(state(page, /^Provisioned, state/)).toHaveAttribute('aria-pressed', 'true')
  expect(await scaleOf(page)).toBe(1.5)

  await open(page, '?view=coverage&source=traffic')
  await expect(drawing(page).getByRole('button', { name: /^SCHEMA_CHECK_PASSED, .* used, 2$/ })).toHaveCount(
    1,
  )
  await expect(drawing(page).getByRole('button', { name: /^SUBMIT, .* never used$/ })).toHaveCount(2)
})

test('11: two versions of a chart differ in what is named and marked, and whom it concerns', async ({
  pageOf,
}) => {
  const page = await pageOf('bedel-analyst')
  await open(page, '?view=versions&chart=resource&before=0.1.0-alpha.1')
  await expect(page.getByText('DATA_PATCHED, stays in Current').first()).toBeVisible()
  const added = drawing(page, 'Resource').getByRole('button', { name: /^DATA_PATCHED, .* added, \+$/ })
  await expect(added).toHaveCount(1)
  await choose(page, 'Draw', 'Before')
  await expect(drawing(page, 'Resource').getByRole('button', { name: /^DATA_PATCHED/ })).toHaveCount(0)

  // A guard more on what the agency may do concerns every live submission at a status where it may be done.
  await open(page, '?view=versions&before=0.1.0-alpha.1')
  const change = page
    .getByRole('listitem')
    .filter({ hasText: /^REPROCESSED, stays in Processing.* differs in guards, description:/ })
  await expect(change.getByRole('insertion').first()).toContainText('isLatest')
  await expect(change.getByRole('deletion').first()).not.toContainText('isLatest')
  const affected = page.getByRole('table', { name: 'Live submissions affected' })
  await expect(affected.getByRole('row', { name: /^Quality processing complete [1-9]/ })).toBeVisible()
  await open(page, '?view=versions&before=0.1.0&after=0.1.0')
  await expect(page.getByText('This chart is the same in both versions.')).toBeVisible()
  await expect(page.getByText('No live submissions are at a status that changes.')).toBeVisible()
})

/** Bytes of all scripts and styles that the page has fetched since it was opened, as they were sent. */
const weightOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/[^/]*\.(?:js|css)$/.test(name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )

test('1: each view weighs at most as much as any screen when it is opened from cold', {
  tag: '@exhaustive',
}, async ({ pageOf }) => {
  const provider = await pageOf('cardigan-signoff')
  await uploadAndProcess(provider, await sampleFile('c.xml', { provider: '0003', students: 40 }))
  const [pages, submission] = /^.*\/submissions\/[^/]+\/([^/]+)\//.exec(provider.url()) ?? []
  const staff = await pageOf('bedel-staff')
  await open(staff, `?submission=${submission}`)
  const views = await staff
    .getByRole('navigation', { name: 'Chart views' })
    .getByRole('link')
    .evaluateAll(links => links.map(link => (link as HTMLAnchorElement).href))
  expect(views.length).toBeGreaterThan(10)
  const weights: Record<string, number> = {}
  const weigh = async (page: Page, address: string): Promise<void> => {
    await page.goto(address, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeAttached()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    weights[address.replace(/^.*(?=view=|\/)/, '')] = await weightOf(page)
  }
  for (const address of views) await weigh(staff, address)
  await weigh(provider, `${pages}lifecycle`)
  test.info().annotations.push({ type: 'bytes as sent', description: JSON.stringify(weights) })
  expect(Math.min(...Object.values(weights))).toBeGreaterThan(100_000)
  expect(Object.entries(weights).filter(([, bytes]) => bytes > aims.route * 1000)).toEqual([])
})

test('is for the agency alone', { tag: '@exhaustive' }, async ({ pageOf }) => {
  for (const person of ['ashby-signoff', 'ohe-analyst']) {
    const page = await pageOf(person)
    const { origin } = new URL(page.url())
    await page.goto(origin)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Inspector' })).toHaveCount(0)
    await page.goto(`${origin}/inspector`)
    await expect(page).toHaveURL(/\/$/)
  }
})

test('the code that records running actors is not in the first load', async () => {
  const folder = join(dist, 'assets')
  const maps = (await readdir(folder)).filter(name => name.endsWith('.js.map'))
  const chunks = await Promise.all(
    maps.map(
      async name => (JSON.parse(await readFile(join(folder, name), 'utf8')) as { sources: string[] }).sources,
    ),
  )
  const holds = (end: string) => (sources: string[]) => sources.some(source => source.endsWith(end))
  const recording = chunks.filter(holds('/hooks/running/recordActors.ts'))
  expect(recording).toHaveLength(1)
  expect(recording.filter(holds('/hooks/application.ts'))).toEqual([])
})
