import type { Page } from '@playwright/test'
import { countClicks } from '../support/clicks.ts'
import { expect, test } from '../support/fixtures.ts'

/* "Why can't Ashby submit?" in at most five gestures from Monitoring. */

const mostGestures = 5

/** Opens Monitoring, and counts the gestures from there. */
const countFromMonitoring = async (page: Page): Promise<() => Promise<number>> => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Monitoring' }).click()
  await expect(page).toHaveURL(/\/monitoring$/)
  return countClicks(page)
}

const openCollection = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Student 2023/24', exact: true }).first().click()

/** Chooses Inspect in the menu of a provider's row. */
const inspectRow = async (page: Page, provider: string) => {
  await page.getByRole('button', { name: `More actions for ${provider}` }).click()
  await page.getByRole('menuitem', { name: 'Inspect' }).click()
  await expect(page).toHaveURL(/\/inspector\?view=why/)
}

const answerOn = (page: Page) => page.getByRole('region', { name: 'Submit for approval' })

test('a provider without an upload cannot submit, as the inspector answers in 3 gestures', async ({
  pageOf,
}) => {
  const page = await pageOf('bedel-analyst')
  const gestures = await countFromMonitoring(page)
  await openCollection(page)
  await inspectRow(page, 'University of Ashby')
  await expect(
    answerOn(page).getByText('You have yet to upload a file. Please upload one on the upload step.'),
  ).toBeVisible()
  await expect(page.getByText('Current facts of University of Ashby, Student 2023/24')).toBeVisible()
  expect(await gestures()).toBe(3)
})

test.describe('with operational rules outside tolerance at Ashby alone', () => {
  test.use({ scene: 'outside' })

  test('the answer uses the facts of the provider, and another one is 2 gestures away', async ({
    pageOf,
  }) => {
    const page = await pageOf('bedel-analyst')
    const gestures = await countFromMonitoring(page)
    await openCollection(page)
    await inspectRow(page, 'University of Ashby')
    await expect(answerOn(page).getByText('Not possible now (409)')).toBeVisible()
    await expect(
      answerOn(page).locator('strong', { hasText: 'One or more operational rules are outside tolerance.' }),
    ).toBeVisible()
    expect(await gestures()).toBeLessThanOrEqual(mostGestures)

    const field = page.getByRole('combobox', { name: 'Provider' })
    await field.locator('..').getByRole('button').click()
    await page.getByRole('option', { name: /Cardigan Bay/ }).click()
    await expect(page.getByText(/^Current facts of Cardigan Bay/)).toBeVisible()
    await expect(answerOn(page).getByText('Allowed')).toBeVisible()
    expect(await gestures()).toBeLessThanOrEqual(mostGestures)
  })

  test('the page of a submission leads to the same answer', async ({ pageOf }) => {
    const page = await pageOf('bedel-analyst')
    const gestures = await countFromMonitoring(page)
    await openCollection(page)
    const row = page
      .getByRole('table', { name: 'Submission Summary' })
      .getByRole('row', { name: /University of Ashby/ })
    await row.getByRole('link').last().click()
    await page.getByRole('link', { name: 'Inspect', exact: true }).click()
    await expect(
      answerOn(page).locator('strong', { hasText: 'One or more operational rules are outside tolerance.' }),
    ).toBeVisible()
    expect(await gestures()).toBeLessThanOrEqual(mostGestures)
  })
})
