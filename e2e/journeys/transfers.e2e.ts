import { countClicks } from '../support/clicks.ts'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { sampleFile } from '../support/samples.ts'
import { savedCsv } from '../support/savedCsv.ts'
import { actOnRow, openMonitoring, uploadAndProcess } from './steps.ts'

/** The pages of a submission under an address. */
const pageUnder = (reports: string, path: string): string => reports.replace(/reports$/, path)

/** Research students who go from one provider to another, and the consent between them (decisions §12). */

const blocked = "A transfer of postgraduate research students is waiting for the other provider's consent."

test('a provider agrees to the transfers from another one, which can submit from then on', async ({
  pageOf,
}) => {
  const receiver = await pageOf('brackley-signoff')
  await uploadAndProcess(receiver, await sampleFile('brackley.xml', { provider: '0002', students: 60 }))
  const receiving = receiver.url()
  const sender = await pageOf('ashby-signoff')
  await uploadAndProcess(
    sender,
    await sampleFile('ashby.xml', { provider: '0001', students: 120, researchersMoveTo: '0002' }),
  )
  const sending = sender.url()

  await test.step('the sender reads whose consent it lacks, and why it cannot submit', async () => {
    await goTo(sender, pageUnder(sending, 'submit'))
    await expect(sender.getByText(blocked).first()).toBeVisible()
    await goTo(sender, `${sending}/additional-reports/PGROUT`)
    const row = sender.getByRole('row').filter({ hasText: 'Brackley Institute of Arts' }).first()
    await expect(row).toContainText('3')
    await expect(row).toContainText('Waiting since today')
    await expect(row).toContainText('You cannot submit until it agrees')
    await sender.getByRole('button', { name: 'Send a reminder to Brackley Institute of Arts' }).click()
    await expect(row).toContainText('last reminder')
    await expect(
      sender
        .getByRole('table', { name: 'Students transferring to Brackley Institute of Arts' })
        .getByRole('row'),
    ).toHaveCount(4)
  })

  let clicks = () => Promise.resolve(0)
  await test.step('the receiver sees how many come, and no student before it agrees', async () => {
    await goTo(receiver, new URL('/', receiving).href)
    clicks = await countClicks(receiver)
    await receiver.getByRole('link', { name: 'Agree to 3 transfers from University of Ashby' }).click()
    const request = receiver.getByRole('article', { name: /^University of Ashby names 3 research students/ })
    await expect(request).toContainText('University of Ashby cannot submit until you agree.')
    await expect(request).toContainText('Reminder received')
    await expect(receiver.getByRole('table', { name: /^Students transferring from/ })).toHaveCount(0)
    await goTo(sender, pageUnder(sending, 'submit'))
    await expect(sender.getByText(blocked).first()).toBeVisible()
    await receiver.getByRole('button', { name: 'Agree to 3 transfers from University of Ashby' }).click()
    await expect(receiver.getByRole('table', { name: 'Transfers that you agreed to' })).toContainText(
      'University of Ashby',
    )
    // The receiver agrees in two clicks from the dashboard.
    expect(await clicks()).toBe(2)
    const students = receiver.getByRole('table', { name: 'Students transferring from University of Ashby' })
    await expect(students.getByRole('row')).toHaveCount(4)
    const saved = await savedCsv(receiver.getByRole('button', { name: 'Download as CSV' }))
    expect(saved.name).toMatch(/^PGRIN\./)
  })

  await test.step('the sender hears of it without asking', async () => {
    await expect(sender.getByText(blocked)).toHaveCount(0)
    await goTo(sender, `${sending}/additional-reports/PGROUT`)
    await expect(
      sender.getByRole('row').filter({ hasText: 'Brackley Institute of Arts' }).first(),
    ).toContainText('Agreed')
  })

  await test.step('and of its being taken back', async () => {
    await receiver.getByRole('button', { name: 'Withdraw: University of Ashby' }).click()
    await receiver.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(
      sender.getByRole('row').filter({ hasText: 'Brackley Institute of Arts' }).first(),
    ).toContainText('Agreement withdrawn')
    await expect(receiver.getByRole('table', { name: /^Students transferring from/ })).toHaveCount(0)
  })
})

test('a provider that reads why it cannot submit hears that the other one has nothing to report, and that it has', async ({
  pageOf,
  portal,
}) => {
  const sender = await pageOf('ashby-signoff')
  await uploadAndProcess(
    sender,
    await sampleFile('ashby.xml', { provider: '0001', students: 60, researchersMoveTo: '0004' }),
  )
  await goTo(sender, pageUnder(sender.url(), 'submit'))
  await expect(sender.getByText(blocked).first()).toBeVisible()

  await test.step('a receiver without a file agrees in two clicks from the dashboard, and withdraws', async () => {
    const receiver = await pageOf('dunmore-signoff')
    const clicks = await countClicks(receiver)
    const agree = /^Agree to \d+ transfers? from University of Ashby$/
    await receiver.getByRole('link', { name: agree }).click()
    await receiver.getByRole('button', { name: agree }).click()
    await expect(receiver.getByRole('table', { name: 'Transfers that you agreed to' })).toContainText(
      'University of Ashby',
    )
    expect(await clicks()).toBe(2)
    await expect(receiver.getByText('No file yet')).toBeVisible()
    await expect(
      receiver.getByRole('table', { name: 'Students transferring from University of Ashby' }),
    ).toBeVisible()
    await expect(sender.getByText(blocked)).toHaveCount(0)
    await receiver.getByRole('button', { name: 'Withdraw: University of Ashby' }).click()
    await receiver.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(sender.getByText(blocked).first()).toBeVisible()
  })

  const agency = await pageOf('bedel-analyst')
  await openMonitoring(agency, portal)
  await actOnRow(agency, 'Dunmore College', 'Create nil return', 'Nil return created')
  await expect(sender.getByText(blocked)).toHaveCount(0)
  await actOnRow(agency, 'Dunmore College', 'Withdraw nil return', 'Nil return withdrawn')
  await expect(sender.getByText(blocked).first()).toBeVisible()
})
