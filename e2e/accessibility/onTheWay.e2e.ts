import { openReport } from '../journeys/steps.ts'
import { choose } from '../support/choose.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdOver } from '../support/holdOver.ts'
import { expectSound, visitSound } from './sound.ts'

/** Screens as journeys find them on their way. */

test.use({ scene: 'outside' })

test('a file over a card, two at once, results that are ready, rules that block submitting', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const page = await pageOf('ashby-signoff')
  await openReport(page, portal)
  const reports = page.url()
  await page.goto(reports.replace(/reports$/, 'processing'))
  await expect(page.getByText(/^Took /).first()).toBeVisible()
  await expectSound(page, 'processing, results ready')
  await page.goto(reports.replace(/reports$/, 'submit'))
  await expect(page.getByRole('list', { name: 'Rules that block submission' })).toBeVisible()
  await expectSound(page, 'submit, blocked')

  await page.goto(portal.url)
  const drop = await holdOver(page, [
    { name: 'a.xml', content: '<a/>' },
    { name: 'b.xml', content: '<b/>' },
  ])
  await expect(page.getByText('Drop the file to upload it')).toBeVisible()
  await expectSound(page, 'provider dashboard, file over a card')
  await drop()
  await expect(page.getByRole('region', { name: 'This file cannot be used' })).toBeFocused()
  await expectSound(page, 'upload, two files refused')
})

test('the sector, with a table, and rounded for those who read no records', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const address = `${portal.url}/monitoring/23056/sector?standing=PROCESSED`
  const analyst = await pageOf('bedel-analyst')
  await analyst.goto(address)
  await choose(analyst, 'Table', 'Student numbers by level and mode')
  await expect(analyst.getByRole('table', { name: 'Student numbers by level and mode' })).toBeVisible()
  await expectSound(analyst, 'sector, with a table')
  await visitSound(await pageOf('bedel-staff'), address, 'sector, rounded')
})
