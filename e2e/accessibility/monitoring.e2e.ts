import { openMonitoring, raiseIssue, submitForApproval, uploadAndProcess } from '../journeys/steps.ts'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { expectSound, visitSound } from './sound.ts'

test('rows that are chosen, confirmed and decided', { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
  const provider = await pageOf('ashby-signoff')
  await uploadAndProcess(provider, await sampleFile('ashby.xml', { provider: '0001', students: 20 }))
  await submitForApproval(provider)

  await uploadAndProcess(
    await pageOf('cardigan-signoff'),
    await sampleFile('cardigan.xml', { provider: '0003', students: 60, faults: 'rules' }),
  )
  const agency = await pageOf('bedel-analyst')
  await visitSound(agency, `${portal.url}/`, 'dashboard of the agency')
  await openMonitoring(agency, portal)
  await agency.locator('label', { hasText: /^Select University of Ashby$/ }).click()
  await agency.locator('label', { hasText: /^Select Dunmore College$/ }).click()
  await expectSound(agency, 'monitoring, rows chosen')
  await agency.getByRole('button', { name: 'Approve 1' }).click()
  const dialog = agency.getByRole('alertdialog', { name: 'Confirmation required!' })
  await expect(dialog.getByRole('row', { name: /Skipped:/ })).toHaveCount(1)
  await expectSound(agency, 'monitoring, approval of chosen rows')
  await dialog.getByRole('button', { name: 'Approve 1' }).click()
  await expect(agency.getByText('1 approved, 0 refused, 1 skipped')).toBeVisible()
  await expectSound(agency, 'monitoring, rows decided')
  await visitSound(agency, `${portal.url}/monitoring/23056/rules`, 'rules across providers, with results')
  const receiver = await pageOf('ohe-delivery')
  await visitSound(receiver, `${portal.url}/`, 'dashboard of who receives data')
})

test('one provider over all collections, from its row to its submission', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf('cardigan-signoff')
  for (const students of [60, 40])
    await uploadAndProcess(
      provider,
      await sampleFile(`cardigan-${students}.xml`, { provider: '0003', students, faults: 'rules' }),
    )
  const reports = provider.url()
  await raiseIssue(provider)
  await provider.goto(reports)
  await provider.getByRole('table', { name: 'Quality rules' }).getByRole('link').first().click()
  await provider.getByRole('textbox', { name: 'Note' }).fill('As last year.')
  await provider.getByRole('button', { name: 'Save note' }).click()
  await expect(provider.getByRole('button', { name: 'Remove note' })).toBeVisible()

  const agency = await pageOf('bedel-analyst')
  await openMonitoring(agency, portal)
  await agency.getByRole('link', { name: 'Cardigan Bay University', exact: true }).click()
  await expect(agency).toHaveURL(`${portal.url}/monitoring/providers/0003`)
  await expect(agency.getByRole('heading', { level: 1, name: 'Cardigan Bay University' })).toBeVisible()
  await expect(agency.getByRole('table', { name: 'Notes to the approvers' })).toContainText('As last year.')
  await expect(agency.getByRole('table', { name: 'Uploads' }).getByRole('row')).toHaveCount(3)
  await expectSound(agency, 'provider over all collections')
  await agency
    .getByRole('table', { name: 'Uploads' })
    .getByRole('row', { name: /cardigan-40/ })
    .getByRole('link', { name: 'Quality processing complete' })
    .click()
  await expect(agency.getByRole('heading', { level: 1, name: 'cardigan-40.xml' })).toBeVisible()

  const stranger = await pageOf('ohe-analyst')
  await visitSound(stranger, `${portal.url}/monitoring/providers/0003`, 'provider, not found')
  await expect(stranger.getByRole('heading', { name: 'Provider not found' })).toBeVisible()
  await provider.goto(`${portal.url}/monitoring/providers/0003`)
  await expect(provider).toHaveURL(`${portal.url}/`)
})
