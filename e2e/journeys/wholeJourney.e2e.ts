import { readFile } from 'node:fs/promises'
import { expect, signInAs, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { sampleFile } from '../support/samples.ts'
import {
  actOnRow,
  expectTermsRefused,
  openMonitoring,
  openReport,
  recordSignOff,
  requestSignOff,
  returnSignedForm,
  submitForApproval,
  uploadByHand,
} from './steps.ts'

test('Ashby (England, risk 01): upload, agency and regulator approve, sign-off form, signed off', async ({
  page: provider,
  pageOf,
  portal,
}) => {
  await signInAs(provider, portal.url, 'ashby-signoff')
  await uploadByHand(
    provider,
    await sampleFile('faulty.xml', { provider: '0001', students: 60, faults: 'rules' }),
  )

  await provider.getByRole('table', { name: 'Quality rules' }).getByRole('link').first().click()
  await expect(provider.getByRole('table', { name: /^Records that fail/ })).toBeVisible()
  await provider.getByRole('link', { name: 'Back to Quality Assurance' }).click()
  await provider.getByRole('link', { name: /^Credibility Reports/ }).click()
  await expect(provider).toHaveURL(/qa\.open=credibility/)
  await provider.getByRole('listitem').filter({ hasText: 'SEN1' }).getByRole('link').click()
  await expect(provider.getByRole('heading', { level: 2, name: /\(SEN1\)/ })).toBeVisible()
  await provider.getByRole('link', { name: 'Back to Quality Assurance' }).click()

  await provider.getByRole('link', { name: 'Continue to Submit' }).click()
  await expect(
    provider.getByText('You cannot yet submit for approval as one or more of the following apply:', {
      exact: true,
    }),
  ).toBeVisible()
  await expectTermsRefused(provider, /^You cannot yet submit for approval/)
  await uploadByHand(provider, await sampleFile('ashby.xml', { provider: '0001', students: 60 }))
  await submitForApproval(provider)
  await expect(provider.getByRole('listitem').filter({ hasText: 'Bedel approval' })).toContainText(
    'Awaiting approval',
  )
  await expect(
    provider.getByRole('listitem').filter({ hasText: 'Statutory customer (SC) approval' }),
  ).toContainText('Not started')

  const agency = await pageOf('bedel-analyst')
  await openMonitoring(agency, portal)
  await actOnRow(agency, 'University of Ashby', 'Approve', 'Approved')
  await expect(provider.getByRole('listitem').filter({ hasText: 'Bedel approval' })).toContainText('Approved')

  const regulator = await pageOf('ohe-analyst')
  await openMonitoring(regulator, portal)
  await actOnRow(regulator, 'University of Ashby', 'Approve', 'Approved')

  await expect(provider).toHaveURL(/\/signoff$/)
  const form = await requestSignOff(provider)
  expect(form.suggestedFilename()).toMatch(/\.pdf$/)

  // The agency reads the signed form where it records the sign-off; it hears of it live.
  await goTo(agency, provider.url().replace(/\/submissions\/(\w+)\//, '/monitoring/23056/$1/0001/'))
  await expect(agency.getByText('No signed form has been returned yet.')).toBeVisible()
  await returnSignedForm(provider, 'signed.pdf')
  await expect(agency.getByText(/^signed\.pdf \(/)).toBeVisible()
  const saved = agency.waitForEvent('download')
  await agency.getByRole('button', { name: 'Download the signed form' }).click()
  expect((await saved).suggestedFilename()).toBe('signed.pdf')
  // A file that no browser can draw is offered for download, and the checks say so.
  await expect(agency.getByText('The form cannot be shown here. Download it instead.')).toBeVisible()
  await expect(agency.getByText(/^The form could not be read\./)).toBeVisible()

  await test.step('the form as it was issued is drawn, and compared; the first one stays, to compare', async () => {
    await returnSignedForm(provider, 'issued.pdf', await readFile(await form.path()))
    await expect(agency.getByRole('img', { name: 'Page 1 of 1 of the signed form' })).toBeVisible()
    await expect(agency.getByText('The form has the hash of the approved file')).toBeVisible()
    await expect(agency.getByText('7 more values are as issued')).toBeVisible()
    await expect(agency.getByText('1 page, as issued')).toBeVisible()
    const forms = agency.getByRole('navigation', { name: 'Returned forms' })
    await forms.getByRole('link', { name: /^Form 1, returned/ }).click()
    await expect(agency.getByText('The form cannot be shown here. Download it instead.')).toBeVisible()
    await forms.getByRole('link', { name: /^Form 2, returned/ }).click()
    await expect(agency.getByRole('img', { name: 'Page 1 of 1 of the signed form' })).toBeVisible()
  })
  await recordSignOff(agency)
  await expect(provider.getByText('This submission is signed off.')).toBeVisible()
  const stepper = provider.getByRole('navigation', { name: 'Submission progress' })
  await expect(stepper.getByRole('listitem').filter({ hasText: 'Completed' })).toHaveCount(6)
  await provider.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(provider).toHaveURL(`${portal.url}/`)
})

test('Cardigan (Wales, risk 01): the agency alone approves', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf('cardigan-signoff')
  // No research student in it leaves for another provider, whose consent would be awaited.
  await uploadByHand(provider, await sampleFile('cardigan.xml', { provider: '0003', students: 60 }))
  await submitForApproval(provider)
  await expect(
    provider.getByRole('listitem').filter({ hasText: 'Statutory customer (SC) approval' }),
  ).toHaveCount(0)

  const agency = await pageOf('bedel-staff')
  await openMonitoring(agency, portal)
  await actOnRow(agency, 'Cardigan Bay University', 'Approve', 'Approved')
  await expect(provider).toHaveURL(/\/signoff$/)
  expect((await requestSignOff(provider)).suggestedFilename()).toMatch(/\.pdf$/)
  await actOnRow(agency, 'Cardigan Bay University', 'Sign-off submission', 'Signed off')
  await expect(provider.getByText('This submission is signed off.')).toBeVisible()
})

test('a declined submission needs a new one, which then goes through', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf('cardigan-signoff')
  const file = await sampleFile('cardigan.xml', { provider: '0003', students: 60 })
  await uploadByHand(provider, file)
  await submitForApproval(provider)

  const agency = await pageOf('bedel-admin')
  await openMonitoring(agency, portal)
  await actOnRow(agency, 'Cardigan Bay University', 'Decline', 'Declined')
  await expect(provider.getByText('Next: You upload a new file.')).toBeVisible()
  await expect(provider.getByText('a resubmission was requested')).toBeVisible()
  // What the approver wrote stands above the reasons, and beside the decision.
  await expect(provider.getByText('The start dates have to be mended.')).toHaveCount(2)

  await provider.getByRole('button', { name: 'Upload a new file' }).click()
  await expect(provider.getByText('Drag your XML file here')).toBeVisible()
  await provider
    .locator('input[type=file]')
    .setInputFiles(await sampleFile('cardigan-again.xml', { provider: '0003', students: 60, seed: 2 }))
  await provider.getByRole('button', { name: 'Upload file', exact: true }).click()
  await expect(provider).toHaveURL(/\/reports$/)
  await submitForApproval(provider)
  await actOnRow(agency, 'Cardigan Bay University', 'Approve', 'Approved')
  await expect(provider).toHaveURL(/\/signoff$/)
})

test.describe('a submission that awaits its approval', () => {
  test.use({ scene: 'submitted' })

  test('the form is signed in the portal, where the collection allows it', async ({ pageOf, portal }) => {
    const admin = await pageOf('bedel-admin')
    await goTo(admin, `${portal.url}/management/collections/23056/details`)
    await admin.locator('label', { hasText: 'The sign-off form can be signed in the portal' }).click()
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('Signed copy, or signed in the portal')).toBeVisible()

    const provider = await pageOf('cardigan-signoff')
    await openReport(provider, portal)
    await openMonitoring(admin, portal)
    await actOnRow(admin, 'Cardigan Bay University', 'Approve', 'Approved')
    await goTo(provider, provider.url().replace(/reports$/, 'signoff'))
    await requestSignOff(provider)

    await test.step('the signer shows the identity service once more who they are', async () => {
      await provider.getByRole('button', { name: 'Sign in again to sign' }).click()
      await provider.getByRole('button', { name: 'Sign in as cardigan-signoff' }).click()
      await expect(provider).toHaveURL(/\/signoff\?sign=1$/)
    })
    await test.step('and types their own name', async () => {
      const form = provider.getByRole('form', { name: 'Sign the form in the portal' })
      const name = form.getByRole('textbox', { name: 'Your name' })
      await name.fill('Somebody Else')
      await form.getByRole('button', { name: 'Sign form' }).click()
      const refusal = 'Type your name as the identity service has it: Eleri Pryce.'
      await expect(provider.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
      await name.fill('eleri pryce')
      await form.getByRole('button', { name: 'Sign form' }).click()
      await expect(
        provider.getByText(/^Signed in the portal by eleri pryce, who signed in again/),
      ).toBeVisible()
    })
    await test.step('the agency records the sign-off from it', async () => {
      const { pathname } = new URL(provider.url())
      await goTo(admin, portal.url + pathname.replace(/\/submissions\/(\w+)\//, '/monitoring/23056/$1/0003/'))
      await expect(admin.getByText(/^Signed in the portal by eleri pryce/)).toBeVisible()
      const download = admin.waitForEvent('download')
      await admin.getByRole('button', { name: 'Download the signed form' }).click()
      expect((await download).suggestedFilename()).toBe('SignOffSigned.23056.0003.pdf')
      await recordSignOff(admin)
      await expect(provider.getByText('This submission is signed off.')).toBeVisible()
    })
  })
})
