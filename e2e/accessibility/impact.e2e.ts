import { faultsFor } from '../../scripts/ruleFaults.ts'
import { uploadAndProcess } from '../journeys/steps.ts'
import { choose } from '../support/choose.ts'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { expectSound } from './sound.ts'

/** The agency looks at what a Draft would change before it is published. */

test('a tolerance is changed, and what that would change is found out and shared', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  // A quarter of the students: outside what is tolerated, until ninety in a hundred are.
  const chosenFaults = await faultsFor('23056_1.0.0', ['Student.NATION.901'])
  const provider = await pageOf('ashby-signoff')
  await uploadAndProcess(
    provider,
    await sampleFile('impact.xml', { provider: '0001', students: 40, chosenFaults }),
  )
  const analyst = await pageOf('bedel-analyst')
  await analyst.goto(`${portal.url}/management/specifications/specs/new`)
  await choose(analyst, 'Schema version', '23056_1_0_0')
  await choose(analyst, 'Ruleset version', '23056_1.0.0')
  await analyst.getByText('Minor').click()
  await analyst.getByRole('button', { name: 'Create specification' }).click()
  await analyst.getByRole('button', { name: 'Apply configuration' }).click()
  await analyst.getByRole('link', { name: '23056_1.1.0' }).click()
  await analyst.getByRole('searchbox', { name: 'Filter by name' }).fill('NATION.901')
  await analyst.keyboard.press('Enter')
  await analyst.getByRole('button', { name: /QR.STUDENT.Student.NATION.901.V01/ }).click()
  // As one types, the providers stand beside the tolerance of today and the one that is entered.
  await expect(analyst.getByRole('figure', { name: /^Providers and the tolerance: OHE/ })).toBeVisible()
  await analyst.getByRole('textbox', { name: 'Percentage for OHE' }).fill('90')
  const picture = analyst.getByRole('figure', { name: /^Impact: OHE, .* becomes more than .*90%$/ })
  await expect(picture).toBeVisible()
  await expect(analyst.getByText('1 provider newly inside')).toBeVisible()
  await analyst.getByRole('button', { name: /[Pp]roviders? outside or newly inside$/ }).click()
  await expect(analyst.getByRole('link', { name: 'University of Ashby (0001)' })).toBeVisible()
  await expectSound(analyst, 'specification, tolerance beside providers')
  await picture.getByRole('button', { name: 'Show as table' }).click()
  await expect(picture.getByRole('table')).toBeVisible()
  await analyst.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(analyst.getByText('Changed', { exact: true })).toBeVisible()
  await analyst.getByRole('link', { name: 'Impact', exact: true }).click()
  await expect(analyst.getByRole('button', { name: /Collection$/ })).toContainText('Student 2023/24')
  await expectSound(analyst, 'impact, nothing asked')
  await analyst.getByRole('button', { name: 'Calculate impact' }).click()
  await expect(analyst.getByRole('heading', { name: 'Completed' })).toBeVisible()
  await expect(analyst.getByText('1 of 1')).toBeVisible()
  const rule = analyst.getByRole('table', { name: 'By rule' }).getByRole('row', { name: /NATION\.901/ })
  await expect(rule).toContainText('OHE')
  await expectSound(analyst, 'impact, found')
  const address = analyst.url()
  await analyst.getByRole('link', { name: '23056_1.1.0', exact: true }).click()
  await expect(analyst.getByText('1 rule at 1 provider')).toBeVisible()
  await expect(analyst.getByRole('link', { name: /^1, Tolerances changed/ })).toBeVisible()
  await expectSound(analyst, 'specification, impact beside it')
  // The address shows it to a colleague.
  const staff = await pageOf('bedel-staff')
  await staff.goto(address)
  await expect(staff.getByRole('heading', { name: 'Completed' })).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Calculate impact' })).toHaveCount(0)
})
