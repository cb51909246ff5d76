import { countClicks } from '../support/clicks.ts'
import { ageHistories } from '../support/database.ts'
import { expect, test } from '../support/fixtures.ts'

/* The question of an analyst: "Where are they stuck, how long?", against the targets that the agency has set. */

test.use({ scene: 'submitted' })

test('an administrator sets a target, and an analyst sees what is over it', async ({ pageOf, portal }) => {
  await ageHistories(portal, 30)
  const admin = await pageOf('bedel-admin')
  await admin.goto(`${portal.url}/management/collections/23056/details`)
  const targets = admin.getByRole('group', { name: 'Targets by status' })
  await targets.getByRole('textbox', { name: 'Awaiting Bedel approval' }).fill('5')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText(/: 5 working days/).first()).toBeVisible()

  const page = await pageOf('bedel-analyst')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Monitoring' }).click()
  await expect(page).toHaveURL(/\/monitoring$/)
  const gestures = await countClicks(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inspector' }).click()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Heat' }).click()
  await expect(page.getByText(/Over target: .*target 5 working days/)).toBeVisible()
  await page
    .getByRole('table', { name: 'Statuses' })
    .getByRole('link', { name: /over target/ })
    .click()
  expect(await gestures()).toBeLessThanOrEqual(5)
  await expect(page.getByRole('heading', { name: /^Submissions over target at/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /University of Ashby/ })).toBeVisible()
})
