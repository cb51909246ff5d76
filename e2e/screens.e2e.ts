import {
  actOnRow,
  chooseFile,
  openMonitoring,
  openSubmissions,
  requestSignOff,
  sendFile,
  submitForApproval,
  uploadAndProcess,
} from './journeys/steps.ts'
import { expect, expectAccessible, test } from './support/fixtures.ts'
import { sampleFile } from './support/samples.ts'
import { expectSound, visitSound as visit } from './support/sound.ts'

test('every screen is accessible, light and dark, and fits a telephone', async ({
  browser,
  pageOf,
  portal,
}) => {
  test.setTimeout(300_000)
  const { url } = portal
  const visitor = await (await browser.newContext()).newPage()
  await visit(visitor, url, 'sign-in')
  await visitor.context().close()

  const provider = await pageOf('ashby-signoff')
  await expectSound(provider, 'dashboard of a provider, empty')
  await openSubmissions(provider)
  await expectSound(provider, 'Manage Submissions, empty')
  await chooseFile(
    provider,
    await sampleFile('faulty.xml', { provider: '0001', students: 30, faults: 'schema' }),
  )
  await expect(provider.getByRole('button', { name: /^Upload (file|all the same)$/ })).toBeEnabled()
  await expectSound(provider, 'Upload, checked')
  await provider.getByRole('button', { name: /^Upload (file|all the same)$/ }).click()
  await expect(provider.getByRole('table', { name: 'Schema validation errors' })).toBeVisible()
  await expectSound(provider, 'Processing, schema check failed')
  await uploadAndProcess(
    provider,
    await sampleFile('a.xml', { provider: '0001', students: 120, faults: 'rules' }),
  )
  const reports = provider.url()
  await expectSound(provider, 'Quality Assurance')
  await visit(provider, `${reports}?qa.open=credibility,additional`, 'lists of reports')
  for (const code of ['SEN1', 'FTE1']) {
    await visit(provider, `${reports}/credibility/${code}/0001`, `credibility report ${code}`)
  }
  for (const code of ['FREQCOUNT', 'CONPOP']) {
    await visit(provider, `${reports}/additional-reports/${code}`, `additional report ${code}`)
  }
  await provider.goto(reports)
  await provider.getByRole('link', { name: /^QR\./ }).first().click()
  await expect(provider).toHaveURL(/\/quality\//)
  await expectSound(provider, 'rule')
  for (const [path, what] of [
    ['processing', 'Processing, complete'],
    ['upload', 'Upload, uploaded'],
    ['submit', 'Submit, blocked'],
  ] as const) {
    await visit(provider, reports.replace(/reports$/, path), what)
  }
  await visit(provider, `${url}/submissions/23056/activity-log`, 'activity log')
  await openSubmissions(provider)
  await expectSound(provider, 'Manage Submissions')

  const welsh = await pageOf('cardigan-signoff')
  await uploadAndProcess(welsh, await sampleFile('c.xml', { provider: '0003', students: 60 }))
  const welshReports = welsh.url()
  await visit(welsh, welshReports.replace(/reports$/, 'submit'), 'Submit')
  await welsh.goto(welshReports)
  await submitForApproval(welsh)
  await expectSound(welsh, 'Approval')

  const agency = await pageOf('bedel-analyst')
  await expectSound(agency, 'dashboard of the agency')
  await visit(agency, `${url}/monitoring`, 'Monitoring')
  await openMonitoring(agency, portal)
  await expectSound(agency, 'collection')
  await actOnRow(agency, 'Cardigan Bay University', 'Approve', 'Approved')
  await expect(welsh).toHaveURL(/\/signoff$/)
  await expectSound(welsh, 'Sign Off')
  await requestSignOff(welsh)
  await expectSound(welsh, 'Sign Off, requested')

  const [, collectionId, submissionId] = /submissions\/([^/]+)\/([^/]+)/.exec(reports) ?? []
  const mirror = `${url}/monitoring/23056/${collectionId}/0001/${submissionId}`
  const regulator = await pageOf('ohe-analyst')
  await expectSound(regulator, 'dashboard of a regulator')
  for (const page of [agency, regulator]) {
    await visit(page, `${mirror}/reports`, 'mirror of Quality Assurance')
    await visit(page, `${mirror}/processing`, 'mirror of Processing')
  }
})

test('a file on its way is shown accessibly', async ({ pageOf }) => {
  const page = await pageOf('ashby-submitter')
  await openSubmissions(page)
  await chooseFile(page, await sampleFile('long.xml', { provider: '0001', students: 3000 }))
  await sendFile(page)
  await expect(page.getByRole('progressbar').first()).toBeVisible()
  await expectAccessible(page)
  await expect(page).toHaveURL(/\/reports$/, { timeout: 60_000 })
})
