import { countClicks } from '../support/clicks.ts'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'

/* The clicks that the most frequent tasks take from the dashboard, counted and bounded. */

test('a file is uploaded in 2 clicks', async ({ pageOf }) => {
  const page = await pageOf('ashby-submitter')
  const file = await sampleFile('clicked.xml', { provider: '0001', students: 40 })
  const clicks = await countClicks(page)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose and upload a file for Student 2023/24' }).click()
  await (await chooser).setFiles(file)
  await expect(page).toHaveURL(/\/(processing|reports)$/)
  // The file is chosen in the browser's own dialog.
  expect((await clicks()) + 1).toBe(2)
})

test.describe('of a file with rules outside tolerance', () => {
  test.use({ scene: 'outside' })

  test('a provider sees why a rule fails, and for whom, in 2 clicks', async ({ pageOf }) => {
    const page = await pageOf('ashby-submitter')
    const clicks = await countClicks(page)
    const card = page.getByRole('region', { name: 'Student 2023/24' })
    await card.getByRole('link', { name: 'Student 2023/24' }).click()
    await expect(page).toHaveURL(/\/reports$/)
    const rules = page.getByRole('table', { name: 'Quality rules' })
    await rules.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/reports\/quality\//)
    await expect(page.getByRole('table').first().getByRole('row').nth(1)).toBeVisible()
    expect(await clicks()).toBe(2)
  })
})

test.describe('of submitted files', () => {
  test.use({ scene: 'submitted' })

  test('an analyst approves what is next in 3 clicks', async ({ pageOf }) => {
    const page = await pageOf('bedel-analyst')
    const clicks = await countClicks(page)
    await page.getByRole('link', { name: /^Open first task/ }).click()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Confirmation required!' })
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(dialog).toBeHidden()
    expect(await clicks()).toBe(3)
  })
})

test.describe('of a file that was uploaded', () => {
  test.use({ scene: 'clean' })

  test('an administrator finds who did what to it in 3 clicks', async ({ pageOf }) => {
    const page = await pageOf('bedel-admin')
    const clicks = await countClicks(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit' }).click()
    const search = page.getByRole('searchbox', { name: 'Person, provider or file' })
    await search.click()
    await search.fill('a.xml')
    await search.press('Enter')
    const entry = page
      .getByRole('row')
      .filter({ hasText: 'Thomas Whitby' })
      .filter({ hasText: 'a.xml' })
      .first()
    await entry.getByRole('button').first().click()
    const history = page.getByRole('list', { name: 'Everything about this subject' })
    await expect(history).toContainText('Started an upload by Thomas Whitby')
    expect(await clicks()).toBe(3)
  })
})
