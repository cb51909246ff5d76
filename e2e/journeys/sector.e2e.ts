import { choose } from '../support/choose.ts'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { sampleFile } from '../support/samples.ts'
import { savedCsv } from '../support/savedCsv.ts'
import { uploadAndProcess } from './steps.ts'

test('the agency reads a collection over all providers, rounded for those who read no records', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  for (const [user, provider, students] of [
    ['ashby-submitter', '0001', 33],
    ['brackley-submitter', '0002', 21],
  ] as const)
    await uploadAndProcess(await pageOf(user), await sampleFile('a.xml', { provider, students }))

  const analyst = await pageOf('bedel-analyst')
  await test.step('from the collection to its sector', async () => {
    await goTo(analyst, `${portal.url}/monitoring/23056`)
    await analyst.getByRole('link', { name: 'Sector', exact: true }).click()
    await expect(analyst.getByRole('heading', { level: 1, name: 'Sector' })).toBeVisible()
    await choose(analyst, 'Include', 'Submissions with results')
    await expect(analyst.getByRole('list', { name: 'Sector summary' })).toContainText('54')
    await choose(analyst, 'Table', 'Student numbers by level and mode')
    await expect(analyst.getByRole('table', { name: 'Student numbers by level and mode' })).toBeVisible()
  })

  await test.step('a table over one region, as a file', async () => {
    await choose(analyst, 'Region', 'East Midlands')
    await expect(analyst).toHaveURL(/region=East/)
    await expect(analyst.getByText('For 2 providers').first()).toBeVisible()
    const saved = await savedCsv(
      analyst.getByRole('button', { name: 'Download Student numbers by level and mode as CSV' }),
    )
    expect(saved.text).toContain('This year')
  })

  await test.step('who reads no records gets rounded figures', async () => {
    const staff = await pageOf('bedel-staff')
    await goTo(staff, `${portal.url}/monitoring/23056/sector?standing=PROCESSED`)
    await expect(staff.getByText('Numbers are rounded to the nearest 5')).toBeVisible()
    await expect(staff.getByRole('list', { name: 'Sector summary' })).toContainText('55')
  })

  await test.step('nobody of a provider sees it: the address leads home', async () => {
    const provider = await pageOf('ashby-submitter')
    await provider.goto(`${portal.url}/monitoring/23056/sector`)
    await expect(provider.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })
})
