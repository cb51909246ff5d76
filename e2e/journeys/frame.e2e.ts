import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { holdNext } from '../support/intercept.ts'
import { openMonitoring, openReport, raiseIssue, ruleRow, tickFilter } from './steps.ts'

/** What the browser remembers, and how much room the frame leaves (decisions §12; ui.md "Content first"). */

const wide = { width: 1440, height: 900 }

test('filters of a page come back for the same person until they are cleared', async ({ pageOf, portal }) => {
  const page = await pageOf('bedel-analyst')
  await openMonitoring(page, portal)
  await page.getByRole('button', { name: 'State', exact: true }).click()
  await page.locator('label', { has: page.getByRole('checkbox', { name: /Not started/ }) }).click()
  await expect(page).toHaveURL(/ss\.f\.state=0/)
  await page.keyboard.press('Escape')

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  // Only who has left the page comes back to it: an address without filters, reached from the page itself, shows none.
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await openMonitoring(page, portal)
  const tag = page.getByRole('button', { name: /^Remove filter State: Not started/ })
  await expect(tag).toBeVisible()
  await expect(page).toHaveURL(/ss\.f\.state=0/)

  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(tag).toBeHidden()
  await page.reload()
  await expect(page.getByRole('table', { name: 'Submission Summary' }).getByRole('row').nth(1)).toBeVisible()
  await expect(tag).toBeHidden()
  expect(page.url()).not.toContain('ss.f.')
})

test('what stands below the steps stays where it is when they arrive', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf('bedel-analyst')
  await page.setViewportSize(wide)
  const held = holdNext(page, '**/collections/23056/step-summary**')
  await openMonitoring(page, portal)
  await expect(page.getByRole('table', { name: 'Submission Summary' }).getByRole('row').nth(1)).toBeVisible()
  const filter = page.getByRole('button', { name: 'State', exact: true })
  const before = (await filter.boundingBox())?.y ?? 0
  await (await held).continue()
  await expect(page.getByRole('figure', { name: 'Providers by step' })).toBeVisible()
  const after = (await filter.boundingBox())?.y ?? 0
  // Less than half the height of a button.
  expect(Math.abs(after - before)).toBeLessThan(16)
})

test('a view of the monitoring table is saved, gone to, given to others and deleted', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const page = await pageOf('bedel-analyst')
  const views = page.getByRole('dialog', { name: 'Saved views' })
  const openViews = () => page.getByRole('button', { name: 'Saved views' }).click()
  const rows = (of: Page) => of.getByRole('table', { name: 'Submission Summary' }).getByRole('rowheader')
  await page.goto(`${portal.url}/monitoring/23056?ss.f.provider=0003&ss.sort=provider.up`)
  await expect(rows(page)).toHaveText(['Cardigan Bay University'])
  await openViews()
  await views.getByRole('textbox', { name: 'View name' }).fill('Cardigan alone')
  await page.keyboard.press('Enter')
  const link = views.getByRole('link', { name: 'Cardigan alone' })
  await expect(link).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(rows(page)).not.toHaveCount(1)

  await page.reload()
  await openViews()
  const address = new URL((await link.getAttribute('href')) ?? '', page.url()).href
  await link.click()
  await expect(views).toBeHidden()
  await expect(page).toHaveURL(address)
  await expect(rows(page)).toHaveText(['Cardigan Bay University'])

  const colleague = await pageOf('bedel-staff')
  await colleague.goto(address)
  await expect(rows(colleague)).toHaveText(['Cardigan Bay University'])

  await openViews()
  await views.getByRole('button', { name: 'Delete the view Cardigan alone' }).click()
  await expect(views.getByText('No saved views yet.')).toBeVisible()
})

/** Where the content begins, in pixels from the top of the page. */
const above = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('[data-band]')?.getBoundingClientRect().bottom ?? 0)

/** Where the content of a page begins, with the distance above it, in pixels. */
const contentTop = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document.querySelector('[data-band] + div')?.firstElementChild?.getBoundingClientRect().top ?? Infinity,
  )

/** Focuses every control of the page in turn. Counts those that lie behind a toast, or whose row does. */
const behindToast = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const all = document.querySelectorAll<HTMLElement>('main :is(a[href], button, input)')
    let hidden = 0
    for (const control of all) {
      control.focus()
      // The window scrolls to it before the next frame.
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const toast = document.querySelector('[role="alertdialog"]')?.getBoundingClientRect()
      if (!toast || document.activeElement !== control) continue
      const { top, bottom, left, right } = (control.closest('tr') ?? control).getBoundingClientRect()
      if (top < toast.bottom && toast.top < bottom && left < toast.right && toast.left < right) hidden += 1
    }
    return hidden
  })

const rowHeight = (page: Page): Promise<number> =>
  ruleRow(page).evaluate(row => row.getBoundingClientRect().height)

/** Rules of the quality report that are in sight as a whole without scrolling. */
const rulesInSight = (page: Page): Promise<number> =>
  page
    .getByRole('table', { name: 'Quality rules' })
    .getByRole('button', { name: /^More actions/ })
    .evaluateAll(
      buttons =>
        buttons.filter(
          button => (button.closest('tr')?.getBoundingClientRect().bottom ?? 0) <= innerHeight - 1,
        ).length,
    )

test.describe('a submission with rules outside tolerance', () => {
  test.use({ scene: 'outside' })

  test('at most 146 pixels stand above a submission, and its report shows 14 rules, 20 in compact rows', async ({
    pageOf,
    portal,
  }) => {
    const page = await pageOf('ashby-signoff')
    await page.setViewportSize(wide)
    await openReport(page, portal)
    await tickFilter(page, 'Inside tolerance')
    const report = page.url()
    for (const step of ['Upload', 'Processing', 'Submit', 'Quality Assurance']) {
      await page
        .getByRole('navigation', { name: 'Submission progress' })
        .getByRole('link', { name: step })
        .click()
      await expect.poll(() => above(page)).toBeLessThanOrEqual(146)
    }
    await goTo(page, report)
    await expect(page.getByRole('table', { name: 'Quality rules' }).getByRole('link').first()).toBeVisible()
    const [rule] = await page
      .getByRole('table', { name: 'Quality rules' })
      .getByRole('link')
      .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
    for (const address of [rule ?? '', `${new URL(report).pathname}/students`]) {
      await goTo(page, new URL(address, report).href)
      await expect(page.getByRole('table').first()).toBeVisible()
      expect(await above(page)).toBeLessThanOrEqual(146)
    }
    await goTo(page, report)
    await expect(page.getByRole('table', { name: 'Quality rules' }).getByRole('link').first()).toBeVisible()
    await expect.poll(() => rulesInSight(page)).toBeGreaterThanOrEqual(14)
    const normal = await rowHeight(page)
    await page.getByRole('button', { name: 'Compact rows' }).click()
    await expect.poll(() => rowHeight(page)).toBeLessThanOrEqual(27)
    expect(await rowHeight(page)).toBeLessThan(normal - 8)
    await expect.poll(() => rulesInSight(page)).toBeGreaterThanOrEqual(20)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Compact rows', pressed: true })).toBeVisible()
    await expect.poll(() => rowHeight(page)).toBeLessThanOrEqual(27)
  })
})

test.describe('the findings of a file', () => {
  test.use({ scene: 'outside' })

  test('are printed on one page of A4', async ({ pageOf, portal }) => {
    const page = await pageOf('ashby-signoff')
    await openReport(page, portal)
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Findings on one page/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Findings on one page' }).getByRole('article')
    await expect(sheet.getByRole('heading', { name: 'University of Ashby' })).toBeVisible()
    // With as many rules as it takes, and the values beside those of the year before.
    await expect(sheet.getByRole('table', { name: 'Rules outside tolerance' })).toBeVisible()
    await expect(sheet.getByRole('table', { name: 'Counts and measured values' })).toBeVisible()
    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    await expect(sheet).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden()
    await expect(page.getByRole('banner')).toBeHidden()
  })
})

test.describe('on a phone', () => {
  test.use({ scene: 'outside', viewport: { width: 360, height: 740 } })

  test('a submission begins within 200 pixels, links show that there are more, and no toast hides the focus', async ({
    pageOf,
    portal,
  }) => {
    const page = await pageOf('ashby-signoff')
    await page.setViewportSize({ width: 360, height: 740 })
    await openReport(page, portal)
    const report = new URL(page.url()).pathname
    const own = report.replace(/\/reports$/, '')
    const mirror = own.replace(/\/submissions\/(\w+)\//, '/monitoring/23056/$1/0001/')
    const staff = await pageOf('bedel-admin')
    await staff.setViewportSize({ width: 360, height: 740 })
    for (const [reader, address] of [
      [page, own],
      [staff, mirror],
    ] as const)
      for (const step of ['upload', 'processing', 'reports', 'reports/students', 'submit']) {
        await goTo(reader, `${portal.url}${address}/${step}`)
        await expect(reader.getByRole('navigation', { name: 'Submission progress' })).toBeVisible()
        await expect.poll(() => contentTop(reader), step).toBeLessThanOrEqual(200)
      }

    // The edge at which more is out of sight is drawn so; at the end of the links it is the other one.
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('list')
    await links.evaluate(list => list.scrollTo({ left: 0 }))
    await expect(links).toHaveAttribute('data-more', 'end')
    await links.evaluate(list => list.scrollTo({ left: 9999 }))
    await expect(links).toHaveAttribute('data-more', 'start')

    await goTo(page, `${portal.url}${report}`)
    await raiseIssue(page)
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect(await behindToast(page)).toBe(0)
    await expect(page.getByRole('alertdialog')).toBeVisible()
  })
})

test('a day is typed as dd/mm/yyyy, under the strict policies of the pages, and comes back', async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf('bedel-analyst')
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await page.goto(`${portal.url}/inspector?view=heat&collection=23056&from=2026-11-02`)
  const from = page.getByRole('group', { name: 'From' })
  await expect(from).toHaveText(/02.*11.*2026/)
  await from.getByRole('spinbutton').first().click()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page).toHaveURL(/from=2026-11-04/)
  expect(errors).toEqual([])

  // Remembered until it is cleared.
  await page.goto(`${portal.url}/inspector?view=heat&collection=23056`)
  await expect(page).toHaveURL(/from=2026-11-04/)
  await expect(from).toHaveText(/04.*11.*2026/)
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page).not.toHaveURL(/from=/)
  await page.reload()
  await page.getByRole('button', { name: 'More filters' }).click()
  await expect(from).toBeVisible()
  expect(page.url()).not.toContain('from=')
})
