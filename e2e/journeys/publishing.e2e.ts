import { guestRule, guestRuleset, guestSchema, zipped } from '../../tests/server/support/published.ts'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'

/** The agency publishes a schema and a ruleset while the system runs (decisions §10). */

test('a schema is published with its samples, then a ruleset of it, whose faults are told first', async ({
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
  const broken = files[guestRule]?.replace('is_long(', 'is_longer(') ?? ''
  await file('Zip file of the folder').setInputFiles(await zip({ [guestRule]: broken }))
  await admin.getByRole('button', { name: 'Check and publish' }).click()
  await expect(admin.getByRole('rowheader', { name: `${guestRule}:8` })).toBeVisible()
  await file('Zip file of the folder').setInputFiles(await zip({}))
  await admin.getByRole('button', { name: 'Check and publish' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: '26900_1.0.0 is published' })).toBeVisible()
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
})
