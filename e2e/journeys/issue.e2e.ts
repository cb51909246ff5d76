import type { Page } from '@playwright/test'
import { choose, chooseOne } from '../support/choose.ts'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import type { PortalServer } from '../support/server.ts'
import { openReport, raiseIssue, ruleRow } from './steps.ts'

/** An issue from its raising to an override that is granted (decisions §11). */

test.use({ scene: 'outside' })

/** A provider whose file has rules outside tolerance, and who has raised an issue of the first. */
const raised = async (pageOf: (userId: string) => Promise<Page>, portal: PortalServer) => {
  const provider = await pageOf('ashby-signoff')
  await openReport(provider, portal)
  const reports = provider.url()
  const table = provider.getByRole('table', { name: 'Quality rules' })
  const rule = (await table.getByText(/^QR\./).first().textContent()) ?? ''
  const id = await raiseIssue(provider)
  return { provider, reports, table, rule, id }
}

test('a rule is explained, an override asked for and granted, and the results change at once', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const { provider, reports, table, rule, id } = await raised(pageOf, portal)
  await ruleRow(provider)
    .getByRole('button', { name: /^More actions/ })
    .click()
  await expect(provider.getByRole('menuitem', { name: 'Create issue' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await provider.getByRole('menuitem', { name: 'View issue' }).click()
  await expect(provider.getByRole('main').getByText(rule).first()).toBeVisible()
  const address = `${portal.url}/issues/${id}`
  await expect(provider).toHaveURL(address)

  await test.step('explained, with a file', async () => {
    await chooseOne(provider, 'Action', 'Explain')
    await provider.getByRole('textbox', { name: 'Explanation' }).fill('A new campus opened.')
    await provider.getByLabel('Files').setInputFiles({
      name: 'campus.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Opened in September.'),
    })
    await provider.getByRole('button', { name: 'Explain', exact: true }).click()
    await expect(provider.getByText('A new campus opened.').first()).toBeVisible()
    await expect(provider.getByText('Awaiting Bedel').first()).toBeVisible()
    const download = provider.waitForEvent('download')
    await provider.getByRole('button', { name: /^Download campus\.txt/ }).click()
    expect((await download).suggestedFilename()).toBe('campus.txt')
  })

  await test.step('an override is asked for', async () => {
    await chooseOne(provider, 'Action', 'Request override')
    const values = provider.getByRole('textbox', { name: /^Maximum|^Change/ })
    await expect(values.first()).toBeVisible()
    for (const [at, label] of (
      await values.evaluateAll(all =>
        all.map(field => (field as HTMLInputElement).labels?.[0]?.textContent ?? ''),
      )
    ).entries())
      await values.nth(at).fill(/from/.test(label) ? '-999' : /percentage/.test(label) ? '100' : '999')
    await provider.getByRole('textbox', { name: 'Reason for a different tolerance' }).fill('It stays so.')
    await provider.getByRole('button', { name: 'Request override', exact: true }).click()
    await expect(provider.getByText('Override requested').first()).toBeVisible()
  })

  await test.step('the agency finds it among what awaits it, and grants it', async () => {
    const analyst = await pageOf('bedel-analyst')
    await analyst.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Issues' }).click()
    await choose(analyst, 'Show', 'Waiting for my organisation')
    await analyst.getByRole('link', { name: rule }).click()
    await expect(analyst.getByText('A new campus opened.').first()).toBeVisible()
    await chooseOne(analyst, 'Action', 'Approve override')
    await analyst.getByRole('button', { name: 'Approve override', exact: true }).click()
    await expect(analyst.getByText('Genuine - override granted').first()).toBeVisible()
  })

  await expect(provider.getByText('Genuine - override granted').first()).toBeVisible()
  await goTo(provider, reports)
  await expect(ruleRow(provider)).toBeVisible()
  await expect(table.getByText(rule, { exact: true })).toHaveCount(0)
})

test('issues are shared out, explained together, and a note is left for the approvers', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const { provider, reports, table, rule, id } = await raised(pageOf, portal)

  await test.step('of a credibility report as of a rule', async () => {
    await provider.getByRole('link', { name: /^Credibility Reports/ }).click()
    await provider.getByRole('button', { name: 'More actions for SEN1' }).click()
    await provider.getByRole('menuitem', { name: 'Create issue' }).click()
    const report = provider.getByRole('listitem').filter({ hasText: 'SEN1' })
    await expect(report.getByRole('link', { name: 'Open' })).toBeVisible()
  })

  await test.step('begun, so that colleagues see whose it is', async () => {
    await goTo(provider, `${portal.url}/issues/${id}`)
    await chooseOne(provider, 'Action', 'Start work')
    await provider.getByRole('button', { name: 'Start work', exact: true }).click()
    await expect(provider.getByText(/^Being worked on by /)).toBeVisible()
  })

  await test.step('explained together', async () => {
    await goTo(provider, `${portal.url}/issues`)
    const issues = provider.getByRole('table', { name: 'Issues' })
    const boxes = issues.locator('label', {
      has: provider.getByRole('checkbox', { name: /^Select (?!all)/ }),
    })
    await boxes.first().click()
    await boxes.nth(1).click()
    await provider.getByRole('textbox', { name: 'Explanation' }).fill('Two campuses were merged.')
    await provider.getByRole('button', { name: 'Explain 2 issues' }).click()
    await expect(issues.getByText('Awaiting Bedel')).toHaveCount(2)
  })

  await test.step('with a note on the rule, which the agency reads where the records are', async () => {
    await goTo(provider, reports)
    await table.getByRole('row').filter({ hasText: rule }).getByRole('link').first().click()
    await provider.getByRole('textbox', { name: 'Note' }).fill('As last year.')
    await provider.getByRole('button', { name: 'Save note' }).click()
    await expect(provider.getByRole('button', { name: 'Remove note' })).toBeVisible()
    const analyst = await pageOf('bedel-analyst')
    await goTo(analyst, `${portal.url}/issues/${id}`)
    await expect(analyst.getByText('Two campuses were merged.').first()).toBeVisible()
    await analyst.getByRole('link', { name: 'View records' }).click()
    await expect(analyst.getByText('As last year.')).toBeVisible()
  })
})

test('several rules are explained and given to a colleague from the report itself', async ({
  pageOf,
  portal,
}) => {
  await pageOf('ashby-submitter')
  const { provider, table } = await raised(pageOf, portal)
  const boxes = table.locator('label', { has: provider.getByRole('checkbox', { name: /^Select QR\./ }) })
  await boxes.first().click()
  await boxes.nth(1).click()
  await boxes.nth(2).click()
  await provider.getByRole('button', { name: 'Explain 3 rules' }).click()
  const dialog = provider.getByRole('alertdialog', { name: 'Explain 3 rules' })
  await dialog.getByRole('textbox', { name: 'Explanation' }).fill('Two campuses were merged.')
  const file = { name: 'campus.txt', mimeType: 'text/plain', buffer: Buffer.from('In September.') }
  await dialog.getByLabel('Files').setInputFiles(file)
  await choose(provider, 'Assign to a colleague', 'Amira Hassan')
  await dialog.getByRole('button', { name: 'Send explanation' }).click()
  await expect(dialog).toBeHidden()
  await expect(table.getByText('Awaiting Bedel')).toHaveCount(3)
  await expect(table.getByRole('checkbox', { checked: true })).toHaveCount(0)
  const colleague = await pageOf('ashby-submitter')
  await colleague.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Issues' }).click()
  await choose(colleague, 'Show', 'Assigned to me')
  const issues = colleague.getByRole('table', { name: 'Issues' })
  await expect(issues.getByText('Awaiting Bedel')).toHaveCount(3)
  await issues.getByRole('link', { name: /^QR\./ }).first().click()
  await expect(colleague.getByText('Two campuses were merged.').first()).toBeVisible()
  await expect(colleague.getByRole('button', { name: /^Download campus\.txt/ })).toBeVisible()
})
