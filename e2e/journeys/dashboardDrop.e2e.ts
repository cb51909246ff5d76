import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'
import { holdOver } from '../support/holdOver.ts'
import { sampleFile } from '../support/samples.ts'

test('a file that is dropped on the card of its collection is checked and uploaded, in one gesture', async ({
  pageOf,
}) => {
  const page = await pageOf('ashby-submitter')
  const content = await readFile(await sampleFile('dropped.xml', { provider: '0001', students: 40 }), 'utf8')
  const drop = await holdOver(page, [{ name: 'dropped.xml', content }])
  await expect(page.getByText('Drop the file to upload it')).toBeVisible()
  await drop()
  await expect(page).toHaveURL(/\/(processing|reports)$/)
  await expect(page.getByRole('heading', { name: 'dropped.xml' })).toBeVisible()
})

test('what cannot be uploaded is refused at the top, with the focus, and in the title', async ({
  pageOf,
}) => {
  const page = await pageOf('ashby-submitter')
  const drop = await holdOver(page, [
    { name: 'a.xml', content: '<a/>' },
    { name: 'b.xml', content: '<b/>' },
  ])
  await drop()
  await expect(page).toHaveURL(/\/new\/upload$/)
  const summary = page.getByRole('region', { name: 'This file cannot be used' })
  await expect(summary).toBeFocused()
  await expect(summary).toContainText(
    '2 files were chosen. Choose one XML file; a submission is a single file.',
  )
  await expect(page).toHaveTitle(/^Error: Upload/)
  await summary.getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Browse files' })).toBeFocused()
  // A reload knows nothing of what was dropped.
  await page.reload()
  await expect(page.getByText('Drag your XML file here')).toBeVisible()
  await expect(page).toHaveTitle(/^Upload/)
})

test('the button of a card uploads as the drop does; with findings it asks', async ({ pageOf }) => {
  const page = await pageOf('ashby-submitter')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose and upload a file for Student 2023/24' }).click()
  await (await chooser).setFiles(
    await sampleFile('faulty.xml', { provider: '0001', students: 40, faults: 'schema' }),
  )
  await expect(page.getByRole('button', { name: 'Upload anyway' })).toBeVisible()
})
