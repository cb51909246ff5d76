import { expect, test } from './support/fixtures.ts'

test.describe('who asks too often', () => {
  // A page of submissions takes a handful of reads.
  test.use({ ownPortal: { environment: { CALLS_PER_MINUTE: 'read=25' } } })

  test('is told how long to wait, and keeps the page', { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
    const page = await pageOf('ashby-signoff')
    const advice = page.getByText(
      /^You have made too many requests in a short time\. Wait \d+ seconds?, then try again\.$/,
    )
    await expect(async () => {
      await page.goto(`${portal.url}/submissions`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(advice.first()).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(page.getByRole('alert').filter({ has: advice }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  })
})
