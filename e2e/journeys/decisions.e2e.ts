import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { openReport } from './steps.ts'

/** Decisions are taken where one reads (specification 2 §2.4), with the dialog of the monitoring page. */

test.use({ scene: 'submitted' })

test('the agency approves beside the evidence, goes on to the next by one key, and declines with a note', async ({
  pageOf,
  portal,
}) => {
  const agency = await pageOf('bedel-analyst')
  await goTo(agency, `${portal.url}/monitoring/23056?mi.open=submissions`)
  const download = agency.waitForEvent('download')
  await agency
    .getByRole('group', { name: 'Export filtered rows' })
    .getByRole('button', { name: 'Excel' })
    .click()
  expect((await download).suggestedFilename()).toBe('monitoring.23056.xlsx')
  await agency
    .getByRole('row', { name: /University of Ashby/ })
    .getByRole('link', { name: /Awaiting/ })
    .click()
  await expect(agency.getByRole('heading', { level: 1, name: 'a.xml' })).toBeVisible()
  await agency.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = agency.getByRole('alertdialog', { name: 'Confirmation required!' })
  await expect(dialog).toContainText('0001 - University of Ashby')
  await expect(dialog).toContainText('Awaiting SC approval: Statutory customer to act')
  await expect(dialog).toContainText(/\d+ inside/)
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(dialog).toBeHidden()
  // Whoever approves next is somebody else, and the page says so at once.
  await expect(agency.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)

  const next = agency.getByRole('link', { name: /^Next task: Cardigan Bay University/ })
  await expect(next).toBeVisible()
  await agency.keyboard.press('a')
  await expect(agency.getByRole('heading', { level: 1, name: 'c.xml' })).toBeVisible()
  // Which one is next is known a moment later, and moves the buttons.
  await expect(agency.getByRole('button', { name: 'Next task' })).toHaveAttribute('aria-disabled', 'true')
  const decision = agency.getByRole('region', { name: 'Your decision' })
  await decision
    .locator('label')
    .filter({ hasText: /^Decline/ })
    .click()
  await decision
    .getByRole('textbox', { name: 'Note to the provider' })
    .fill('The start dates have to be mended.')
  await decision.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(dialog.getByRole('textbox', { name: 'Note to the provider' })).toHaveValue(
    'The start dates have to be mended.',
  )
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(agency.getByRole('button', { name: 'Decline', exact: true })).toHaveCount(0)
  await expect(agency.getByRole('button', { name: 'Next task' })).toHaveAttribute('aria-disabled', 'true')

  const regulator = await pageOf('ohe-analyst')
  await goTo(regulator, `${portal.url}/monitoring/23056?mi.open=submissions`)
  await regulator
    .getByRole('row', { name: /University of Ashby/ })
    .getByRole('link', { name: /Awaiting/ })
    .click()
  await regulator.getByRole('button', { name: 'Approve', exact: true }).click()
  await regulator
    .getByRole('alertdialog', { name: 'Confirmation required!' })
    .getByRole('button', { name: 'Approve', exact: true })
    .click()
  await expect(regulator.getByText('Approved', { exact: true }).first()).toBeVisible()
  // Nobody decides who only looks.
  const staff = await pageOf('ashby-guest')
  await openReport(staff, portal)
  await expect(staff.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
})
