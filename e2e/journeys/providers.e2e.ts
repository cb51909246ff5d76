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
  await expect(row).toContainText('In the register only')
  await row.getByRole('button', { name: 'Add Farndon College' }).click()
  await expect(row).toContainText('Added, not onboarded')
  await row.getByRole('link', { name: 'Farndon College, London' }).click()
  await admin.getByRole('link', { name: 'Change details' }).click()
  await admin.getByRole('textbox', { name: 'Published name' }).fill('Farndon')
  await admin.getByRole('textbox', { name: 'Name of contact 1' }).fill('Ada Wells')
  await admin.getByRole('textbox', { name: 'Email of contact 1' }).fill('records@farndon.example')
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.getByRole('link', { name: 'records@farndon.example' })).toBeVisible()
  await admin.getByRole('button', { name: 'Onboard' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Onboard' }).click()
  await expect(admin.getByRole('button', { name: 'End onboarding' })).toBeVisible()
  await expect(admin.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveCount(3)
  await expect(staff.getByRole('row', { name: /Farndon/ })).toBeVisible()
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
