import type { Page } from '@playwright/test'
import { choose } from '../support/choose.ts'
import { countClicks } from '../support/clicks.ts'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'

/** The agency configures its collections (specification 1 §2, §4; decisions §10). */

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Collections' }).getByRole('row', { name: new RegExp(name) })
/** What the row shows once its choice is closed. */
const chosen = (page: Page, name: string, state: string) =>
  rowOf(page, name).locator('span:not(button span)').getByText(state, { exact: true })
const edit = (page: Page, what: string) => page.getByRole('button', { name: `Change ${what}` }).click()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('a collection is made, given a specification and opened, and providers see it at once', async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf('ashby-signoff')
  const admin = await pageOf('bedel-admin')
  await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Management' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()

  await admin.getByRole('link', { name: 'New collection' }).click()
  await expect(admin.getByRole('textbox', { name: 'Reference' })).toHaveValue('26056')
  await expect(admin.getByRole('textbox', { name: 'Name' })).toHaveValue('Student 2026/27')
  await admin.getByRole('button', { name: 'Create collection' }).click()
  await expect(rowOf(admin, 'Student 2026/27')).toContainText('01/08/2026 - 31/07/2027')
  await expect(rowOf(admin, 'Student 2026/27')).toContainText('No specification assigned')

  const state = 'State of Student 2026/27'
  await edit(admin, state)
  await choose(admin, state, 'Deleted')
  await save(admin)
  const asked = admin.getByRole('alertdialog', { name: 'Delete Student 2026/27?' })
  await expect(asked).toContainText('the reference 26056 cannot be reused')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked).toBeHidden()
  await admin.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(admin, 'Student 2026/27')).toContainText('Draft')

  const specification = 'Specification of Student 2026/27'
  await edit(admin, specification)
  await choose(admin, specification, '23056_1.0.0')
  await save(admin)
  // It was made for another year.
  const otherYear = admin.getByRole('alertdialog', { name: 'Change the specification of Student 2026/27?' })
  await expect(otherYear).toContainText(
    '23056_1.0.0 was made for 2023/24 (23056), and this collection is for 2026/27 (26056).',
  )
  await otherYear.getByRole('button', { name: 'Assign specification' }).click()
  await expect(rowOf(admin, 'Student 2026/27')).toContainText('23056_1.0.0')

  await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  const clicks = await countClicks(admin)
  await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Management' }).click()
  await admin.getByRole('link', { name: 'Student 2026/27' }).click()
  await admin.getByRole('button', { name: 'Move to Open…' }).click()
  const opening = admin.getByRole('alertdialog', { name: 'Open Student 2026/27?' })
  await expect(opening).toContainText('It opens today')
  // The provider that has signed in is told; nobody of the others has.
  const told = opening.getByRole('table', { name: 'Recipients of the notice' })
  await expect(told.getByRole('row', { name: /^Providers/ })).toHaveText(/Providers1\s*1\s*0/)
  await expect(opening).toContainText('nobody can read the notice yet')
  await opening.getByRole('button', { name: 'Open collection' }).click()
  await expect(admin.getByRole('button', { name: 'Move to Closed…' })).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(5)

  await goTo(provider, `${portal.url}/submissions`)
  await expect(provider.getByRole('heading', { name: 'Student 2026/27' })).toBeVisible()
})

test('what somebody else changes meanwhile is told, and the refusal of the server stands in the cell', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const first = await pageOf('bedel-admin')
  const second = await pageOf('bedel-admin')
  for (const page of [first, second]) await goTo(page, `${portal.url}/management/collections`)
  const state = 'State of Student 2024/25'
  await edit(first, state)
  await choose(first, state, 'Draft')

  await edit(second, state)
  await choose(second, state, 'Open')
  await save(second)
  await second.getByRole('button', { name: 'Open collection' }).click()
  await expect(first.getByText('Someone else has changed this.')).toBeVisible()
  await save(first)
  await expect(first.getByText('"Draft" is not possible while the collection is "Open".')).toBeVisible()
  await first.getByRole('button', { name: 'Cancel' }).click()
  await expect(chosen(first, 'Student 2024/25', 'Open')).toBeVisible()
})

test('who may not change a collection reads its state, and is offered nothing', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const staff = await pageOf('bedel-staff')
  await staff.goto(`${portal.url}/management`)
  await expect(staff).toHaveURL(/\/management\/collections$/)
  await expect(rowOf(staff, 'Student 2023/24')).toContainText('Open')
  await expect(staff.getByRole('button', { name: /^Change / })).toHaveCount(0)
  await expect(staff.getByRole('link', { name: 'New collection' })).toHaveCount(0)
  await staff.goto(`${portal.url}/management/collections/new`)
  await expect(staff.getByRole('heading', { name: 'Access Denied' })).toBeVisible()

  const provider = await pageOf('ashby-signoff')
  await provider.goto(`${portal.url}/management/collections`)
  await expect(provider).toHaveURL(`${portal.url}/`)
})

test('deadline and contact of a collection are changed, and its provider reads them at once', async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf('ashby-signoff')
  const admin = await pageOf('bedel-admin')
  const analyst = await pageOf('bedel-analyst')
  await goTo(provider, `${portal.url}/submissions`)
  await expect(provider.getByText(/^Submissions are due by/).first()).toBeVisible()

  for (const page of [admin, analyst]) await goTo(page, `${portal.url}/management/collections`)
  await rowOf(admin, 'Student 2023/24').getByRole('link', { name: 'Student 2023/24' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Student 2023/24' })).toBeVisible()
  await goTo(analyst, `${portal.url}/management/collections/23056`)
  await expect(analyst.getByRole('link', { name: 'Change details' })).toHaveCount(0)

  await admin.getByRole('link', { name: 'Change details' }).click()
  // The collection is Open: files were checked against its period.
  await expect(admin.getByText('Reference period: 01/08/2023 - 31/07/2024')).toBeVisible()
  await admin.getByRole('textbox', { name: 'Support contact' }).fill('ask us')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(
    admin.getByText('Enter an email address, or a web address that begins with https://'),
  ).toBeVisible()
  await admin.getByRole('textbox', { name: 'Support contact' }).fill('season@agency.example')
  const deadline = admin.getByRole('group', { name: 'Submissions due by' })
  await deadline.getByRole('spinbutton', { name: 'day' }).click()
  await admin.keyboard.type('05022031')
  await admin.getByRole('button', { name: 'Save' }).click()

  await expect(admin.getByText('Details saved').first()).toBeVisible()
  await expect(admin.getByRole('list', { name: 'Changes' })).toContainText('Submissions due by: 05/02/2031')
  await expect(admin.getByRole('list', { name: 'Changes' })).toContainText('season@agency.example')
  for (const page of [analyst, provider]) {
    await expect(page.getByText(/05\/02\/2031/).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'season@agency.example' }).first()).toBeVisible()
  }
})
