import { guestRule, guestRuleset, guestSchema, zipped } from '../../tests/server/support/published.ts'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'

/** The agency publishes a schema and a ruleset while the system runs (decisions §10). */

test('a schema is published, then a ruleset of it: checked, published, replaced and downloaded', async ({
  pageOf,
  portal,
}) => {
  const admin = await pageOf('bedel-admin')
  const staff = await pageOf('bedel-staff')
  await goTo(staff, `${portal.url}/management/specifications/schemas`)
  await expect(staff.getByRole('row', { name: /25056_1_0_0/ })).toBeVisible()
  await expect(staff.getByRole('link', { name: 'Publish a schema' })).toHaveCount(0)
  await goTo(admin, `${portal.url}/management/specifications/schemas`)
  await admin.getByRole('link', { name: 'Publish a schema' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Publish a schema' })).toBeVisible()
  const file = (label: string) => admin.getByLabel(label)
  const xml = (name: string, text: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })
  await file('XSD document').setInputFiles(xml('guests.xsd', guestSchema('26900_1_0_0')))
  await file('Must be accepted').setInputFiles(
    xml('good.xml', '<Guests><Person><ID>1</ID></Person></Guests>'),
  )
  await file('Must be rejected').setInputFiles(xml('bad.xml', '<Guests><Person><NAME/></Person></Guests>'))
  await admin.getByRole('button', { name: 'Check and publish' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: '26900_1_0_0 is published' })).toBeVisible()
  // Told to who looks at the list.
  await expect(staff.getByRole('row', { name: /26900_1_0_0/ })).toContainText('Draft')

  await admin.getByRole('link', { name: 'Back to schemas' }).click()
  await admin.getByRole('link', { name: 'Rulesets' }).click()
  await admin.getByRole('link', { name: 'Publish a ruleset' }).click()
  const files = guestRuleset('26900_1.0.0', '26900_1_0_0')
  const zip = async (changed: Record<string, string>) => ({
    name: 'guests.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(await (await zipped({ ...files, ...changed })).arrayBuffer()),
  })
  const chooseZip = async (changed: Record<string, string>) =>
    file('Zip file of the folder').setInputFiles(await zip(changed))
  const press = (name: string) => admin.getByRole('button', { name, exact: true }).click()
  const rule = files[guestRule] ?? ''
  const second = 'rules/Stay.NIGHTS.002.V01.yaml'
  await chooseZip({
    [guestRule]: rule.replace('is_long(', 'is_longer('),
    [second]: rule.replace('NIGHTS.001', 'NIGHTS.002').replace('Person.BORN >', 'Person.BORNE >'),
  })
  await press('Check')
  await expect(admin.getByRole('rowheader', { name: `${guestRule}:8` })).toBeVisible()
  await expect(admin.getByRole('rowheader', { name: `${second}:7` })).toBeVisible()
  const errors = admin.waitForEvent('download')
  await press('Download errors')
  expect((await errors).suggestedFilename()).toBe('errors.txt')
  await expect(admin.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  await chooseZip({})
  await press('Check')
  await expect(admin.getByText('No errors in 26900_1.0.0')).toBeVisible()
  await expect(admin.getByText('There is no earlier ruleset of this record')).toBeVisible()
  await press('Publish')
  await expect(admin.getByRole('heading', { level: 1, name: '26900_1.0.0 is published' })).toBeVisible()

  // The same version once more: what changes is read before the Draft is replaced.
  await admin.getByRole('link', { name: 'Show its rules' }).click()
  await admin.getByRole('link', { name: 'Replace this Draft' }).click()
  await chooseZip({ [guestRule]: rule.replace('Long stay of one born late', 'Stay that is too long') })
  await press('Check')
  await expect(admin.getByRole('heading', { name: 'Changes from the present Draft' })).toBeVisible()
  await expect(admin.getByRole('deletion').getByText('Long stay of one born late')).toBeVisible()
  await press('Replace the Draft')
  const question = admin.getByRole('alertdialog')
  await expect(question).toContainText('No specification, submission or other ruleset uses the Draft')
  await question.getByRole('button', { name: 'Replace the Draft' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: '26900_1.0.0 is replaced' })).toBeVisible()
  await admin.getByRole('link', { name: 'Back to rulesets' }).click()
  await expect(admin.getByRole('row', { name: /26900_1\.0\.0/ })).toContainText('Draft')

  // One rule of it is changed: its examples say at once what that does.
  await admin.getByRole('link', { name: '26900_1.0.0' }).click()
  await admin.getByRole('link', { name: 'QR.GUEST.Stay.NIGHTS.001.V01' }).click()
  await expect(admin.getByText('All 3 examples give the expected result')).toBeVisible()
  const failure = admin.getByRole('textbox', { name: 'Failure' })
  await failure.fill('is_long((')
  await expect(admin.getByRole('cell', { name: /^failure: .*syntax error/ })).toBeVisible()
  await failure.fill('Person.Z_NIGHTS >= 6')
  await expect(admin.getByText('1 of 3 examples gives a different result')).toBeVisible()
  await failure.fill('Person.Z_NIGHTS > 6')
  await expect(admin.getByText('All 3 examples give the expected result')).toBeVisible()
  await admin.getByRole('button', { name: 'Save as next version' }).click()
  await expect(admin.getByText('Saved in 26900_1.0.1')).toBeVisible()
  await admin.getByRole('link', { name: 'Continue in the new version' }).click()
  await expect(admin.getByText('Person.Z_NIGHTS > 6')).toBeVisible()

  // Both versions are compared, and a specification is downloaded for the offline check.
  await goTo(admin, `${portal.url}/management/specifications/rulesets`)
  await admin.getByRole('link', { name: '26900_1.0.1' }).click()
  await admin.getByRole('link', { name: 'Compare' }).click()
  await admin
    .getByRole('navigation', { name: 'Validation Rules: type of change' })
    .getByRole('link', { name: /^Conditions/ })
    .click()
  await expect(admin.getByRole('insertion').getByText('Person.Z_NIGHTS > 6')).toBeVisible()
  await goTo(admin, `${portal.url}/specification/23056`)
  const packed = admin.waitForEvent('download')
  await press('Download for offline checking')
  expect((await packed).suggestedFilename()).toBe('specification.23056_1.0.0.zip')
})
