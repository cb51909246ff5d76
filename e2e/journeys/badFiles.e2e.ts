import { writeFile } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { chooseFile, openSubmissions } from './steps.ts'

const field = (name: string) => `dt:text-is("${name}") + dd`

test('what is malformed, of the wrong type, empty or has a DOCTYPE is stopped in the browser, with its own message', async ({
  pageOf,
}, info) => {
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

  const write = async (name: string, content: string) => {
    const path = info.outputPath(name)
    await writeFile(path, content)
    return path
  }
  await page.locator('input[type=file]').setInputFiles(await write('data.csv', 'a,b'))
  await expect(page.getByText('"data.csv" is not an XML file.')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(await write('empty.xml', ''))
  await expect(page.getByText('"empty.xml" is empty.')).toBeVisible()
  await page
    .locator('input[type=file]')
    .setInputFiles(await write('bomb.xml', '<!DOCTYPE lolz [<!ENTITY lol "lol">]><lolz>&lol;</lolz>'))
  await expect(page.locator(field('Message'))).toContainText('DOCTYPE')
  expect(uploads).toEqual([])
})

test("a file of another provider's UKPRN is refused with only that error", async ({ pageOf }) => {
  const page = await pageOf('ashby-submitter')
  await openSubmissions(page)
  await chooseFile(page, await sampleFile('u.xml', { provider: '0001', students: 50, faults: 'ukprn' }))
  await expect(page.getByText('This file would be rejected after the upload')).toBeVisible()
  await page.getByRole('button', { name: 'Upload anyway' }).click()
  await expect(page.getByText('Right to process check failed').first()).toBeVisible()
  await expect(page.getByText(/UKPRN: found \d{8}, expected 10000001/)).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('button', { name: 'Upload a corrected file' }).click()
  await expect(page.getByText('Drag your XML file here')).toBeVisible()
})
