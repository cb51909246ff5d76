import type { Page } from '@playwright/test'
import { countClicks } from '../support/clicks.ts'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { openMonitoring } from './steps.ts'

/** Late providers are reminded from Monitoring (decisions §16), which shows as many rows as the specification asks for. */

/** Rows that fit on the screen from the first one on. */
const rowsAboveFold = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const row = document.querySelector('#summary-live tbody tr:nth-child(3)')?.getBoundingClientRect()
    const first = document.querySelector('#summary-live tbody tr')?.getBoundingClientRect()
    return row && first ? Math.floor((innerHeight - first.top) / row.height) : 0
  })

test('an analyst reminds the late providers in three clicks, and their contacts get the email', async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf('cardigan-signoff')
  await goTo(provider, `${portal.url}/account`)
  await provider.getByRole('textbox', { name: 'Name of contact 1' }).fill('Eleri Pryce')
  await provider.getByRole('textbox', { name: 'Email of contact 1' }).fill('eleri@cardigan.example')
  await provider.getByRole('button', { name: 'Save contacts' }).click()
  await expect(provider.getByRole('link', { name: 'eleri@cardigan.example' })).toBeVisible()

  const agency = await pageOf('bedel-analyst')
  await agency.setViewportSize({ width: 1440, height: 900 })
  await openMonitoring(agency, portal)
  await expect(agency.getByRole('row', { name: /Cardigan Bay University/ })).toBeVisible()
  await expect.poll(() => rowsAboveFold(agency)).toBeGreaterThanOrEqual(12)
  await agency.getByRole('button', { name: 'Compact rows' }).click()
  await expect.poll(() => rowsAboveFold(agency)).toBeGreaterThanOrEqual(20)
  // An administrator's navigation takes two rows.
  const administrator = await pageOf('bedel-admin')
  await administrator.setViewportSize({ width: 1440, height: 900 })
  await openMonitoring(administrator, portal)
  await expect(administrator.getByRole('row', { name: /Cardigan Bay University/ })).toBeVisible()
  await expect.poll(() => rowsAboveFold(administrator)).toBeGreaterThanOrEqual(12)

  const clicks = await countClicks(agency)
  await agency.getByRole('link', { name: /^Late/ }).click()
  await agency.getByRole('button', { name: /^Remind \d+$/ }).click()
  const dialog = agency.getByRole('dialog', { name: /^Remind \d+ providers$/ })
  await expect(dialog.getByText('Eleri Pryce')).toBeVisible()
  await expect(dialog.getByText('Dunmore College has no contact')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send 1 reminder' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await clicks()).toBe(3)
  await expect(agency.getByRole('row', { name: /Dunmore College/ })).toContainText('Never')
  await expect(agency.getByRole('row', { name: /Cardigan Bay University/ })).not.toContainText('Never')

  await agency.getByRole('link', { name: 'Cardigan Bay University' }).click()
  await expect(agency.getByRole('table', { name: 'Reminders' }).getByRole('row')).toHaveCount(2)
  await goTo(provider, `${portal.url}/notices`)
  await expect(provider.getByText('Bedel reminds you: Student 2023/24')).toBeVisible()
})
