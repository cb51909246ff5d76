import { chooseFile, openSubmissions, sendFile } from '../journeys/steps.ts'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { setVisibility } from '../support/visibility.ts'
import { expectSound } from './sound.ts'

/** The end of a processing that is in sight: it stays until it was seen, and for good where somebody wants that. */

test('the results are ready, and the page stays', { tag: '@exhaustive' }, async ({ pageOf }) => {
  const page = await pageOf('ashby-signoff')
  await openSubmissions(page)
  // Behind other windows, so that nothing moves on while it is looked at here.
  await setVisibility(page, 'hidden')
  await chooseFile(page, await sampleFile('ashby.xml', { provider: '0001', students: 1500 }))
  await sendFile(page)
  await expect(page.getByText(/^Taking you to the results/)).toBeVisible()
  await expectSound(page, 'processing, results just there')
  await page.getByRole('button', { name: 'Stay on this page' }).press('Enter')
  await expect(page.getByText('You can see below how long each step took.', { exact: true })).toBeVisible()
  await setVisibility(page, 'visible')
  await expect(page.getByRole('link', { name: 'View results' })).toBeVisible()
  await page.getByRole('link', { name: 'View results' }).press('Enter')
  await expect(page).toHaveURL(/\/reports$/)
})
