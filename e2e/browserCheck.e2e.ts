import { chooseFile, openSubmissions } from './journeys/steps.ts'
import { expect, expectAccessible, test } from './support/fixtures.ts'
import { sampleFile } from './support/samples.ts'

test('a file that does not fit the schema is known before the upload, and the server finds the same', async ({
  pageOf,
}) => {
  const page = await pageOf('ashby-submitter')
  await openSubmissions(page)
  await chooseFile(page, await sampleFile('s.xml', { provider: '0001', students: 100, faults: 'schema' }))
  const found = page.getByRole('table', { name: 'Schema errors' })
  await expect(found).toBeVisible()
  await expectAccessible(page)
  const lines = await found.locator('tbody tr td:nth-child(1)').allTextContents()
  const columns = await found.locator('tbody tr td:nth-child(2)').allTextContents()
  const inBrowser = lines.map((line, index) => `${line}column ${columns[index]}`)
  const messages = await found.locator('tbody tr td:nth-child(3)').allTextContents()
  expect(inBrowser.length).toBeGreaterThan(1)

  await page.getByRole('button', { name: 'Upload all the same' }).click()
  await expect(page).toHaveURL(/\/processing/)
  const onServer = page.getByRole('table', { name: 'Schema validation errors' })
  await expect(onServer.getByRole('row')).toHaveCount(inBrowser.length + 1)
  await expect(onServer.locator('tbody tr').getByRole('rowheader')).toHaveText(inBrowser)
  for (const message of messages) await expect(onServer).toContainText(message)
})

test('a clean file is told to fit the schema', async ({ pageOf }) => {
  const page = await pageOf('ashby-submitter')
  await openSubmissions(page)
  await chooseFile(page, await sampleFile('c.xml', { provider: '0001', students: 50 }))
  await expect(page.getByText('The file can be read and fits the schema 23056_1_0_0.')).toBeVisible()
})

test('the check of a large file shows how far it is, can be stopped, and ends well', async ({ pageOf }) => {
  test.setTimeout(120_000)
  const page = await pageOf('ashby-submitter')
  const large = await sampleFile('large.xml', { provider: '0001', students: 20_000 })
  await openSubmissions(page)
  await chooseFile(page, large)
  const progress = page.getByRole('progressbar', { name: 'Checking the file in your browser' })
  await expect(progress).toHaveAttribute('aria-valuetext', /^\d+%, .* of /)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Drag your XML file here')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(large)
  await expect(page.getByText('Ready to upload')).toBeVisible({ timeout: 60_000 })
})
