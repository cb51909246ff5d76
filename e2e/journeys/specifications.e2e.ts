import { choose } from '../support/choose.ts'
import { countClicks } from '../support/clicks.ts'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'

/** The agency makes a specification with tolerances of its own (specification 1 §2, §4, §5; decisions §10). */

const nation = 'QR.STUDENT.Student.NATION.901.V01'

test('a specification is made, its tolerances are changed, and a collection is given it', async ({
  pageOf,
  portal,
}) => {
  const analyst = await pageOf('bedel-analyst')
  const staff = await pageOf('bedel-staff')
  await goTo(staff, `${portal.url}/management/specifications/specs`)
  await goTo(analyst, `${portal.url}/management/collections`)
  await analyst.getByRole('link', { name: 'Specifications' }).click()
  await analyst.getByRole('link', { name: 'Add New Specification' }).click()

  // Asked for before anything is chosen.
  await analyst.getByRole('button', { name: 'Create specification' }).click()
  for (const missing of ['Choose a schema version', 'Choose a ruleset version', 'Choose a version increment'])
    await expect(analyst.getByText(missing, { exact: true })).toBeVisible()
  await analyst.getByRole('button', { name: /Schema version$/ }).click()
  await expect(analyst.getByRole('option').last()).toContainText('25056_1_0_0 (No rulesets available)')
  await expect(analyst.getByRole('option').last()).toHaveAttribute('aria-disabled', 'true')
  await analyst.keyboard.press('Escape')
  await choose(analyst, 'Schema version', '23056_1_0_0')
  await choose(analyst, 'Ruleset version', '23056_1.0.0')
  await analyst.getByText('Minor').click()
  await analyst.getByRole('button', { name: 'Create specification' }).click()
  // The latest specification of the record is started from, and it changes nothing.
  await expect(analyst.getByRole('radio', { name: /Copy from another collection/ })).toBeChecked()
  await expect(analyst.getByText('23056_1.0.0 has no changes of this kind.')).toBeVisible()
  await analyst.getByRole('button', { name: 'Apply configuration' }).click()

  const row = (page: typeof analyst) =>
    page.getByRole('table', { name: 'Specifications' }).getByRole('row', { name: /23056_1\.1\.0/ })
  await expect(row(analyst)).toContainText('Draft')
  // Told to who looks at the list, who is offered nothing.
  await expect(row(staff)).toContainText('Draft')
  await expect(staff.getByRole('link', { name: 'Add New Specification' })).toHaveCount(0)

  await row(analyst).getByRole('link', { name: '23056_1.1.0' }).click()
  await expect(analyst.getByRole('link', { name: /^Validation Rules/ })).toContainText('211')
  await analyst.getByRole('searchbox', { name: 'Filter by name' }).fill(nation)
  await analyst.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(analyst.getByText('1 of 211 rules')).toBeVisible()
  const rule = analyst.getByRole('button', { name: new RegExp(nation) })
  await rule.click()

  const share = analyst.getByRole('textbox', { name: 'Percentage for OHE' })
  const save = analyst.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  for (const [text, fault] of [
    ['', 'Enter a value'],
    ['1000', '0 to 999.99'],
    ['1,5', 'Enter a number'],
    ['5.125', 'Use at most two decimal places'],
  ] as const) {
    await share.fill(text)
    await share.blur()
    await expect(analyst.getByRole('table').getByText(fault, { exact: true })).toBeVisible()
    await expect(save).toHaveAttribute('aria-disabled', 'true')
  }
  await share.fill('8.25')
  await analyst
    .getByRole('textbox', { name: 'Reason for the change (optional)' })
    .fill('Agents abroad do not ask')
  await expect(analyst.getByText('more than 5 records and more than 8.25%')).toBeVisible()
  // What is entered outlasts its row.
  await rule.click()
  await expect(share).toBeHidden()
  await expect(rule).toContainText('Not saved')
  await rule.click()
  await expect(share).toHaveValue('8.25')
  await save.click()
  await expect(rule).not.toContainText('Not saved')
  await expect(analyst.getByText('Changed', { exact: true })).toBeVisible()

  // What is open stands in the address.
  await analyst.reload()
  await expect(share).toHaveValue('8.25')
  await analyst.getByRole('link', { name: 'Rule Metadata' }).click()
  await analyst.getByRole('textbox', { name: 'Guidance URL' }).fill('javascript:alert(1)')
  await analyst.getByRole('textbox', { name: 'Guidance URL' }).blur()
  await expect(analyst.getByText(/^Enter a web address/)).toBeVisible()
  await analyst.getByRole('button', { name: 'Cancel', exact: true }).click()
  await analyst.getByRole('textbox', { name: 'Requirement' }).fill('Nationality is not known.')
  await save.click()
  await expect(analyst.getByText('Saved', { exact: true }).first()).toBeVisible()

  await analyst.getByRole('link', { name: /^Compare with/ }).click()
  await expect(analyst.getByRole('row', { name: /^Tolerance, OHE/ })).toContainText('5 records and 2%')
  await expect(analyst.getByRole('row', { name: /^Tolerance, OHE/ })).toContainText('5 records and 8.25%')
  await expect(analyst.getByRole('row', { name: /^Requirement/ })).toContainText('Nationality is not known.')
  await analyst.getByRole('link', { name: '23056_1.1.0', exact: true }).click()

  const state = 'Status of 23056_1.1.0'
  await analyst.getByRole('button', { name: `Change ${state}` }).click()
  await choose(analyst, state, 'Available')
  await save.click()
  await expect(analyst.getByRole('button', { name: 'Move specification to draft' })).toBeVisible()
  await expect(analyst.getByRole('button', { name: 'Delete specification' })).toHaveCount(0)

  const admin = await pageOf('bedel-admin')
  await goTo(admin, `${portal.url}/management/collections/23056`)
  const specification = 'Specification of Student 2023/24'
  await admin.getByRole('button', { name: `Change ${specification}` }).click()
  await choose(admin, specification, '23056_1.1.0')
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await admin.getByRole('button', { name: 'Assign specification' }).click()
  await expect(admin.getByRole('list', { name: 'Earlier specifications' })).toContainText('23056_1.0.0')
  // In Use: nothing in it changes any more.
  await expect(analyst.getByRole('button', { name: 'Move specification to draft' })).toHaveCount(0)
  await expect(analyst.getByText('In Use').first()).toBeVisible()

  // The next one takes over what was changed, each with who and why.
  await analyst.getByRole('link', { name: 'New version' }).click()
  const changes = analyst.getByRole('table', { name: 'Changes in 23056_1.1.0' })
  await expect(changes).toContainText('Carried over: 1')
  await expect(changes).toContainText('5 records and 8.25%')
  await expect(changes).toContainText('Ivo Marsh')
  await expect(changes).toContainText('Agents abroad do not ask')
  await analyst.getByRole('link', { name: /^Texts/ }).click()
  await analyst.getByRole('checkbox', { name: /^Carry over Nationality/ }).press('Space')
  await analyst.getByRole('button', { name: 'Create specification' }).click()
  await expect(analyst.getByRole('heading', { level: 1, name: '23056_1.2.0' })).toBeVisible()
  await analyst.getByRole('link', { name: /^Texts/ }).click()
  await expect(analyst.getByRole('checkbox', { name: /^Carry over Nationality/ })).not.toBeChecked()
  await analyst.getByRole('button', { name: 'Apply configuration' }).click()
  await analyst.getByRole('link', { name: '23056_1.2.0' }).click()
  await expect(analyst.getByText('211 of 211 rules · 1 changed in this specification')).toBeVisible()
})

test('a changed tolerance is live in at most 12 clicks', async ({ pageOf }) => {
  const page = await pageOf('bedel-admin')
  const clicks = await countClicks(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Management' }).click()
  await page
    .getByRole('row', { name: /Student 2023\/24/ })
    .getByRole('link', { name: '23056_1.0.0' })
    .click()
  await page.getByRole('link', { name: 'New version' }).click()
  await page.getByRole('button', { name: 'Create specification' }).click()
  await page.getByRole('button', { name: 'Apply configuration' }).click()
  await page.getByRole('link', { name: '23056_1.1.0' }).click()
  const search = page.getByRole('searchbox', { name: 'Filter by name' })
  await search.click()
  await search.fill(nation)
  await search.press('Enter')
  await page.getByRole('button', { name: new RegExp(nation) }).click()
  const share = page.getByRole('textbox', { name: 'Percentage for OHE' })
  await share.click()
  await share.fill('8.25')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Changed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Make available and assign…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Change the specification of Student 2023/24?' })
  await expect(question).toContainText('Files processed from now on use 23056_1.1.0.')
  await question.getByRole('button', { name: 'Make available and assign' }).click()
  await expect(page.getByText('Student 2023/24 now uses 23056_1.1.0')).toBeVisible()
  await expect(page.getByText('In Use').first()).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(12)
})

test('a specification that was never used is deleted, after a question', async ({ pageOf, portal }) => {
  const admin = await pageOf('bedel-admin')
  await goTo(admin, `${portal.url}/management/specifications/specs/new`)
  await choose(admin, 'Schema version', '22056_1_3_0')
  await choose(admin, 'Ruleset version', '22056_1.3.0')
  await admin.getByText('Patch').click()
  await admin.getByRole('button', { name: 'Create specification' }).click()
  // The configuration step has an address: the page of the specification, which begins with it.
  await expect(admin).toHaveURL(/\/management\/specifications\/specs\/\d+$/)
  await admin.reload()
  await expect(admin.getByRole('button', { name: 'Apply configuration' })).toBeVisible()
  await admin.getByRole('button', { name: 'Delete specification' }).click()
  await admin.getByRole('button', { name: 'Keep it' }).click()
  await expect(admin.getByRole('alertdialog')).toHaveCount(0)
  await admin.getByRole('button', { name: 'Delete specification' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete specification' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Specifications' })).toBeVisible()
  await expect(admin.getByRole('link', { name: '22056_1.3.1' })).toHaveCount(0)
})

test('a schema that nobody needs is withdrawn, offered again and downloaded; one in use stays', async ({
  pageOf,
  portal,
}) => {
  const admin = await pageOf('bedel-admin')
  const staff = await pageOf('bedel-staff')
  for (const page of [admin, staff]) await goTo(page, `${portal.url}/management/specifications/schemas`)
  const row = (page: typeof admin) =>
    page.getByRole('table', { name: 'Schemas' }).getByRole('row', { name: /25056_1_0_0/ })
  // In use: the server offers nothing.
  await expect(admin.getByRole('button', { name: 'Change State of 23056_1_0_0' })).toHaveCount(0)
  const state = 'State of 25056_1_0_0'
  for (const name of ['Withdrawn', 'Available']) {
    await admin.getByRole('button', { name: `Change ${state}` }).click()
    await choose(admin, state, name)
    await admin.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(row(staff)).toContainText(name)
  }
  await expect(staff.getByRole('button', { name: /^Change / })).toHaveCount(0)
  const downloaded = staff.waitForEvent('download')
  await staff.getByRole('button', { name: 'Download the XSD for 23056_1_0_0' }).click()
  expect((await downloaded).suggestedFilename()).toBe('23056_1_0_0.xsd')
  await staff.getByRole('link', { name: 'Rulesets' }).click()
  await expect(staff.getByRole('row', { name: /23056_1\.0\.0/ })).toContainText('Available')
})
