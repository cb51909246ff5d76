import { chooseFile, openSubmissions, sendFile } from './journeys/steps.ts'
import { expect, test } from './support/fixtures.ts'
import { sampleFile } from './support/samples.ts'

test('the worker is killed in the middle of a step: the submission completes once, in front of the user', async ({
  pageOf,
  portal,
}) => {
  test.setTimeout(150_000)
  const page = await pageOf('ashby-submitter')
  await openSubmissions(page)
  await chooseFile(page, await sampleFile('a.xml', { provider: '0001', students: 3000 }))
  await sendFile(page)
  // The bar of a step that says how far it is: somebody is at work on it now.
  await expect(page.getByRole('progressbar').first()).toHaveAttribute('aria-valuetext', / of /)
  portal.killWorker()
  await expect(page).toHaveURL(/\/reports$/, { timeout: 90_000 })
  await expect(page.getByText('Quality processing complete', { exact: true })).toBeVisible()
  await openSubmissions(page)
  await expect(page.getByRole('link', { name: 'a.xml' })).toHaveCount(1)
  expect(portal.output()).toContain('the worker ended; another is started')
})
