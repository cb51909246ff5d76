import { guestRuleset, guestSchema, zipped } from '../../tests/server/support/published.ts'
import { uploadAndProcess } from '../journeys/steps.ts'
import { choose } from '../support/choose.ts'
import { giveToOthers } from '../support/database.ts'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { expectSound, visitSound } from './sound.ts'

const registerOf = (...lines: string[]): string =>
  ['instId,ukprn,name,publishedName,country,region,regulator,riskCode,awardingPowers', ...lines].join('\n')

/** Two submissions of a provider, the later one in each state that its task can come to by itself. */
test('the submissions that can be pseudonymised', { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
  const anon = await pageOf('bedel-anon')
  const address = `${portal.url}/management/data-pseudonymisation`
  await visitSound(anon, address, 'data pseudonymisation, empty')
  const provider = await pageOf('ashby-signoff')
  for (const name of ['first.xml', 'second.xml'])
    await uploadAndProcess(provider, await sampleFile(name, { provider: '0001', students: 20 }))
  await visitSound(anon, `${address}?ps.open=0001`, 'data pseudonymisation')
  const latest = anon.getByRole('row', { name: /second\.xml/ })
  await latest.getByRole('button', { name: /^Anonymise / }).click()
  await expect(latest.getByRole('button', { name: /^Download / })).toBeVisible()
  await expectSound(anon, 'data pseudonymisation, ready')
})

test('the screens of management', { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
  const admin = await pageOf('bedel-admin')
  await visitSound(admin, `${portal.url}/management/collections`, 'collections')
  const state = 'State of Student 2024/25'
  await admin.getByRole('button', { name: `Change ${state}` }).click()
  await choose(admin, state, 'Open')
  await expectSound(admin, 'collections, state chosen')
  await visitSound(admin, `${portal.url}/management/collections/new`, 'new collection')
  const specifications = `${portal.url}/management/specifications`
  await visitSound(admin, specifications, 'specifications')
  await visitSound(admin, `${specifications}/schemas`, 'schemas')
  await visitSound(admin, `${specifications}/rulesets`, 'rulesets')
  await visitSound(admin, `${specifications}/schemas/new`, 'new schema')
  const named = (name: string, text: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })
  await admin.getByLabel('XSD document').setInputFiles(named('next.xsd', guestSchema('next')))
  await admin.getByLabel('Must be accepted').setInputFiles(named('good.xml', '<Guests><Guest/></Guests>'))
  await admin.getByLabel('Must be rejected').setInputFiles(named('bad.xml', '<Guests/>'))
  await admin.getByRole('button', { name: 'Check and publish' }).click()
  await expect(admin.getByText('The schema was rejected: it has 3 errors.')).toBeVisible()
  await expectSound(admin, 'new schema, refused')
  await visitSound(admin, `${specifications}/rulesets/new`, 'new ruleset')
  const nation = 'QR.STUDENT.Student.NATION.901.V01'
  await visitSound(admin, `${specifications}/rulesets/1`, 'rules of a ruleset')
  await visitSound(admin, `${specifications}/rulesets/1/difference`, 'difference of rulesets')
  await visitSound(admin, `${specifications}/rules/${nation}?ruleset=1`, 'rule of a ruleset')
  await visitSound(admin, `${specifications}/specs/new`, 'new specification')
  await admin.getByRole('button', { name: 'Create specification' }).click()
  await expectSound(admin, 'new specification, nothing chosen')
  await choose(admin, 'Schema version', '23056_1_0_0')
  await choose(admin, 'Ruleset version', '23056_1.0.0')
  await admin.getByText('Minor').click()
  await admin.getByRole('button', { name: 'Create specification' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: '23056_1.1.0' })).toBeVisible()
  await expectSound(admin, 'new specification, configuration')
  await admin.getByRole('button', { name: 'Apply configuration' }).click()
  await admin.getByRole('link', { name: '23056_1.1.0' }).click()
  await admin.getByRole('searchbox', { name: 'Filter by name' }).fill('NATION.901')
  await admin.keyboard.press('Enter')
  await admin.getByRole('button', { name: /QR.STUDENT.Student.NATION.901.V01/ }).click()
  await admin.getByRole('textbox', { name: 'Percentage for OHE' }).fill('5.125')
  await admin.getByRole('textbox', { name: 'Percentage for OHE' }).blur()
  await expect(admin.getByText('Use at most two decimal places')).toBeVisible()
  await expectSound(admin, 'specification, value in error')
  await admin.getByRole('textbox', { name: 'Percentage for OHE' }).fill('5.12')
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.getByText('Changed', { exact: true })).toBeVisible()
  await admin.getByRole('link', { name: 'Rule Metadata' }).click()
  await expectSound(admin, 'specification, metadata')
  await admin.getByRole('link', { name: /^Derived Fields/ }).click()
  await expectSound(admin, 'specification, derived fields')
  await admin.getByRole('link', { name: 'All tolerances' }).click()
  await admin.getByRole('searchbox', { name: 'Search rules' }).fill('NATION.901')
  await admin.getByRole('textbox', { name: /^Percentage for .*OHE/ }).fill('5.125')
  await admin.getByRole('textbox', { name: /^Percentage for .*OHE/ }).blur()
  await expect(admin.getByText('1 value is not valid. Correct it before saving.')).toBeVisible()
  await expectSound(admin, 'tolerances of all rules')
  await admin.getByRole('button', { name: 'Cancel', exact: true }).click()
  await admin.getByRole('link', { name: 'Import', exact: true }).click()
  await expectSound(admin, 'tolerances, import')
  await admin.goBack()
  await admin
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: '23056_1.1.0' })
    .click()
  await admin.getByRole('link', { name: /^Compare with/ }).click()
  await expect(admin.getByRole('heading', { name: 'Validation Rules' })).toBeVisible()
  await expectSound(admin, 'difference of specifications')
  await visitSound(admin, `${portal.url}/management/collections/25056`, 'collection, set-up')
  const collection = `${portal.url}/management/collections/23056`
  await visitSound(admin, `${collection}/details`, 'collection details')
  await admin.getByRole('textbox', { name: 'Name' }).fill('Student 2023/24, main')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Name: Student 2023/24, main (was Student 2023/24)')).toBeVisible()
  await expectSound(admin, 'collection')

  // Staff and expenditure by cost centre, beside which the Cost Centre Analysis sets the students (decisions §12).
  const send = async (...lines: string[]) => {
    const chooser = admin.waitForEvent('filechooser')
    await admin.getByRole('button', { name: 'Choose a file' }).click()
    const csv = ['INSTID,COSTCN,STAFFFTE,EXPENDITURE', ...lines].join('\n')
    await (await chooser).setFiles({ name: 'costs.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  }
  await expect(admin.getByText('No reference file.')).toBeVisible()
  await send('0001,101,20.5,1000000', '0001,1x1,2,3')
  const refusal = admin.getByText('1 line of the file is not valid. Nothing was changed.')
  await expect(refusal).toBeVisible()
  await expect(admin.getByText(/^Line 3: Each line must have a provider number/)).toBeVisible()
  await expectSound(admin, 'collection, cost centres refused')
  await send('0001,101,20.5,1000000', '0002,101,3,45000')
  await expect(admin.getByText(/^2 cost centres for 2 providers, uploaded /)).toBeVisible()
  await expect(refusal).toBeHidden()
  await expectSound(admin, 'collection, cost centres kept')
})

test('providers', { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
  const admin = await pageOf('bedel-admin')
  const address = `${portal.url}/management/providers`
  await visitSound(admin, `${address}/import`, 'register, nothing chosen')
  const choose = async (content: string) => {
    const chooser = admin.waitForEvent('filechooser')
    await admin.getByRole('button', { name: /^Choose (file|another file)$/ }).click()
    await (await chooser).setFiles({
      name: 'register.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(content),
    })
  }
  await choose(registerOf('0001,1,University of Ashby,Ashby,E,,5016,01,perhaps'))
  await expect(admin.getByRole('heading', { name: '2 values in register.csv are not valid' })).toBeVisible()
  await expectSound(admin, 'register, at fault')
  await choose(
    registerOf(
      '0001,10000001,University of Ashby,Ashby,E,East Midlands,5016,02,yes',
      '0006,10000006,Farndon College,Farndon College,E,London,5016,01,no',
    ),
  )
  await expect(admin.getByRole('heading', { name: 'Changes in register.csv' })).toBeVisible()
  await expectSound(admin, 'register, preview')
  await admin.getByRole('button', { name: 'Import', exact: true }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Import', exact: true }).click()
  await expect(admin.getByRole('row', { name: /Farndon College/ })).toContainText('Not onboarded')
  await expectSound(admin, 'providers')
  await visitSound(admin, `${portal.url}/management/users`, 'users')
  await visitSound(admin, `${address}/0001/details`, 'provider details')
  await visitSound(admin, `${address}/0001`, 'provider')
})

test('a rule that is changed', { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
  const admin = await pageOf('bedel-admin')
  const specifications = `${portal.url}/management/specifications`
  await admin.goto(`${specifications}/schemas/new`)
  const file = (name: string, content: string | Buffer) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  })
  const picked = admin.locator('input[type=file]').first()
  await picked.setInputFiles(file('guests.xsd', guestSchema('26900_1_0_0')))
  await admin.getByRole('button', { name: 'Check and publish' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: '26900_1_0_0 is published' })).toBeVisible()
  await expectSound(admin, 'schema is published')
  await admin.goto(`${specifications}/rulesets/new`)
  const zip = await (await zipped(guestRuleset('26900_1.0.0', '26900_1_0_0'))).arrayBuffer()
  await picked.setInputFiles(file('guests.zip', Buffer.from(zip)))
  await admin.getByRole('button', { name: 'Check and publish' }).click()
  await admin.getByRole('link', { name: 'Back to rulesets' }).click()
  await admin.getByRole('link', { name: '26900_1.0.0' }).click()
  await admin.getByRole('link', { name: 'QR.GUEST.Stay.NIGHTS.001.V01' }).click()
  await expect(admin.getByText('All 3 examples give the expected result')).toBeVisible()
  await expectSound(admin, 'rule, examples give the expected result')
  await admin.getByRole('textbox', { name: 'Failure' }).fill('Person.Z_NIGHTS >= 6')
  await expect(admin.getByText('1 of 3 examples gives a different result')).toBeVisible()
  await expectSound(admin, 'rule, an example gives something else')
  await admin.getByRole('textbox', { name: 'Failure' }).fill('Person.Z_NIGHTS >=')
  await expect(admin.getByText('The rule has 1 error')).toBeVisible()
  await expectSound(admin, 'rule, fault')
})

test('a decision about many providers', { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
  const provider = await pageOf('ashby-signoff')
  await uploadAndProcess(provider, await sampleFile('bulk.xml', { provider: '0001', students: 20 }))
  await giveToOthers(portal, 12)
  const admin = await pageOf('bedel-admin')
  const address = `${portal.url}/management/collections/bulk-reprocessing/c23056/23056`
  await visitSound(admin, address, 'bulk re-processing')
  await admin.locator('label', { hasText: /^Select all filtered \(\d+\)$/ }).click()
  await expectSound(admin, 'bulk re-processing, chosen')
  await admin.getByRole('button', { name: 'Re-process', exact: true }).click()
  await expect(admin.getByRole('alertdialog', { name: 'Re-process the selected providers?' })).toBeVisible()
  await expectSound(admin, 'bulk re-processing, confirmation')
  await admin.getByRole('button', { name: /^Re-process \d+ providers$/ }).click()
  await expect(admin.getByRole('heading', { name: 'Completed' })).toBeVisible()
  await expectSound(admin, 'bulk re-processing, job')
  await visitSound(admin, address, 'bulk re-processing, earlier jobs')
  const amendment = `${portal.url}/management/collections/historic-amendment/22056`
  await visitSound(admin, amendment, 'historic amendment')
})

test('outputs for regulators', { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
  const admin = await pageOf('bedel-admin')
  const address = `${portal.url}/iris-reprocessing`
  await visitSound(admin, address, 'iris re-processing, empty')
  const provider = await pageOf('ashby-signoff')
  await uploadAndProcess(
    provider,
    await sampleFile('iris.xml', { provider: '0001', students: 20, collection: '23056' }),
  )
  await giveToOthers(portal, 12)
  await visitSound(admin, address, 'iris re-processing')
  await admin.locator('label', { hasText: /^Select all \d+ on this page$/ }).click()
  await expectSound(admin, 'iris re-processing, chosen')
  await admin.getByRole('button', { name: 'Re-process selected' }).click()
  await expect(admin.getByRole('alertdialog', { name: 'Re-process the selected outputs?' })).toBeVisible()
  await expectSound(admin, 'iris re-processing, confirmation')
  await admin.getByRole('button', { name: /^Re-process \d+ outputs?$/ }).click()
  await expect(admin.getByRole('heading', { name: 'Completed' })).toBeVisible()
  await expectSound(admin, 'iris re-processing, job')
  await visitSound(admin, address, 'iris re-processing, earlier jobs')
})
