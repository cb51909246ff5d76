import { chartOf } from '../../src/machines/inspection/chart.ts'
import { toXStateJson } from '../../src/machines/inspection/export/xstate.ts'
import { submissionLifecycle } from '../../src/machines/submission-lifecycle/index.ts'
import { countClicks } from '../support/clicks.ts'
import { expect, test } from '../support/fixtures.ts'

/* The question of an analyst before a release: "Which live submissions does this change touch?" */

test.use({ scene: 'submitted' })

const lifecycle = chartOf(submissionLifecycle)
/** Nobody can approve any more in the agency's name. */
const changed = toXStateJson({
  ...lifecycle,
  transitions: lifecycle.transitions.filter(
    ({ source, event }) => !(event === 'APPROVE' && source.startsWith('approval.')),
  ),
})

test('a changed chart lists the live submissions that it decides differently', async ({ pageOf }) => {
  const page = await pageOf('bedel-analyst')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Monitoring' }).click()
  await expect(page).toHaveURL(/\/monitoring$/)
  const gestures = await countClicks(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inspector' }).click()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Versions' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'changed.json', mimeType: 'application/json', buffer: Buffer.from(changed) })
  await expect(page.getByText('The later version is the file changed.json.')).toBeVisible()
  const row = page.getByRole('row', { name: /University of Ashby/ })
  await expect(row.getByRole('link', { name: 'University of Ashby', exact: true })).toHaveAttribute(
    'href',
    /\/monitoring\/23056\/c23056\/0001\//,
  )
  await row.getByRole('link', { name: 'Why not? University of Ashby' }).click()
  // Choosing the file in the window of the system is one more gesture.
  expect((await gestures()) + 1).toBeLessThanOrEqual(5)
  await expect(page).toHaveURL(/view=why/)
  await expect(page.getByRole('region', { name: 'Question' })).toBeVisible()
})
