import { expect, test } from '../support/fixtures.ts'

// Every chart that the server enforces has the views of the lifecycle: here a collection, from where many of them are to why one
// of them cannot be closed by somebody.
test('a collection is found by its state, its history is played, and asked who may do what', async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf('bedel-admin')
  await page.goto(`${portal.url}/inspector?chart=collectionState&view=heat`)
  const states = page.getByRole('table', { name: /records? by state, the longest wait first/ })
  await states.getByRole('link', { name: /In the state "Open" now/ }).click()
  await page.getByRole('link', { name: /^23056/ }).click()

  await expect(page.getByRole('table', { name: 'Guards' })).toBeVisible()
  await page.getByRole('button', { name: 'First event' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Event 1 of \d+$/ })).toBeVisible()

  await page.getByRole('link', { name: 'Why not?' }).click()
  const answers = page.getByRole('table', { name: 'Every event of the chart' })
  // The person asked about at first is the provider's.
  await expect(answers.getByRole('row', { name: /^Close/ })).toContainText('Forbidden (403)')

  await page.getByRole('link', { name: 'Conformance' }).click()
  await expect(page.getByText('The history matches the chart')).toBeVisible()
})
