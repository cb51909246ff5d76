import { readFile } from 'node:fs/promises'
import { filesInZip } from '../../tests/server/support/zip.ts'
import { choose } from '../support/choose.ts'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { holdWorker, workerOf } from '../support/worker.ts'

test.use({ scene: 'clean' })

test('a customer gets what is configured: made, previewed, enabled, delivered, downloaded, logged', async ({
  pageOf,
  portal,
}) => {
  const admin = await pageOf('bedel-admin')

  await test.step('a configuration needs a reason for a field of a special category', async () => {
    await goTo(admin, `${portal.url}/management/delivery-config`)
    await admin.getByRole('link', { name: 'Create New Configuration' }).first().click()
    await expect(admin.getByRole('textbox', { name: 'Name' })).toBeVisible()
    await choose(admin, 'Collection', 'Student 2023/24 (23056)')
    await admin.getByRole('textbox', { name: 'Name' }).fill('Access statistics')
    await admin.getByText('Quality processing complete or later', { exact: true }).click()
    const next = admin.getByRole('button', { name: 'Continue' })
    await next.click()
    await admin.getByText('Office for Higher Education', { exact: true }).click()
    await admin.getByText('On request', { exact: true }).click()
    await next.click()
    await expect(admin.getByRole('heading', { name: 'Files and fields' })).toBeVisible()
    await next.click()
    await expect(admin.getByText('Select at least one file to deliver.').first()).toBeVisible()
    await admin
      .locator('label')
      .filter({ hasText: /^DisabilityKey/ })
      .click()
    await next.click()
    await expect(admin.getByText('Every special category field needs a reason.').first()).toBeVisible()
    await admin
      .getByRole('textbox', { name: 'Reason for delivering Disability.DISABILITY in Disability' })
      .fill('Statistics of access')
    await next.click()
    await expect(admin.getByText('Statistics of access')).toBeVisible()
    await admin.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(admin.getByRole('heading', { level: 1, name: 'Access statistics' })).toBeVisible()
    await expect(admin.getByText('Disabled', { exact: true })).toBeVisible()
  })

  await test.step('its first rows are shown without what the administrator may not read', async () => {
    await choose(admin, 'File', 'Disability')
    await expect(admin.getByText('1 submission would be delivered.')).toBeVisible()
    // To stand in this file tells of a disability, so no row of it is there.
    await expect(admin.getByText(/^No rows to show\. .*Special category data/)).toBeVisible()
    await expect(admin.getByRole('table', { name: 'First rows of Disability' })).toHaveCount(0)
  })

  await test.step('enabled, a delivery that was asked for by mistake is cancelled', async () => {
    await admin.getByRole('button', { name: 'Enable' }).click()
    const release = holdWorker(workerOf(portal))
    try {
      await admin.getByRole('button', { name: 'Deliver now' }).click()
      await admin.getByRole('button', { name: 'Cancel delivery' }).click()
      const dialog = admin.getByRole('alertdialog', { name: 'Cancel the delivery Access statistics?' })
      await dialog.getByRole('button', { name: 'Cancel delivery' }).click()
      await expect(admin.getByText(/by Ruth Calloway/)).toHaveCount(2)
      await expect(admin.getByText('Nothing was delivered.')).toBeVisible()
    } finally {
      release()
    }
    await admin.getByRole('link', { name: 'Go to configuration' }).click()
  })

  await test.step('and another one delivers', async () => {
    await admin.getByRole('button', { name: 'Deliver now' }).click()
    await expect(admin).toHaveURL(/\/delivery\/[0-9a-f-]{36}$/)
    await expect(admin.getByText('Ready', { exact: true })).toBeVisible()
    await expect(admin.getByRole('table', { name: 'University of Ashby (0001)' })).toBeVisible()
  })

  const customer = await pageOf('ohe-delivery')
  await test.step('the customer is told, and downloads it', async () => {
    await goTo(customer, `${portal.url}/notices`)
    await customer.getByRole('link', { name: /: delivery Access statistics is ready to download/ }).click()
    await expect(customer.getByRole('row', { name: /Access statistics/ }).first()).toContainText('Ready')
    const download = customer.waitForEvent('download')
    await customer.getByRole('button', { name: 'Download Access statistics' }).first().click()
    const files = await filesInZip(await readFile(await (await download).path()))
    expect([...files.keys()].filter(name => name.endsWith('.tsv'))).toHaveLength(1)
    expect(files.get('0001/manifest.json')?.toString()).toContain('Disability.DISABILITY')
  })

  await test.step('the agency reads who it was, and cannot download it itself', async () => {
    await goTo(admin, `${portal.url}/delivery`)
    await expect(admin.getByText('Only users with a data delivery or special category role')).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Download Access statistics' })).toHaveCount(0)
    await admin.getByRole('link', { name: 'Downloads Log' }).click()
    await expect(admin.getByRole('row', { name: /Joanna Frost/ })).toContainText('Access statistics')
  })

  await test.step('the next configuration starts with the usual set of the customer', async () => {
    await goTo(admin, `${portal.url}/management/delivery-config/create?collection=23056`)
    await admin.getByText('The usual set for Office for Higher Education').click()
    await expect(admin.getByRole('textbox', { name: 'Name' })).toHaveValue('Access statistics')
    const next = admin.getByRole('button', { name: 'Continue' })
    await next.click()
    await expect(admin.getByRole('radio', { name: 'On request' })).toBeChecked()
    await next.click()
    await expect(admin.getByRole('heading', { name: 'Files and fields' })).toBeVisible()
    await next.click()
    await expect(admin.getByRole('heading', { name: 'Review' })).toBeVisible()
    await expect(admin.getByText('Statistics of access')).toBeVisible()
    await admin.getByRole('link', { name: 'Change: Records' }).click()
    await admin.getByRole('textbox', { name: 'Name' }).fill('Access statistics, again')
    for (const left of ['Records', 'Customer', 'Fields']) {
      await expect(admin.locator('[aria-current="step"]')).toContainText(left)
      await next.click()
    }
    await admin.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(admin.getByRole('heading', { level: 1, name: 'Access statistics, again' })).toBeVisible()
  })
})
