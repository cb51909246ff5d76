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
    for (const table of await tables.all()) {
      const hidden = await table
        .locator('..')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(hidden, address).toBeLessThanOrEqual(0)
    }
  }
})
