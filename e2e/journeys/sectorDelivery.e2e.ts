import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { filesInZip } from '../../tests/server/support/zip.ts'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { uploadAndProcess } from './steps.ts'

/** What `delivery.json` of a package says of a set. */
interface PackedSet {
  folder: string
  manifest: { submissionId: string; files: { file: string; rows: number; sha256: string }[] }
}

/** A set of a whole collection (decisions §13): configured, made, taken away, and made again where one provider has changed. */
test('a customer gets one set of a whole collection, and the next one with what has changed', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const send = async (page: Page, provider: string, students: number) =>
    uploadAndProcess(page, await sampleFile(`${provider}-${students}.xml`, { provider, students }))
  const ashby = await pageOf('ashby-submitter')
  await send(ashby, '0001', 20)
  const brackley = await pageOf('brackley-submitter')
  await send(brackley, '0002', 15)

  const admin = await pageOf('bedel-admin')
  await test.step('an administrator configures the set of the collection', async () => {
    await admin.goto(`${portal.url}/management/delivery-config/create?collection=23056`)
    await admin.getByRole('textbox', { name: 'Name' }).fill('The sector')
    await admin.getByText('Quality processing complete or later', { exact: true }).click()
    await admin.getByText('Parquet, one set for the whole collection', { exact: true }).click()
    const next = admin.getByRole('button', { name: 'Continue' })
    await next.click()
    await admin.getByText('Office for Higher Education', { exact: true }).click()
    await admin.getByText('On request', { exact: true }).click()
    await next.click()
    await admin
      .locator('label')
      .filter({ hasText: /^StudentEngagementKey/ })
      .click()
    await next.click()
    await admin.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(admin.getByRole('heading', { level: 1, name: 'The sector' })).toBeVisible()
    await admin.getByRole('button', { name: 'Enable' }).click()
  })
  const configuration = admin.url()

  const customer = await pageOf('ohe-delivery')
  /** Has the set made, and gives what the customer then takes away. */
  const delivered = async (): Promise<{ sets: PackedSet[]; files: Map<string, Buffer> }> => {
    await admin.goto(configuration)
    await admin.getByRole('button', { name: 'Deliver now' }).click()
    await expect(admin).toHaveURL(/\/delivery\/[0-9a-f-]{36}$/)
    await expect(admin.getByText('Ready', { exact: true })).toBeVisible()
    const providers = admin.getByRole('table', { name: 'Providers included' })
    await expect(providers.getByRole('row', { name: /University of Ashby \(0001\)/ })).toBeVisible()
    await expect(providers.getByRole('row', { name: /Brackley Institute of Arts \(0002\)/ })).toBeVisible()
    await customer.goto(`${portal.url}${new URL(admin.url()).pathname}`)
    await expect(customer.getByRole('heading', { level: 1, name: 'The sector' })).toBeVisible()
    const download = customer.waitForEvent('download')
    await customer.getByRole('button', { name: /^Download/ }).click()
    const files = await filesInZip(await readFile(await (await download).path()))
    const { sets } = JSON.parse(files.get('delivery.json')?.toString() ?? '{}') as { sets: PackedSet[] }
    return { sets, files }
  }

  const first = await delivered()
  await test.step('the package holds a folder of Parquet for each provider', () => {
    expect([...first.files.keys()].sort()).toEqual([
      'UKPRN=10000001/StudentEngagement.parquet',
      'UKPRN=10000002/StudentEngagement.parquet',
      'delivery.json',
    ])
    for (const [name, bytes] of first.files)
      if (name.endsWith('.parquet')) expect(bytes.subarray(0, 4).toString()).toBe('PAR1')
  })

  await test.step('the next one has the changed provider anew, and the other as it was', async () => {
    await send(brackley, '0002', 18)
    const second = await delivered()
    const [own, theirs] = first.sets
    expect(second.sets[0]).toEqual(own)
    expect(second.sets[1]?.folder).toBe(theirs?.folder)
    expect(second.sets[1]?.manifest.submissionId).not.toBe(theirs?.manifest.submissionId)
    const name = 'UKPRN=10000001/StudentEngagement.parquet'
    expect(second.files.get(name)).toEqual(first.files.get(name))
  })

  await test.step('both are in the log, and the sector shows the figures', async () => {
    await admin.goto(`${portal.url}/delivery/downloads-log`)
    await expect(admin.getByRole('row', { name: /Joanna Frost.*The sector/ })).toHaveCount(2)
    await admin.goto(`${portal.url}/monitoring/23056/sector?standing=PROCESSED`)
    await expect(admin.getByRole('list', { name: 'Sector summary' })).toContainText('38')
    const providers = admin.getByRole('table', { name: 'Students by provider' })
    await expect(providers.getByRole('row', { name: /Brackley Institute of Arts/ })).toContainText('18')
  })
})
