import { expect, test } from '../support/fixtures.ts'
import { openReport } from './steps.ts'

test.use({ scene: 'outside' })

/** What an officer does with many failing records: a workbook of them, and one rule after the other. */
test('a workbook of failing records is made and downloaded, and the report is gone through rule by rule', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const page = await pageOf('ashby-signoff')
  await openReport(page, portal)
  const report = page.getByRole('table', { name: 'Quality rules' })
  await expect(report.getByRole('link').first()).toBeVisible()

  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Download workbook of failing records/ }).click()
  const window = page.getByRole('dialog', { name: 'Workbook of failing records' })
  await window.getByRole('button', { name: 'Create workbook' }).click()
  await expect(window.getByText(/^Ready: \d+ records/)).toBeVisible()
  const saved = page.waitForEvent('download')
  await window.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^QualityRuleFailures\.23056\.0001\..+\.xlsx$/)
  await window.getByRole('button', { name: 'Close' }).last().click()
  await expect(window).toBeHidden()

  // The files that are delivered of it are made beside, and then offered in the same menu.
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const set = page.getByRole('menuitem', { name: /^Download delivery files/ })
  await expect(set).not.toContainText('are being created')
  const delivered = page.waitForEvent('download')
  await set.click()
  expect((await delivered).suggestedFilename()).toMatch(/^Delivery\.23056\.0001\..+\.zip$/)

  const links = report.getByRole('link')
  const codes = await links.allTextContents()
  await links.first().click()
  const ways = page.getByRole('navigation', { name: 'Rules in the report' })
  await expect(ways.getByText(/^1 of \d+$/)).toBeVisible()
  await page.keyboard.press('n')
  await expect(ways.getByText(/^2 of \d+$/)).toBeVisible()
  await page.keyboard.press('p')
  await expect(ways.getByText(/^1 of \d+$/)).toBeVisible()
  expect(codes.length).toBeGreaterThan(2)
})
