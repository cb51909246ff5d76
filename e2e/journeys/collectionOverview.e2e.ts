import { expect, test } from '../support/fixtures.ts'
import { openMonitoring } from './steps.ts'

test.use({ scene: 'outside' })

test('the agency sees how far providers have come, which rules fail at how many, and goes to the records of one', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const agency = await pageOf('bedel-analyst')
  await openMonitoring(agency, portal)
  await expect(
    agency.getByText(
      '0 of 4 providers have reached approval and 0 have reached sign-off. Nil returns are included.',
    ),
  ).toBeVisible()
  await agency
    .getByRole('figure', { name: 'Providers that have reached each step' })
    .getByRole('button', { name: 'Show as table' })
    .click()
  const days = agency.getByRole('table', { name: 'Providers that have reached each step' })
  await expect(days.getByRole('row').last()).toHaveText(/2200$/)
  await agency.getByRole('link', { name: 'Rules across providers' }).click()
  await expect(agency.getByText(/^2 of 4 providers have results/)).toBeVisible()
  const table = agency.getByRole('table', { name: 'Rules across providers' })
  // Those outside tolerance at most providers come first.
  const first = table.getByRole('row').nth(1)
  await expect(first.getByText('2 of 2', { exact: true })).toBeVisible()
  const rule = (await first.getByRole('link').textContent()) ?? ''
  await first.getByRole('link').click()
  const failing = agency.getByRole('table', { name: `Providers that fail ${rule}` })
  await expect(failing.getByRole('row')).toHaveCount(3)
  await failing.getByRole('link', { name: 'Cardigan Bay University' }).click()
  await expect(agency).toHaveURL(/\/monitoring\/23056\/c23056\/0003\/[0-9a-f-]{36}\/reports\/quality\/QR\./)
  await expect(agency.getByText(rule).first()).toBeVisible()
})
