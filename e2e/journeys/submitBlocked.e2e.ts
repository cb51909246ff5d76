import { expectSound } from '../accessibility/sound.ts'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { uploadAndProcess } from './steps.ts'

test('Submit names the rules that block it and what the approvers will see, each with a way to it', async ({
  pageOf,
}) => {
  const page = await pageOf('ashby-signoff')
  await uploadAndProcess(
    page,
    await sampleFile('blocked.xml', { provider: '0001', students: 120, faults: 'rules' }),
  )
  const reports = page.url()
  await page.goto(reports.replace(/reports$/, 'processing'))
  await expect(page.getByText('Results are ready')).toBeVisible()
  await expect(page.getByText(/^Took /).first()).toBeVisible()
  await expectSound(page, 'processing, results ready')

  await page.goto(reports.replace(/reports$/, 'submit'))
  const blocking = page.getByRole('list', { name: 'Rules that block submitting' }).getByRole('link')
  await expect(blocking.first()).toBeVisible()
  const count = await blocking.count()
  const seen = page.getByRole('table', { name: 'What the approvers will see' })
  await expect(
    seen
      .getByRole('row', { name: /^Operational rules/ })
      .getByRole('cell')
      .first(),
  ).toHaveText(String(count))
  await expectSound(page, 'submit, blocked')

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
