import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'

/** The agency begins with what awaits it over all collections (decisions §6 "Dashboard"). */

test.use({ scene: 'submitted' })

test('an analyst goes from the queue to what has waited longest, approves it, and finds the queue shorter', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const agency = await pageOf('bedel-analyst')
  const queue = agency.getByRole('region', { name: 'My tasks' })
  const row = queue.getByRole('row', { name: /University of Ashby.*Awaiting Bedel approval/ })
  await expect(row).toContainText('Student 2023/24')
  await expect(agency.getByRole('region', { name: 'Student 2023/24' })).toContainText(
    'Providers with most rules outside tolerance',
  )
  // On a phone each line of the queue is a block: nothing of it has to be scrolled for.
  await agency.setViewportSize({ width: 360, height: 780 })
  const lines = queue.getByRole('group', { name: /by waiting time/ })
  await expect(lines).toHaveJSProperty('scrollWidth', await lines.evaluate(({ clientWidth }) => clientWidth))
  await expect(row).toContainText('today')
  await agency.setViewportSize({ width: 1280, height: 900 })
  await queue.getByRole('link', { name: /^Approvals/ }).click()
  await expect(agency).toHaveURL(/\?queue=approval$/)
  await row.getByRole('link', { name: 'University of Ashby', exact: true }).click()
  await expect(agency.getByRole('heading', { level: 1, name: 'a.xml' })).toBeVisible()
  await agency.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = agency.getByRole('alertdialog', { name: 'Confirmation required!' })
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(dialog).toBeHidden()
  await goTo(agency, portal.url)
  await expect(queue.getByText(/tasks?, (oldest )?waiting|You have no tasks/)).toBeVisible()
  await expect(row).toHaveCount(0)

  const regulator = await pageOf('ohe-analyst')
  await expect(
    regulator
      .getByRole('region', { name: 'My tasks' })
      .getByRole('link', { name: 'University of Ashby', exact: true }),
  ).toBeVisible()
  const receiver = await pageOf('ohe-delivery')
  await expect(receiver.getByRole('region', { name: 'Your latest deliveries' })).toBeVisible()
  await expect(receiver.getByRole('region', { name: 'My tasks' })).toHaveCount(0)
})
