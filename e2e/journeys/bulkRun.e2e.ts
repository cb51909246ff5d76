import type { Page } from '@playwright/test'
import { choose } from '../support/choose.ts'
import { giveToOthers } from '../support/database.ts'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { savedCsv } from '../support/savedCsv.ts'

/** One decision about many providers (specification 1 §2; decisions §6, §10). */

test.use({ scene: 'clean' })

const result = (page: Page, provider: string) =>
  page.getByRole('table', { name: 'Providers in the job' }).getByRole('row', { name: new RegExp(provider) })

test('chosen providers are re-processed by one job, which is followed row by row and found again', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  await giveToOthers(portal, 30)

  const admin = await pageOf('bedel-admin')
  await goTo(admin, `${portal.url}/management/collections`)
  await admin.getByRole('button', { name: 'More actions for Student 2023/24' }).click()
  await expect(admin.getByRole('menuitem', { name: /^Historic Amendment Resubmission/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await admin.getByRole('menuitem', { name: 'Re-process' }).click()
  await expect(admin).toHaveURL(/\/management\/collections\/bulk-reprocessing\/c23056\/23056$/)
  await expect(admin.getByRole('heading', { level: 1, name: 'Bulk Reprocessing (23056)' })).toBeVisible()

  const all = admin.locator('label', { hasText: /^Select all filtered \(\d+\)$/ })
  await expect(all).toHaveText('Select all filtered (32)')
  await all.click()
  const count = 32
  await expect(admin.getByText(`${count} selected`, { exact: true })).toBeVisible()
  await admin.locator('label', { hasText: /^Select College 1$/ }).click()
  await expect(admin.getByText(`${count - 1} selected`, { exact: true })).toBeVisible()
  await admin.locator('label', { hasText: /^Select College 1$/ }).click()

  await admin.getByRole('button', { name: 'Re-process', exact: true }).click()
  const dialog = admin.getByRole('alertdialog', { name: 'Re-process the selected providers?' })
  await expect(dialog.getByRole('row', { name: /^Quality processing complete/ })).toContainText(
    'Re-processed',
  )
  await dialog.getByRole('button', { name: `Re-process ${count} providers` }).click()

  await expect(admin).toHaveURL(/\?job=[0-9a-f-]{36}$/)
  await expect(admin.getByRole('heading', { name: 'Completed' })).toBeVisible()
  await expect(admin.getByText(`${count} of ${count} decided`)).toBeVisible()
  await expect(result(admin, 'University of Ashby')).toContainText('Re-processing started')

  await admin.reload()
  await expect(admin.getByRole('heading', { name: 'Completed' })).toBeVisible()
  const { text: csv } = await savedCsv(admin.getByRole('button', { name: 'Download result (CSV)' }))
  expect(csv.trim().split('\r\n')).toHaveLength(count + 1)

  await admin.getByRole('button', { name: 'Select providers' }).click()
  await expect(admin.getByRole('list', { name: 'Earlier jobs' })).toContainText(`${count} done, 0 refused`)

  // Another specification for the open collection: what is there is offered to be processed again.
  await goTo(admin, `${portal.url}/management/collections/23056`)
  const specification = 'Specification of Student 2023/24'
  await admin.getByRole('button', { name: `Change ${specification}` }).click()
  await choose(admin, specification, '24056_1.2.0')
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await admin.getByRole('button', { name: 'Assign specification' }).click()
  await expect(admin.getByText('Student 2023/24 has a new specification')).toBeVisible()
  await expect(admin.getByRole('list', { name: 'Submissions you can re-process' })).toBeVisible()
  await admin.getByRole('link', { name: /^Re-process 3\d providers/ }).click()
  await expect(admin).toHaveURL(/\/bulk-reprocessing\/c23056\/23056\?choose=all$/)
  await expect(admin.getByText(/^3\d selected$/)).toBeVisible()
})

test('a refusal stands in its row, and who may not start a job reads why', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const analyst = await pageOf('bedel-analyst')
  await analyst.goto(`${portal.url}/management/bulk-reprocessing/c23056/23056`)
  await expect(analyst).toHaveURL(/\/management\/collections\/bulk-reprocessing\/c23056\/23056$/)
  await expect(
    analyst.getByRole('checkbox', { name: 'Select University of Ashby' }),
  ).toHaveAccessibleDescription('Only Bedel administrators can change many submissions at once.')
  await goTo(analyst, `${portal.url}/management/collections`)
  await expect(analyst.getByRole('table', { name: 'Collections' })).toBeVisible()
  await expect(analyst.getByRole('button', { name: /^More actions for/ })).toHaveCount(0)

  const admin = await pageOf('bedel-admin')
  await goTo(admin, `${portal.url}/management/collections/historic-amendment/22056`)
  await expect(admin.getByRole('heading', { level: 1, name: 'Historic Amendment (22056)' })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Request historic amendment' })).toHaveAccessibleDescription(
    'Select at least one provider.',
  )
})
