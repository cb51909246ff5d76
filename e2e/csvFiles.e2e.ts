import type { Locator, Page } from '@playwright/test'
import { openReport } from './journeys/steps.ts'
import { expect, test } from './support/fixtures.ts'
import { goTo } from './support/goWithin.ts'
import { savedCsv } from './support/savedCsv.ts'

/*
 * A CSV file that a page saves begins with the byte order mark by which Excel knows UTF-8. Files of other screens are read in
 * their journeys, by `savedCsv`.
 */
test.use({ scene: 'outside' })

const resultsOf = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  return page.getByRole('menuitem', { name: /^Download results/ })
}

test('CSV files of reports and of monitoring begin with a byte order mark', async ({ pageOf, portal }) => {
  const provider = await pageOf('cardigan-signoff')
  await openReport(provider, portal)
  const report = provider.url()
  expect((await savedCsv(await resultsOf(provider))).text).toContain('QR.')
  await provider.getByRole('table', { name: 'Quality rules' }).getByRole('link').first().click()
  expect((await savedCsv(provider.getByRole('button', { name: 'Download results' }))).name).toMatch(/^QR\./)
  await goTo(provider, `${report}/credibility/SEN1/0003`)
  expect((await savedCsv(provider.getByRole('button', { name: 'Download as CSV' }))).name).toMatch(/^SEN1/)

  const agency = await pageOf('bedel-admin')
  await goTo(agency, `${portal.url}/monitoring/23056?mi.open=submissions&mi.open=activity`)
  const exported = await savedCsv(
    agency
      .getByRole('group', { name: 'Export filtered rows' })
      .getByRole('button', { name: 'CSV', exact: true }),
  )
  expect(exported.name).toBe('monitoring.23056.csv')
  expect((await savedCsv(agency.getByRole('button', { name: 'Export as CSV' }))).name).toBe(
    'activity.23056.csv',
  )
})
