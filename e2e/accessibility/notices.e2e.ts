import { raiseIssue, uploadAndProcess } from '../journeys/steps.ts'
import { runJob } from '../support/database.ts'
import { expect, test } from '../support/fixtures.ts'
import { intercept } from '../support/intercept.ts'
import { sampleFile } from '../support/samples.ts'
import { expectSound, visitSound } from './sound.ts'

/** Notices: the bell and its page, live, read by mouse and keyboard (decisions §14). */

test('notices arrive at the bell, and are read on their page', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const { url } = portal
  const guest = await pageOf('ashby-guest')
  await visitSound(guest, `${url}/notices`, 'notices, none')
  await expect(guest.getByRole('link', { name: 'Notices, none unread' })).toBeVisible()

  const provider = await pageOf('ashby-signoff')
  await provider.goto(url)
  await uploadAndProcess(
    provider,
    await sampleFile('ashby.xml', { provider: '0001', students: 60, faults: 'rules' }),
  )
  await raiseIssue(provider)
  // It arrives without a reload, and is read as soon as it is on the screen. It keeps its mark until the list is fetched again.
  const ready = guest.getByRole('link', { name: 'Student 2023/24: results are ready' })
  await expect(ready).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Notices, none unread' })).toBeVisible()
  await expect(guest.getByRole('listitem').filter({ has: ready })).toContainText('New: ')
  await expectSound(guest, 'notices, one new')

  await ready.focus()
  await guest.keyboard.press('Enter')
  await expect(guest).toHaveURL(/\/reports$/)

  const analyst = await pageOf('bedel-analyst')
  await analyst.goto(url)
  await analyst.getByRole('link', { name: /^Notices, / }).click()
  await expect(analyst.getByText(/University of Ashby raised an issue on /)).toBeVisible()
  await expectSound(analyst, 'notices, agency')
  await expect(analyst.getByRole('link', { name: 'Notices, none unread' })).toBeVisible()
  await expect(analyst.getByRole('status').getByText('All read')).toBeVisible()

  const answer = await intercept(analyst, '**/api/notices**', route => route.abort())
  await analyst.getByRole('link', { name: 'Dashboard' }).click()
  await analyst.getByRole('link', { name: 'Notices, none unread' }).click()
  await expect(analyst.getByText('The notices failed to load.')).toBeVisible()
  await expectSound(analyst, 'notices, failed')
  answer()
  await analyst.getByRole('button', { name: 'Try again' }).click()
  await expect(analyst.getByText(/University of Ashby raised an issue on /)).toBeVisible()
})

test('notices by e-mail are chosen by kind, and shown by the demonstration', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const { url } = portal
  const provider = await pageOf('cardigan-signoff')
  await visitSound(provider, `${url}/account/mails`, 'mailbox, empty')
  await provider.goto(url)
  await provider.getByRole('button', { name: 'Eleri Pryce' }).click()
  await provider.getByRole('button', { name: 'Account and email' }).click()
  await expect(provider).toHaveURL(/\/account$/)
  await expect(provider.getByRole('dialog', { name: 'Account' })).toBeHidden()
  await provider.getByRole('checkbox', { name: 'Results are ready' }).focus()
  await provider.keyboard.press('Space')
  await expect(provider.getByText('1 selected')).toBeVisible()
  await expectSound(provider, 'account')
  await provider.reload()
  await expect(provider.getByRole('checkbox', { name: 'Results are ready' })).toBeChecked()

  await provider.goto(url)
  await uploadAndProcess(provider, await sampleFile('c.xml', { provider: '0003', students: 20 }))
  await runJob(portal, 'notices')
  await expect(async () => {
    await provider.goto(`${url}/account/mails`)
    await expect(provider.getByRole('heading', { name: 'Student 2023/24: results are ready' })).toBeVisible({
      timeout: 2000,
    })
  }).toPass({ intervals: [500] })
  await expectSound(provider, 'mailbox')
})

test('the dashboard says how much time is left, where it stands and what is new', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const { url } = portal
  const provider = await pageOf('ashby-signoff')
  for (const [name, students] of [
    ['one.xml', 60],
    ['two.xml', 120],
  ] as const) {
    await provider.goto(url)
    await uploadAndProcess(provider, await sampleFile(name, { provider: '0001', students, faults: 'rules' }))
  }
  await provider.goto(url)
  await expect(provider.getByText('days left')).toBeVisible()
  await expect(provider.getByRole('img', { name: /rules are outside/ })).toBeVisible()
  await expect(provider.getByRole('heading', { name: 'News from others' })).toBeVisible()
  await expect(
    provider.getByRole('link', { name: 'Student 2023/24: results are ready' }).first(),
  ).toBeVisible()
  await expectSound(provider, 'provider dashboard, at work')
  await provider.getByRole('button', { name: 'Show as table' }).click()
  await expect(provider.getByRole('table', { name: 'Rules outside tolerance, by upload' })).toBeVisible()
})
