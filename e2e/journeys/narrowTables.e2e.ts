import type { Page } from '@playwright/test'
import { goTo } from '../support/goWithin.ts'
import { expect, test } from '../support/shared.ts'

const manage = '/management'
/** Each with the heading of its page. */
const addresses = {
  [`${manage}/collections`]: 'Collections',
  [`${manage}/collections/bulk-reprocessing/c23056/23056`]: 'Bulk Reprocessing (23056)',
  [`${manage}/collections/historic-amendment/23056`]: 'Historic Amendment (23056)',
  [`${manage}/providers`]: 'Providers',
  [`${manage}/specifications`]: 'Specifications',
  [`${manage}/specifications/schemas`]: 'Schemas',
  [`${manage}/specifications/rulesets`]: 'Rulesets',
  [`${manage}/specifications/rulesets/1`]: 'Rules of 22056_1.3.0',
  '/monitoring': 'Monitoring',
  '/monitoring/23056': 'Student 2023/24',
  '/monitoring/providers/0001': 'University of Ashby',
  '/inspector?view=why&state=qualityAssurance.qualityProcessingComplete': 'Machine inspector',
}

/** Lists of every kind of user, by the user who sees them. */
const lists = {
  'bedel-admin': [
    ...Object.keys(addresses).filter(address => !address.startsWith('/inspector')),
    '/issues?is.f.status=all',
    `${manage}/audit`,
    `${manage}/jobs`,
    `${manage}/delivery-config`,
    '/delivery',
    '/delivery/downloads-log',
    '/monitoring/23056/sector',
    '/monitoring/23056/rules?view=table',
    `${manage}/specifications/specs/1?tab=fields`,
    `${manage}/providers/0001`,
  ],
  'ashby-signoff': ['/submissions', '/issues?is.f.status=all', '/notices', '/specification/23056?part=rules'],
} as const

/** Tables whose last column is out of sight though nothing shows it: their captions. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLTableElement>('main table')].flatMap(table => {
      const place = table.parentElement
      const head = table.querySelector('tr')?.lastElementChild
      if (!place || !head || head.getClientRects().length === 0) return []
      const scrolls = place.scrollWidth > place.clientWidth + 1
      const shows =
        /auto|scroll/.test(getComputedStyle(place).overflowX) && place.dataset.more?.includes('end')
      const isOutside = head.getBoundingClientRect().right > innerWidth
      return (scrolls || isOutside) && !shows ? [table.caption?.textContent ?? 'a table'] : []
    }),
  )

test.afterAll(({ crowd }) => crowd.leave())

test('on a phone the lists of the agency are read without scrolling sideways', async ({ pageOf, portal }) => {
  const page = await pageOf('bedel-admin')
  await page.setViewportSize({ width: 360, height: 800 })
  const tables = page.getByRole('main').getByRole('table')
  for (const [address, heading] of Object.entries(addresses)) {
    await goTo(page, `${portal.url}${address}`)
    // Until the page is there, the former one stands.
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    await expect(tables.first()).not.toHaveAttribute('aria-busy', 'true')
    await expect(tables.first().getByRole('row').nth(1)).toBeVisible()
    // The tabs of a page that is loaded move into sight; the page stays at its top.
    expect(await page.evaluate(() => scrollY), address).toBe(0)
    for (const table of await tables.all()) {
      const hidden = await table
        .locator('..')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(hidden, address).toBeLessThanOrEqual(0)
    }
  }
})

test('no list cuts off its last column without showing that there is more', async ({ pageOf, portal }) => {
  for (const [user, ofUser] of Object.entries(lists)) {
    const page = await pageOf(user)
    for (const address of ofUser) {
      await page.setViewportSize({ width: 1440, height: 900 })
      // By loading it: a list without rows is no different from the former page that is still there.
      await page.goto(`${portal.url}${address}`)
      await expect(page.locator('main h1').first()).toBeVisible()
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => cutOff(page), `${address} at ${width}`).toEqual([])
        const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        await expect.poll(wider, `${address} at ${width}`).toBeLessThanOrEqual(0)
      }
    }
  }
})

test('on a phone each row of a plain list begins with its name', async ({ pageOf, portal }) => {
  const page = await pageOf('ashby-signoff')
  await page.setViewportSize({ width: 360, height: 760 })
  await goTo(page, `${portal.url}/specification`)
  const row = page.getByRole('main').getByRole('row', { name: /23056/ })
  await expect(row).toBeVisible()
  const top = async (text: string) => (await row.getByText(text, { exact: true }).boundingBox())?.y ?? NaN
  expect(await top('Student 2023/24')).toBeLessThan(await top('23056'))
})
