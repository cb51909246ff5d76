import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { openMonitoring, openReport } from './steps.ts'

/** Chosen rows of the monitoring table are approved at once, each by itself (specification 2 §2.5, §4.3). */

test.use({ scene: 'submitted' })

test('an analyst approves what can be approved of the chosen rows, and reads what became of each', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const agency = await pageOf('bedel-analyst')
  await openMonitoring(agency, portal)
  await agency.locator('label', { hasText: /^Select all 2 that you can approve$/ }).click()
  await agency.locator('label', { hasText: /^Select Dunmore College$/ }).click()
  await expect(agency.getByText('3 selected; you can approve 2 of 3')).toBeVisible()
  await agency.getByRole('button', { name: 'Approve 2' }).click()
  const dialog = agency.getByRole('alertdialog', { name: 'Confirmation required!' })
  await expect(dialog.getByRole('row', { name: /Skipped:/ })).toHaveCount(1)
  await dialog
    .getByRole('textbox', { name: 'Note to the providers and the next approver' })
    .fill('Thank you for the explanations.')
  await dialog.getByRole('button', { name: 'Approve 2' }).click()

  const results = agency.getByRole('table', { name: 'Results' })
  await expect(results.getByRole('row', { name: /University of Ashby/ })).toContainText(
    'Awaiting SC approval',
  )
  await expect(results.getByRole('row', { name: /Cardigan Bay University/ })).toContainText('Approved')
  await expect(results.getByRole('row', { name: /Dunmore College/ })).toContainText('Skipped')
  await expect(agency.getByText('2 approved, 0 refused, 1 skipped')).toBeVisible()
  // Each provider reads the note on its Approval page; who is approved has been led on.
  for (const user of ['ashby-signoff', 'cardigan-signoff']) {
    const page = await pageOf(user)
    await openReport(page, portal)
    await goTo(page, page.url().replace(/\/reports$/, '/approval'))
    await expect(page.getByText('Thank you for the explanations.').first()).toBeVisible()
  }
  await agency.getByRole('button', { name: 'Dismiss' }).click()
  await expect(results).toHaveCount(0)
  await expect(agency.getByRole('row', { name: /University of Ashby/ })).toContainText('Awaiting SC approval')
})
