import type { Locator } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { holdNext } from '../support/intercept.ts'

/** The agency imports its register, takes a provider in and has it take part (decisions §10). */

const register = [
  'instId,ukprn,name,publishedName,country,region,regulator,riskCode,awardingPowers',
  '0001,10000001,University of Ashby,Ashby University,E,East Midlands,5016,02,yes',
  '0006,10000006,"Farndon College, London",Farndon College,E,London,5016,01,no',
].join('\r\n')

test('a register is imported after a preview, and what it says of a provider is seen at once', async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf('ashby-signoff')
  await provider.goto(`${portal.url}/submissions`)
  await expect(provider.getByRole('banner')).toContainText('University of Ashby')
  const staff = await pageOf('bedel-staff')
  await staff.goto(`${portal.url}/monitoring/23056?mi.open=submissions`)
  await expect(staff.getByRole('row', { name: /University of Ashby/ })).toBeVisible()

  const admin = await pageOf('bedel-admin')
  await admin.goto(`${portal.url}/management/collections`)
  await admin.getByRole('link', { name: 'Providers', exact: true }).click()
  await admin.getByRole('link', { name: 'Import register' }).click()
  const chooser = admin.waitForEvent('filechooser')
  await admin.getByRole('button', { name: 'Choose file' }).click()
  await (await chooser).setFiles({
    name: 'register.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(register),
  })
  const changes = admin.getByRole('table', { name: 'Changed' })
  await expect(changes.getByRole('row', { name: /Published name/ })).toContainText('Ashby University')
  await expect(changes.getByRole('row', { name: /Risk code/ })).toContainText('02')
  await expect(admin.getByRole('table', { name: 'New' })).toContainText('Farndon College, London')
  await admin.getByRole('button', { name: 'Import', exact: true }).click()
  const question = admin.getByRole('alertdialog', { name: 'Import the register?' })
  await expect(question).toContainText('1 new provider is added to the register.')
  await question.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(admin.getByText('Register imported')).toBeVisible()

  // Nobody has loaded a page anew.
  await expect(provider.getByRole('banner')).toContainText('Ashby University')
  await expect(staff.getByRole('row', { name: /Ashby University/ })).toBeVisible()

  const row = admin.getByRole('row', { name: /Farndon College/ })
  await expect(row).toContainText('Not onboarded')
  await row.getByRole('link', { name: 'Farndon College, London' }).click()
  await admin.getByRole('button', { name: 'Onboard', exact: true }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Onboard', exact: true }).click()
  await expect(admin.getByRole('button', { name: 'End onboarding' })).toBeVisible()
  await admin.getByRole('link', { name: 'Change details' }).click()
  await admin.getByRole('textbox', { name: 'Published name' }).fill('Farndon')
  await admin.getByRole('textbox', { name: 'Name of contact 1' }).fill('Ada Wells')
  await admin.getByRole('textbox', { name: 'Email of contact 1' }).fill('records@farndon.example')
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.getByRole('link', { name: 'records@farndon.example' })).toBeVisible()
  await expect(admin.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveCount(2)
  await expect(staff.getByRole('row', { name: /Farndon/ })).toBeVisible()
})

test('400 providers of an odd register are in and onboarded in at most ten clicks', async ({
  pageOf,
  portal,
}) => {
  const admin = await pageOf('bedel-admin')
  await admin.goto(`${portal.url}/`)
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible()
  let clicks = 0
  const click = async (target: Locator): Promise<void> => {
    clicks += 1
    await target.click()
  }
  const head = 'instId;ukprn;name;publishedName;country;region;regulator;riskCode;awardingPowers'
  const lines = Array.from(
    { length: 400 },
    (_, at) => `${2000 + at};${10_002_000 + at};Université ${at};Université ${at};E;;5016;1;no`,
  )
  await click(admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Management' }))
  await click(admin.getByRole('link', { name: 'Providers', exact: true }))
  await click(admin.getByRole('link', { name: 'Import register' }))
  const chooser = admin.waitForEvent('filechooser')
  await click(admin.getByRole('button', { name: 'Choose file' }))
  // As Excel saves it on a French machine: Windows-1252, semicolons, no leading zeros.
  await (await chooser).setFiles({
    name: 'register.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([head, ...lines].join('\r\n'), 'latin1'),
  })
  await expect(admin.getByText('The file is not UTF-8. It was read as Windows-1252.')).toBeVisible()
  await expect(admin.getByText('riskCode has lost its leading zeros. 400 values were restored')).toBeVisible()
  await click(admin.getByRole('button', { name: 'Import', exact: true }))
  await click(admin.getByRole('alertdialog').getByRole('button', { name: 'Import', exact: true }))
  const providers = admin.getByRole('table', { name: 'Providers' })
  await expect(providers.getByRole('row', { name: /Université 0/ }).first()).toContainText('Not onboarded')
  // Elgin University was not onboarded before.
  await click(admin.getByText('Select all 401 that are not onboarded'))
  await click(admin.getByRole('button', { name: 'Add and onboard 401 providers' }))
  await click(admin.getByRole('alertdialog').getByRole('button', { name: 'Add and onboard 401 providers' }))
  await expect(admin.getByText('401 providers onboarded')).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Not onboarded 0' })).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Onboarded 405', exact: true })).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(10)
})

test('who does not administer providers looks at them and changes nothing', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const staff = await pageOf('bedel-staff')
  await staff.goto(`${portal.url}/management/providers`)
  await expect(staff.getByRole('row', { name: /Brackley Institute of Arts/ })).toBeVisible()
  await expect(staff.getByRole('link', { name: 'Import register' })).toHaveCount(0)
  await staff.goto(`${portal.url}/management/providers/import`)
  await expect(staff.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await staff.goto(`${portal.url}/management/providers/0002`)
  await expect(staff.getByRole('heading', { level: 1, name: 'Brackley Institute of Arts' })).toBeVisible()
  await expect(staff.getByRole('link', { name: 'Change details' })).toHaveCount(0)
  const provider = await pageOf('ashby-signoff')
  await provider.goto(`${portal.url}/management/providers`)
  await expect(provider).toHaveURL(`${portal.url}/`)
})

test('the page on which a provider is changed keeps its name, whatever of it comes last', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const admin = await pageOf('bedel-admin')
  const regulators = holdNext(admin, '**/api/regulators')
  await admin.goto(`${portal.url}/management/providers/0001/details`)
  await expect(admin).toHaveTitle('Change University of Ashby – Bedel')
  await (await regulators).continue()
  await expect(admin.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  await expect(admin).toHaveTitle('Change University of Ashby – Bedel')
})
