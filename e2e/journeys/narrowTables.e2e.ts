import { goTo } from '../support/goWithin.ts'
import { expect, test } from '../support/shared.ts'

const manage = '/management'
const addresses = [
  `${manage}/collections`,
  `${manage}/specifications`,
  `${manage}/specifications/schemas`,
  `${manage}/specifications/rulesets`,
  `${manage}/specifications/rulesets/1`,
  '/monitoring',
  '/inspector?view=why&state=qualityAssurance.qualityProcessingComplete',
]

test.afterAll(({ crowd }) => crowd.leave())

test('on a phone the lists of the agency are read without scrolling sideways', async ({ pageOf, portal }) => {
  const page = await pageOf('bedel-admin')
  await page.setViewportSize({ width: 360, height: 800 })
  for (const address of addresses) {
    await goTo(page, `${portal.url}${address}`)
    const table = page.getByRole('main').getByRole('table').first()
    await expect(table.getByRole('row').nth(1)).toBeVisible()
    const hidden = await table
      .locator('..')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(hidden, address).toBeLessThanOrEqual(0)
  }
})
