import { randomUUID } from 'node:crypto'
import {
  actOnRow,
  chooseFile,
  openMonitoring,
  openSubmissions,
  requestSignOff,
  returnSignedForm,
  submitForApproval,
  tick,
  uploadAndProcess,
} from '../journeys/steps.ts'
import { choose } from '../support/choose.ts'
import { expect, test } from '../support/fixtures.ts'
import { intercept } from '../support/intercept.ts'
import { sampleFile } from '../support/samples.ts'
import { holdWorker, workerOf } from '../support/worker.ts'
import { expectSound, visitSound } from './sound.ts'

/**
 * Every screen of the router, in front of those who may see it: no violation of WCAG 2.2 AA in light and dark, no sideways scrolling at 360 pixels. With
 * E2E_PICTURES=<folder> each screen leaves its pictures there.
 */

/** The pages of a submission under an address. */
const pageUnder = (reports: string, path: string): string => reports.replace(/reports$/, path)

test("a provider's screens", { tag: '@exhaustive' }, async ({ browser, pageOf, portal }) => {
  const { url } = portal
  const visitor = await (await browser.newContext()).newPage()
  await visitSound(visitor, url, 'sign in')
  // Whoever types another name of this machine comes to where signing in works.
  await visitor.goto(url.replace('127.0.0.1', 'localhost'))
  await expect(visitor.getByRole('button', { name: 'Sign in as ashby-signoff' })).toBeVisible()
  await visitor.context().close()

  const provider = await pageOf('ashby-signoff')
  await expectSound(provider, 'provider dashboard, empty')
  await visitSound(provider, `${url}/submissions/c23056/transfers`, 'transfers in')
  await openSubmissions(provider)
  await expectSound(provider, 'manage submissions, empty')

  await test.step('upload and processing', async () => {
    const faulty = await sampleFile('faulty.xml', { provider: '0001', students: 400, faults: 'schema' })
    await provider.getByRole('button', { name: 'Upload file to Student 2023/24' }).click()
    await expect(provider.getByText('Drag your XML file here')).toBeVisible()
    await expectSound(provider, 'upload, empty')
    await provider.locator('input[type=file]').setInputFiles(faulty)
    const upload = provider.getByRole('button', { name: 'Upload anyway' })
    await expect(upload).toBeEnabled()
    await expectSound(provider, 'upload, with findings')
    await upload.click()
    const failures = provider.getByRole('table', { name: 'Schema validation errors' })
    await expect(failures).toBeVisible()
    await expectSound(provider, 'processing, schema check failed')

    await openSubmissions(provider)
    await chooseFile(provider, await sampleFile('long.xml', { provider: '0001', students: 3000 }))
    await expect(provider.getByText('Ready to upload')).toBeVisible()
    await expectSound(provider, 'upload, ready')
    await provider.getByRole('button', { name: 'Upload file', exact: true }).click()
    await expect(provider.getByRole('progressbar').first()).toHaveAttribute('aria-valuetext', / of /)
    await expect(provider).toHaveURL(/\/processing/)
    const release = holdWorker(workerOf(portal))
    await expectSound(provider, 'processing, under way')
    await openSubmissions(provider)
    await expectSound(provider, 'manage submissions, under way')
    release()
    await expect(provider.getByRole('cell', { name: 'Quality processing complete' })).toBeVisible()
  })

  await uploadAndProcess(
    provider,
    await sampleFile('ashby-2023-24.xml', { provider: '0001', students: 120, faults: 'rules' }),
  )
  const reports = provider.url()
  const id = reports.split('/').at(-2)
  await expectSound(provider, 'quality assurance')
  for (const part of ['credibility', 'additional'])
    await visitSound(provider, `${reports}?qa.open=${part}`, `quality assurance, ${part}`)
  await visitSound(provider, `${reports}/students`, 'findings by student')
  await provider.getByRole('table').getByRole('link').first().click()
  await expect(provider.getByRole('heading', { name: 'Record' })).toBeVisible()
  await expectSound(provider, 'student')
  await provider.goto(reports)
  await provider.getByRole('table', { name: 'Quality rules' }).getByRole('link').first().click()
  await expect(provider).toHaveURL(/\/quality\//)
  await expectSound(provider, 'quality rule')
  await visitSound(provider, `${reports}/credibility/FTE1/0001`, 'credibility report FTE1')
  await provider.goto(`${reports}/credibility/SEN1/0001`)
  await expectSound(provider, 'credibility report SEN1')
  await provider
    .getByRole('button', { name: /^Show the records behind/ })
    .first()
    .click()
  await expect(provider.getByRole('table', { name: 'Records behind the cell' })).toBeVisible()
  await expectSound(provider, 'credibility report SEN1, records behind a cell')
  await provider.goto(`${reports}/credibility/SEN1/0001`)
  await provider.locator('label', { has: provider.getByRole('switch', { name: 'Compare' }) }).click()
  await choose(provider, 'Previous submission', /\d/)
  await expect(provider.getByText(/differs? from the compared submission/)).toBeVisible()
  await expectSound(provider, 'credibility report SEN1, compared')
  for (const code of ['FREQCOUNT', 'CONPOP', 'PGROUT', 'PGRIN', 'NSS', 'CCA', 'IRIS', 'COMPARISON']) {
    await visitSound(provider, `${reports}/additional-reports/${code}`, `additional report ${code}`)
  }
  await visitSound(provider, pageUnder(reports, 'processing'), 'processing, complete')
  await visitSound(provider, pageUnder(reports, 'upload'), 'upload, uploaded')
  await visitSound(provider, pageUnder(reports, 'submit'), 'submit, not possible')
  await visitSound(provider, `${url}/submissions/23056/activity-log`, 'activity log')
  await visitSound(provider, `${url}/submissions/c23056/transfers`, 'transfers in')
  await openSubmissions(provider)
  await expectSound(provider, 'manage submissions')

  await visitSound(provider, `${url}/no/such/page`, 'page not found')
  await visitSound(provider, reports.replace(`${id}`, randomUUID()), 'submission not found')
  await provider.getByRole('button', { name: 'Thomas Whitby' }).click()
  await provider.getByRole('button', { name: 'Sign out' }).click()
  await expect(provider.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await expectSound(provider, 'signed out')
})

test('screens on the way to signed off, for provider, agency and regulator', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const { url } = portal
  const provider = await pageOf('cardigan-signoff')
  await uploadAndProcess(provider, await sampleFile('cardigan.xml', { provider: '0003', students: 60 }))
  const reports = provider.url()
  await visitSound(provider, pageUnder(reports, 'submit'), 'submit')
  const stop = await intercept(provider, '**/api/submissions/update-state/*', route => route.abort())
  await tick(provider)
  await provider.getByRole('button', { name: 'Submit for approval', exact: true }).click()
  await expect(provider.getByText('The service did not confirm this.')).toBeVisible()
  await expectSound(provider, 'submit, failed')
  stop()
  await provider.goto(reports)
  await submitForApproval(provider)
  await expectSound(provider, 'approval')
  await provider.getByRole('link', { name: 'Dashboard' }).click()
  await expect(provider.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expectSound(provider, 'provider dashboard')
  await provider.goto(reports)

  const agency = await pageOf('bedel-admin')
  await expectSound(agency, 'agency dashboard')
  await visitSound(agency, `${url}/monitoring`, 'monitoring')
  const sections = ['steps', 'burn-up', 'submissions', 'rules', 'ovt', 'activity']
  const everySection = sections.map(name => `mi.open=${name}`).join('&')
  await visitSound(agency, `${url}/monitoring/23056?${everySection}`, 'collection, every section')
  await visitSound(agency, `${url}/monitoring/23056/sector?standing=PROCESSED`, 'sector')
  await visitSound(agency, `${url}/monitoring/23056/rules`, 'rules across providers')
  const mirror = reports.replace(/\/submissions\/(\w+)\//, '/monitoring/23056/$1/0003/')
  const regulator = await pageOf('fcw-analyst')
  await expectSound(regulator, 'regulator dashboard')
  await visitSound(regulator, `${url}/monitoring/23056`, 'collection for a regulator')
  await visitSound(regulator, mirror, 'mirror for a regulator')
  await visitSound(regulator, pageUnder(mirror, 'approval'), 'access denied')
  await visitSound(agency, mirror, 'mirror for the agency')
  await visitSound(agency, pageUnder(mirror, 'approval'), 'mirror of approval')

  await openMonitoring(agency, portal)
  await agency.getByRole('button', { name: 'More actions for Cardigan Bay University' }).click()
  await agency.getByRole('menuitem', { name: 'Decline', exact: true }).click()
  await expect(agency.getByRole('alertdialog')).toBeVisible()
  await expectSound(agency, 'confirmation')
  await agency.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await actOnRow(agency, 'Cardigan Bay University', 'Approve', 'Approved')
  await provider.goto(pageUnder(reports, 'signoff'))
  await expect(provider.getByRole('button', { name: 'Request sign-off' })).toBeVisible()
  await expectSound(provider, 'sign off')
  await requestSignOff(provider)
  await expectSound(provider, 'sign off, requested')
  await returnSignedForm(provider, 'signed.pdf')
  await expectSound(provider, 'sign off, form returned')
  await visitSound(agency, pageUnder(mirror, 'signoff'), 'mirror of sign off, form returned')
  await openMonitoring(agency, portal)
  await actOnRow(agency, 'Cardigan Bay University', 'Sign-off submission', 'Signed off')
  await expect(provider.getByText('This submission is signed off.')).toBeVisible()
  await expectSound(provider, 'sign off, signed off')
  await actOnRow(agency, 'Cardigan Bay University', 'Decline', 'Resubmission requested')
  await visitSound(agency, `${url}/management/audit`, 'audit')
  await agency
    .getByRole('button', { name: /Entry \d+/ })
    .first()
    .click()
  await expectSound(agency, 'audit, a line')
  await provider.goto(pageUnder(reports, 'approval'))
  await expect(provider.getByText('Next: You upload a new file.')).toBeVisible()
  await expectSound(provider, 'approval, resubmission required')
})
