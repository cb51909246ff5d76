import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { choose } from '../support/choose.ts'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { savedCsv } from '../support/savedCsv.ts'

/** The tolerances of many rules in one table, exported, edited and imported (decisions §18). */

const nation = 'QR.STUDENT.Student.NATION.901.V01'

const makeDraft = async (page: Page, url: string): Promise<void> => {
  await goTo(page, `${url}/management/specifications/specs/new`)
  await choose(page, 'Schema version', '23056_1_0_0')
  await choose(page, 'Ruleset version', '23056_1.0.0')
  await page.getByText('Minor').click()
  await page.getByRole('button', { name: 'Create specification' }).click()
  await page.getByRole('button', { name: 'Apply configuration' }).click()
  await page.getByRole('link', { name: '23056_1.1.0' }).click()
}

const chooseFile = async (page: Page, name: string, content: string | Buffer): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Choose (file|another file)$/ }).click()
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
}

test('tolerances are exported, edited, imported with a fault, corrected and applied', async ({
  pageOf,
  portal,
}) => {
  const admin = await pageOf('bedel-admin')
  await makeDraft(admin, portal.url)
  await admin.getByRole('link', { name: 'All tolerances' }).click()
  const { name, text } = await savedCsv(admin.getByRole('button', { name: 'Export CSV' }))
  expect(name).toBe('tolerances.23056_1.1.0.csv')

  const line = `${nation},5016,percentage,2,`
  expect(text).toContain(line)
  const faulty = text.replace(line, `${nation},5016,percentage,1000,`)
  await admin.getByRole('link', { name: 'Import', exact: true }).click()
  await chooseFile(admin, 'tolerances.csv', faulty)
  const at = faulty.slice(0, faulty.indexOf(`${nation},5016,percentage`)).split('\r\n').length
  const fault = admin.getByRole('row', { name: /0 to 999\.99/ })
  await expect(fault).toContainText(`${at}`)
  await expect(fault).toContainText('1000')
  await expect(admin.getByRole('button', { name: /^Apply/ })).toHaveCount(0)

  await chooseFile(admin, 'tolerances.csv', text.replace(line, `${nation},5016,percentage,8.25,`))
  await expect(admin.getByRole('row', { name: new RegExp(nation) })).toContainText('2%8.25%')
  await admin.getByRole('textbox', { name: 'Reason for the change (optional)' }).fill('Asked for by OHE')
  await admin.getByRole('button', { name: 'Apply 1 change' }).click()

  await admin.getByRole('searchbox', { name: 'Search rules' }).fill(nation)
  const share = admin.getByRole('textbox', {
    name: /^Percentage for (?:Nationality not known|.*Student\.NATION\.901.*), OHE/,
  })
  await expect(share).toHaveValue('8.25')

  // In the table: a value is typed, and all changes are saved together.
  await share.fill('9.5')
  await expect(admin.getByRole('heading', { name: '1 unsaved change' })).toBeVisible()
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  // The import has said the same, and may still be shown.
  await expect(admin.getByText('Tolerances of 1 rule saved').last()).toBeVisible()
  await expect(admin.getByRole('heading', { name: '1 unsaved change' })).toBeHidden()

  // A workbook is imported as it was exported: nothing is different.
  const saving = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Export Excel' }).click()
  const book = await readFile(await (await saving).path())
  await admin.getByRole('link', { name: 'Import', exact: true }).click()
  await chooseFile(admin, 'tolerances.xlsx', book)
  await expect(admin.getByText('The specification already has every value of the file.')).toBeVisible()

  // The page of the specification has the same value.
  await goTo(admin, `${portal.url}/management/specifications/specs`)
  await admin.getByRole('link', { name: '23056_1.1.0', exact: true }).click()
  await admin.getByRole('searchbox', { name: 'Filter by name' }).fill(nation)
  await admin.getByRole('button', { name: 'Search', exact: true }).click()
  await admin.getByRole('button', { name: new RegExp(nation) }).click()
  await expect(admin.getByRole('textbox', { name: 'Percentage for OHE' })).toHaveValue('9.5')

  // Staff without the right read and export the table.
  const staff = await pageOf('bedel-staff')
  await goTo(staff, admin.url().replace(/\?.*$/, '').concat('/tolerances'))
  await expect(staff.getByRole('button', { name: 'Export CSV' })).toBeVisible()
  await expect(staff.getByRole('link', { name: 'Import', exact: true })).toHaveCount(0)
})
