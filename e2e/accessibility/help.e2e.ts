import { openReport } from '../journeys/steps.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectSound } from './sound.ts'

test.use({ scene: 'outside' })

test('help and the glossary open by key, and a term beside itself', async ({ pageOf, portal }) => {
  const page = await pageOf('ashby-signoff')
  await openReport(page, portal)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help.getByRole('region', { name: 'This page' })).toContainText(
    'The quality report lists the rules',
  )
  await expectSound(page, 'help')
  await help.getByRole('searchbox', { name: 'Search the glossary' }).fill('blocks submission')
  await expect(help.getByRole('region', { name: 'Glossary' }).getByRole('term')).toHaveText([
    'Operational rule',
  ])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  const tolerance = page.getByRole('button', { name: 'Meaning of Tolerance' })
  await tolerance.press('Enter')
  const meaning = page.getByRole('dialog', { name: 'Meaning of Tolerance' })
  await expect(meaning).toContainText('The number or share of records that may fail a rule.')
  await page.keyboard.press('Escape')
  await expect(meaning).toBeHidden()
  await expect(tolerance).toBeFocused()

  await page
    .getByRole('navigation', { name: 'Submission progress' })
    .getByRole('link', { name: /Processing/ })
    .click()
  await page.getByRole('button', { name: 'Meaning of Enrichment' }).click()
  await expect(page.getByRole('dialog')).toContainText('links them to last year')
  await expectSound(page, 'term explained')
})

test('Ctrl K finds the submission that is open, its rules and students, and leads to one', async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf('ashby-signoff')
  await openReport(page, portal)
  await page.keyboard.press('Control+k')
  const find = page.getByRole('dialog', { name: 'Find' })
  const field = find.getByRole('searchbox')
  await expect(field).toBeFocused()
  await field.pressSequentially('birth')
  await expect(find.getByRole('group', { name: 'Rules' }).getByRole('option').first()).toBeVisible()
  await expectSound(page, 'find')
  await field.fill('')
  await field.pressSequentially('SID.902')
  await expect(find.getByRole('option', { name: 'Wrong student identifier check digit' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(find).toBeHidden()
  await expect(page).toHaveURL(/\/reports\/quality\/[^/]*SID\.902/)
})
