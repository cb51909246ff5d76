import { writeFile } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { chooseFile, openSubmissions } from './steps.ts'

const field = (name: string) => `dt:text-is("${name}") + dd`

test('a malformed file is stopped in the browser with code, message, line and column', async ({ pageOf }) => {
  const page = await pageOf('ashby-submitter')
  const uploads: string[] = []
  page.on('request', request => {
    if (request.url().includes('uploadRequest')) uploads.push(request.url())
  })
  await openSubmissions(page)
  await chooseFile(page, await sampleFile('a.xml', { provider: '0001', students: 20, faults: 'malformed' }))
  await expect(page.getByText('File validation failed.').first()).toBeVisible()
  await expect(page.locator(field('Code'))).toHaveText(/^[A-Z_]+$/)
  await expect(page.locator(field('Message'))).not.toBeEmpty()
  await expect(page.locator(field('Line'))).toHaveText(/^[\d,]+$/)
  await expect(page.locator(field('Column'))).toHaveText(/^\d+$/)
  await expect(page.getByRole('button', { name: 'Upload file', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(uploads).toEqual([])
})

test('wrong type, empty file and a DOCTYPE are each refused with their own message', async ({
  pageOf,
}, info) => {
  const page = await pageOf('ashby-submitter')
  const write = async (name: string, content: string) => {
    const path = info.outputPath(name)
    await writeFile(path, content)
    return path
  }
  await openSubmissions(page)
  await chooseFile(page, await write('data.csv', 'a,b'))
  await expect(page.getByText('"data.csv" is not an XML file.')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(await write('empty.xml', ''))
  await expect(page.getByText('"empty.xml" is empty.')).toBeVisible()
  await page
    .locator('input[type=file]')
    .setInputFiles(await write('bomb.xml', '<!DOCTYPE lolz [<!ENTITY lol "lol">]><lolz>&lol;</lolz>'))
  await expect(page.locator(field('Message'))).toContainText('DOCTYPE')
})

test('a schema-faulty file shows its failures, and they can be downloaded', async ({ pageOf }) => {
  const page = await pageOf('ashby-submitter')
  await openSubmissions(page)
  await chooseFile(page, await sampleFile('s.xml', { provider: '0001', students: 50, faults: 'schema' }))
  // Whether the browser knows the schema decides which of the two buttons is there.
  await page.getByRole('button', { name: /^Upload (file|all the same)$/ }).click()
  await expect(page).toHaveURL(/\/processing/)
  const failures = page.getByRole('table', { name: 'Schema validation errors' })
  await expect(failures.getByRole('row')).not.toHaveCount(1)
  await expect(failures.getByRole('columnheader')).toHaveText(['LineNumber', 'Error', 'Details'])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the full schema report' }).click()
  expect((await download).suggestedFilename()).toMatch(/^SchemaReport\..*\.csv$/)
})

test("a file of another provider's UKPRN is refused with only that error", async ({ pageOf }) => {
  const page = await pageOf('ashby-submitter')
  await openSubmissions(page)
  await chooseFile(page, await sampleFile('u.xml', { provider: '0001', students: 50, faults: 'ukprn' }))
  await expect(page.getByText('This file would be refused after the upload')).toBeVisible()
  await page.getByRole('button', { name: 'Upload all the same' }).click()
  await expect(page.getByText('Right to process check failed').first()).toBeVisible()
  await expect(page.getByText(/UKPRN: found \d{8}, expected 10000001/)).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('button', { name: 'Upload a new file' }).click()
  await expect(page.getByText('Drag your XML file here')).toBeVisible()
})
