import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { uploadAndProcess } from './steps.ts'

/** The agency has a record pseudonymised and takes it away (specification 1 §2, §4; decisions §13). */

const openPage = async (page: Page): Promise<void> => {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Data pseudonymisation' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Data Pseudonymisation' })).toBeVisible()
}
const rowOf = (page: Page, file: string) =>
  page.getByRole('table', { name: 'Submissions by provider' }).getByRole('row', { name: new RegExp(file) })

test('a record is anonymised and downloaded; a colleague sees it at once', async ({ pageOf, portal }) => {
  const anon = await pageOf('bedel-anon')
  const colleague = await pageOf('bedel-anon')
  for (const page of [anon, colleague]) await openPage(page)

  const provider = await pageOf('ashby-signoff')
  const file = 'ashby-for-analysis.xml'
  await uploadAndProcess(
    provider,
    await sampleFile(file, { provider: '0001', students: 40, collection: '23056' }),
  )

  // The file comes into the list while it is looked at.
  const row = rowOf(anon, file)
  await expect(row).toContainText('Not requested')
  await expect(row).toContainText('0001 - University of Ashby')
  await row.getByRole('button', { name: /^Anonymise / }).dblclick()
  await expect(row.getByRole('button', { name: /^Download / })).toBeVisible()
  await expect(row).toContainText(/Ready, [\d.]+ kB/)
  await expect(row.getByRole('alert')).toHaveCount(0)
  await expect(rowOf(colleague, file).getByRole('button', { name: /^Download / })).toBeVisible()

  const saved = anon.waitForEvent('download')
  await row.getByRole('button', { name: /^Download / }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^Pseudonymised\.23056\.0001\..+\.xml$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('<?pseudonymised purpose="agency-analysis"')

  // Searching keeps what is found in the address, and says when nothing is.
  await anon.getByRole('searchbox', { name: 'Search' }).fill('brackley')
  await expect(row).toBeHidden()
  await anon.getByRole('searchbox', { name: 'Search' }).fill('for-analysis')
  await expect(row).toBeVisible()
  await expect(anon).toHaveURL(/for-analysis/)
  await anon.reload()
  await expect(row.getByRole('button', { name: /^Download / })).toBeVisible()
  await anon.getByRole('searchbox', { name: 'Search' }).fill('nobody at all')
  await expect(anon.getByText('No results found.')).toBeVisible()

  // An administrator sees where it stands, to reset what has failed; nobody else is led here.
  const admin = await pageOf('bedel-admin')
  await openPage(admin)
  await expect(rowOf(admin, file)).toContainText(/Ready, [\d.]+ kB/)
  await expect(rowOf(admin, file).getByRole('button', { name: /^Download / })).toHaveCount(0)
  const staff = await pageOf('bedel-staff')
  await staff.goto(`${portal.url}/management/data-pseudonymisation`)
  await expect(staff).toHaveURL(`${portal.url}/`)
})
