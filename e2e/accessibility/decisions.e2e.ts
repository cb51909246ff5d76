import { submitForApproval, uploadAndProcess } from '../journeys/steps.ts'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { expectSound } from './sound.ts'

/** Decisions on the pages of a submission, with their dialogs; and what is offered once its collection has another specification. */

test('approve and decline beside the evidence', { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
  const provider = await pageOf('ashby-signoff')
  await uploadAndProcess(provider, await sampleFile('ashby.xml', { provider: '0001', students: 20 }))
  await submitForApproval(provider)

  const agency = await pageOf('bedel-admin')
  await agency.goto(`${portal.url}/management/collections?respecified=23056`)
  await expect(agency.getByText('Student 2023/24 has a new specification')).toBeVisible()
  await expectSound(agency, 'offer to re-process, collections')

  const { pathname } = new URL(provider.url())
  const own = portal.url + pathname.replace(/\/submissions\/(\w+)\//, '/monitoring/23056/$1/0001/')
  await agency.goto(own)
  const decide = (name: string) => agency.getByRole('button', { name, exact: true })
  await expect(decide('Approve')).toBeVisible()
  await expectSound(agency, 'submission that awaits a decision')
  const dialog = agency.getByRole('alertdialog', { name: 'Confirmation required!' })
  await decide('Approve').click()
  await expect(dialog).toContainText('0001 - University of Ashby')
  await expectSound(agency, 'approve dialog on a submission')
  await agency.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const decision = agency.getByRole('region', { name: 'Your decision' })
  await decision
    .locator('label')
    .filter({ hasText: /^Decline/ })
    .click()
  await decision.getByRole('textbox', { name: 'Note to the provider' }).fill('The start dates are wrong.')
  await expectSound(agency, 'submission that is about to be declined')
  await decide('Decline').click()
  await expect(dialog.getByRole('textbox', { name: 'Note to the provider' })).toBeVisible()
  await expectSound(agency, 'decline dialog on a submission')
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(decide('Decline')).toHaveCount(0)
  await expectSound(agency, 'submission that was declined')
})
