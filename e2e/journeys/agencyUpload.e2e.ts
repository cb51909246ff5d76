import type { Locator } from '@playwright/test'
import { countClicks } from '../support/clicks.ts'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { sampleFile } from '../support/samples.ts'
import { sendFile, uploadAndProcess } from './steps.ts'

const middleOf = (locator: Locator): Promise<number> =>
  locator.evaluate(element => {
    const { left, right } = element.getBoundingClientRect()
    return (left + right) / 2
  })

/** An administrator uploads in the place of a provider (decisions §3), and everybody reads who did. */

test('an administrator uploads a file of a provider from its page', async ({ pageOf, portal }) => {
  const agency = await pageOf('bedel-admin')
  await goTo(agency, `${portal.url}/monitoring/providers/0004`)
  await agency
    .getByRole('button', { name: 'Upload a file for the provider to Student 2023/24', exact: true })
    .click()
  await expect(agency).toHaveURL(/\/monitoring\/23056\/c23056\/0004\/new\/upload$/)
  await agency
    .locator('input[type=file]')
    .setInputFiles(await sampleFile('in-its-place.xml', { provider: '0004', students: 20 }))
  await sendFile(agency)
  await expect(agency).toHaveURL(/\/monitoring\/23056\/c23056\/0004\/[0-9a-f-]{36}\/processing$/)
  const submission = new URL(agency.url()).pathname.split('/').at(-2) ?? ''

  await goTo(agency, `${portal.url}/monitoring/providers/0004`)
  const uploads = agency.getByRole('table', { name: 'Uploads' })
  const row = uploads.getByRole('row', { name: /in-its-place\.xml/ })
  await expect(row).toContainText('Ruth Calloway')
  // The audit names the person and whose submission it is.
  await goTo(agency, `${portal.url}/management/audit`)
  await agency.getByRole('searchbox').first().fill(submission)
  await agency.keyboard.press('Enter')
  await expect(
    agency.getByRole('row', { name: /bedel-admin|Ruth Calloway/ }).filter({ hasText: 'Started an upload' }),
  ).toBeVisible()
  // On a phone each line is a block: nothing has to be scrolled for, and what is said of an empty list stands in the middle.
  await agency.setViewportSize({ width: 360, height: 800 })
  const lines = agency.getByRole('region', { name: 'Audit entries' })
  await expect(lines).toHaveJSProperty('scrollWidth', await lines.evaluate(({ clientWidth }) => clientWidth))
  await agency.getByRole('searchbox').first().fill('of nobody')
  await agency.keyboard.press('Enter')
  const nothing = agency.getByText('No results found.')
  await expect(nothing).toBeVisible()
  expect(Math.abs((await middleOf(nothing)) - (await middleOf(lines)))).toBeLessThan(2)

  // The provider finds it among its own, sent by the organisation that did.
  const provider = await pageOf('dunmore-signoff')
  await provider.goto(`${portal.url}/submissions`)
  await expect(provider.getByRole('link', { name: 'in-its-place.xml' }).first()).toBeVisible()
})

test('an administrator finds who did what in the audit with three clicks', async ({ pageOf, portal }) => {
  const provider = await pageOf('ashby-signoff')
  await uploadAndProcess(provider, await sampleFile('ashby-audited.xml', { provider: '0001', students: 20 }))
  const agency = await pageOf('bedel-admin')
  await goTo(agency, `${portal.url}/`)
  const clicks = await countClicks(agency)
  await agency.getByRole('link', { name: 'Audit' }).click()
  await agency.getByRole('searchbox', { name: 'Person, provider or file' }).fill('ashby-audited')
  const row = agency.getByRole('row', { name: /Uploaded a file|Started an upload/ }).first()
  await expect(row).toContainText('ashby-audited.xml')
  await row.getByRole('button').click()
  await expect(agency.getByRole('list', { name: 'Everything about this subject' })).toContainText(
    'Started an upload by',
  )
  expect(await clicks()).toBeLessThanOrEqual(3)
})
