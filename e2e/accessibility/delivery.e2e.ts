import { uploadAndProcess } from '../journeys/steps.ts'
import { choose } from '../support/choose.ts'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { expectSound, visitSound } from './sound.ts'

test('what customers get: configurations, deliveries, the log of downloads', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf('ashby-submitter')
  await uploadAndProcess(provider, await sampleFile('a.xml', { provider: '0001', students: 20 }))
  const admin = await pageOf('bedel-admin')
  const address = `${portal.url}/management/delivery-config`
  await visitSound(admin, address, 'delivery configurations, none')
  await admin.goto(`${address}/create?collection=23056`)
  await expect(admin.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await expectSound(admin, 'new delivery configuration')
  await admin.getByRole('textbox', { name: 'Name' }).fill('Funding return')
  await admin.getByText('Quality processing complete or later', { exact: true }).click()
  const next = admin.getByRole('button', { name: 'Continue' })
  await next.click()
  await expectSound(admin, 'new delivery configuration, customer')
  await admin.getByText('Office for Higher Education', { exact: true }).click()
  await next.click()
  await admin
    .locator('label')
    .filter({ hasText: /^StudentEngagementKey/ })
    .click()
  await expectSound(admin, 'new delivery configuration, fields')
  await next.click()
  await expect(admin.getByRole('heading', { name: 'Review' })).toBeVisible()
  await expectSound(admin, 'new delivery configuration, review')
  await admin.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Funding return' })).toBeVisible()
  await choose(admin, 'File', 'StudentEngagement')
  await expect(admin.getByRole('table', { name: 'First rows of StudentEngagement' })).toBeVisible()
  await expectSound(admin, 'delivery configuration, with its preview')
  await admin.getByRole('button', { name: 'Delete' }).click()
  await expectSound(admin, 'delivery configuration, to be deleted')
  await admin.getByRole('button', { name: 'Cancel' }).click()
  await admin.getByRole('button', { name: 'Enable' }).click()
  await admin.getByRole('button', { name: 'Deliver now' }).click()
  await expect(admin.getByText('Ready', { exact: true })).toBeVisible()
  await expectSound(admin, 'delivery')
  await visitSound(admin, address, 'delivery configurations')
  await visitSound(admin, `${portal.url}/management/jobs`, 'jobs')
  const customer = await pageOf('ohe-delivery')
  await visitSound(customer, `${portal.url}/delivery`, 'deliveries')
  const download = customer.waitForEvent('download')
  await customer.getByRole('button', { name: 'Download Funding return' }).click()
  await download
  await visitSound(admin, `${portal.url}/delivery/downloads-log`, 'downloads log')
})
