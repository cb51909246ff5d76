import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { openReport } from './steps.ts'

test.use({ scene: 'outside' })

test('Submit names the rules that block it and what the approvers will see, each with a way to it', async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf('ashby-signoff')
  await openReport(page, portal)
  const reports = page.url()
  await goTo(page, reports.replace(/reports$/, 'processing'))
  await expect(page.getByText('Results are ready')).toBeVisible()
  await expect(page.getByText(/^Took /).first()).toBeVisible()

  await goTo(page, reports.replace(/reports$/, 'submit'))
  const blocking = page.getByRole('list', { name: 'Rules that block submission' }).getByRole('link')
  await expect(blocking.first()).toBeVisible()
  const count = await blocking.count()
  const seen = page.getByRole('table', { name: 'Shown to the approvers' })
  await expect(
    seen
      .getByRole('row', { name: /^Operational rules/ })
      .getByRole('cell')
      .first(),
  ).toHaveText(String(count))

  const unexplained = seen.getByRole('row', { name: /without an issue/ })
  const number = Number(await unexplained.getByRole('cell').first().textContent())
  expect(number).toBeGreaterThan(0)
  await unexplained.getByRole('link', { name: 'Explain them' }).click()
  await expect(page).toHaveURL(/\/reports\?/)
  await expect(page.getByRole('table', { name: 'Quality rules' })).toBeVisible()
  await expect(page.getByText(new RegExp(`of ${number}\\b`)).first()).toBeVisible()

  await page.goBack()
  const name = (await blocking.first().textContent()) ?? ''
  await blocking.first().click()
  await expect(page.getByRole('heading', { name }).first()).toBeVisible()
})
