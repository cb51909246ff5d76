import { choose } from '../support/choose.ts'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { sampleFile } from '../support/samples.ts'
import { savedCsv } from '../support/savedCsv.ts'
import {
  chooseFile,
  expectTermsRefused,
  openReport,
  openSubmissions,
  slowUploads,
  submitForApproval,
  tickFilter,
  uploadAndProcess,
} from './steps.ts'

test.use({ scene: 'clean' })

test('an upload is cancelled in the middle, after a question when the page is left', async ({ pageOf }) => {
  const page = await pageOf('ashby-submitter')
  await openSubmissions(page)
  await chooseFile(page, await sampleFile('big.xml', { provider: '0001', students: 3000 }))
  await expect(page.getByText('Ready to upload')).toBeVisible()
  await slowUploads(page, 500_000)
  await page.getByRole('button', { name: 'Upload file', exact: true }).click()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /^\d+%, [\d.]+ [kM]B of /)

  await page.getByRole('navigation').getByRole('link', { name: 'Submissions', exact: true }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Leave and cancel the upload?' })
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/\/upload$/)

  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Upload failed' })).toBeVisible()
  await expect(
    page.getByText('We were unable to upload your file or the upload was cancelled.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('cell', { name: 'Upload error' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload file to Student 2023/24' })).toBeEnabled()
})

test('of two tabs one acts and the other moves by itself; one that went back on purpose stays', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const actor = await pageOf('ashby-signoff')
  await openReport(actor, portal)
  const watcher = await actor.context().newPage()
  await watcher.goto(actor.url().replace(/reports$/, 'submit'))
  await expect(watcher.getByRole('button', { name: 'Submit for approval', exact: true })).toBeVisible()
  const reader = await actor.context().newPage()
  await reader.goto(actor.url().replace(/reports$/, 'processing'))
  await expect(reader.getByText('Quality rules passed')).toBeVisible()

  await submitForApproval(actor)
  await expect(watcher).toHaveURL(/\/approval$/)
  await expect(watcher.getByText('Awaiting Bedel approval').first()).toBeVisible()
  await expect(reader.getByText('Awaiting Bedel approval').first()).toBeVisible()
  expect(reader.url()).toMatch(/\/processing$/)
})

test('a guest may read but not act', async ({ pageOf }) => {
  const guest = await pageOf('ashby-guest')
  await openSubmissions(guest)
  const upload = guest.getByRole('button', { name: 'Upload file to Student 2023/24' })
  await expect(upload).toHaveAttribute('aria-disabled', 'true')
  await expect(upload).toHaveAccessibleDescription('You do not have a valid role to upload a file.')
  await guest.getByRole('link', { name: 'a.xml' }).click()
  await expect(guest).toHaveURL(/\/reports$/)
  await guest.getByRole('link', { name: 'Continue to Submit' }).click()
  await expect(guest.getByText('You do not have a valid role to submit for approval').first()).toBeVisible()
  await expectTermsRefused(guest, 'You do not have a valid role to submit for approval')
})

test('credibility figures stand beside those of an earlier upload, and the records behind one are saved', {
  tag: '@exhaustive',
}, async ({ pageOf }) => {
  const page = await pageOf('ashby-signoff')
  await uploadAndProcess(page, await sampleFile('more.xml', { provider: '0001', students: 70 }))
  await goTo(page, `${page.url()}/credibility/SEN1/0001`)
  await page.locator('label', { has: page.getByRole('switch', { name: 'Compare' }) }).click()
  const picker = page.getByRole('button', { name: /Previous submission$/ })
  await choose(page, 'Previous submission', /\d/)
  await expect(page.getByText(/values? differs? from the compared submission/)).toBeVisible()
  await expect(picker).toBeFocused()
  const total = page.getByRole('row').last().getByRole('cell').last()
  await expect(total).toContainText(/This submission \d+Compared submission \d+Difference \+\d+/)
  const counted = Number(/This submission (\d+)/.exec((await total.textContent()) ?? '')?.[1])
  await total.getByRole('button', { name: /^Show the records behind/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('table', { name: 'Records behind the cell' })).toBeVisible()
  const saved = await savedCsv(dialog.getByRole('button', { name: 'Download as CSV' }))
  expect(saved.text.trimEnd().split('\r\n')).toHaveLength(counted + 1)
})

test('paging, filters and open sections of the quality report survive a reload', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const page = await pageOf('ashby-signoff')
  await openReport(page, portal)
  await tickFilter(page, 'Outside tolerance')
  await tickFilter(page, 'Inside tolerance')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/qr\.page=2/)
  await page.getByRole('searchbox', { name: 'Search' }).fill('SEXID')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/qr\.q=SEXID/)
  const rules = page.getByRole('table', { name: 'Quality rules' }).getByText(/^QR\./)
  await expect(rules.first()).toContainText('SEXID')
  const before = await rules.allTextContents()
  await page.reload()
  await expect(rules).toHaveText(before)
  await expect(page.getByRole('button', { name: 'Remove filter Search: SEXID' })).toBeVisible()
})
