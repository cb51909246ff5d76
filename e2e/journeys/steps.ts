import { type CDPSession, type Download, expect, type Locator, type Page } from '@playwright/test'
import { latestSubmissions } from '../support/database.ts'
import { goTo, goWithin } from '../support/goWithin.ts'
import type { PortalServer } from '../support/server.ts'
import { organisationOf, processFile, type SignedIn } from '../support/upload.ts'

/** Gestures that several journeys share: each does what a person does, and waits for what a person would see. */

/** Opens Manage Submissions by the navigation. */
export const openSubmissions = async (page: Page): Promise<void> => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submissions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Submissions' })).toBeVisible()
}

/** Starts a new submission of the open collection and chooses its file. */
export const chooseFile = async (page: Page, path: string): Promise<void> => {
  await page.getByRole('button', { name: 'Upload file to Student 2023/24' }).click()
  await expect(page.getByText('Drag your XML file here')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(path)
}

/** Sends the chosen file and waits until its processing is shown. */
export const sendFile = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Upload file', exact: true }).click()
  await expect(page).toHaveURL(/\/processing/)
}

/** Waits until the processing in sight has ended, and goes on to the results; a fast one has moved the view on by then. */
export const readResults = async (page: Page): Promise<void> => {
  const results = page.getByRole('link', { name: 'View results' })
  const hasMoved = () => /\/reports$/.test(page.url())
  await expect.poll(async () => hasMoved() || (await results.isVisible())).toBe(true)
  if (!hasMoved()) await results.click()
  await expect(page).toHaveURL(/\/reports$/)
}

/** Waits for the quality report, with the table that moves down what stands below it: a click there would land elsewhere. */
const reportStands = async (page: Page): Promise<void> => {
  await expect(page.getByText('Quality processing complete', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Quality rules' })).toBeVisible()
}

/** Uploads a file as a person does and reads its quality report when it is there. */
export const uploadByHand = async (page: Page, path: string): Promise<void> => {
  await openSubmissions(page)
  await chooseFile(page, path)
  await sendFile(page)
  await readResults(page)
  await reportStands(page)
}

/** Who stands before a page. */
const signedInAt = async (page: Page): Promise<SignedIn> => ({
  origin: new URL(page.url()).origin,
  token: await page.evaluate(() => localStorage.getItem('bedel.api-token') ?? ''),
})

/**
 * Has a file uploaded and processed and reads its quality report: by the calls that a page makes, in the name of who stands
 * before it, for tests that are about what comes after. The gestures are walked by `uploadByHand`.
 */
export const uploadAndProcess = async (page: Page, path: string): Promise<void> => {
  const id = await processFile(await signedInAt(page), path)
  await goWithin(page, `/submissions/c23056/${id}/reports`)
  await expect(page).toHaveURL(/\/reports$/)
  await reportStands(page)
}

/** Opens the quality report of the submission that the provider has in the scene of the test. */
export const openReport = async (page: Page, portal: PortalServer): Promise<void> => {
  const submissions = await latestSubmissions(portal)
  const id = submissions[organisationOf(await signedInAt(page))] ?? ''
  await goWithin(page, `/submissions/c23056/${id}/reports`)
  await expect(page.getByRole('table', { name: 'Quality rules' })).toBeVisible()
}

/** Accepts the terms of the page by the label of their box, as a person does: the box itself is drawn. */
export const tick = async (page: Page): Promise<void> => {
  // The page before has boxes of its own, which filter its report and choose rules, and stays until this one has come.
  const terms = page.locator('label:not(aside label):not(table label)', { has: page.getByRole('checkbox') })
  await terms.click()
  await expect(terms.getByRole('checkbox')).toBeChecked()
}

/** Submits what is in sight for approval and lands on its Approval page. */
export const submitForApproval = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Continue to Submit' }).click()
  await tick(page)
  await page.getByRole('button', { name: 'Submit for approval', exact: true }).click()
  await expect(page).toHaveURL(/\/approval$/)
}

/** Where notices appear; its name counts them. */
export const notices = (page: Page): Locator => page.getByRole('region', { name: /^\d+ notifications?\.$/ })

/** The action of a provider's row on the monitoring page, confirmed. */
export const actOnRow = async (page: Page, provider: string, action: string, done: string): Promise<void> => {
  await page.getByRole('button', { name: `More actions for ${provider}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirmation required!' })
  await expect(dialog).toContainText(provider)
  if (action === 'Decline' || action === 'Sign-off submission')
    await dialog
      .getByRole('textbox', { name: 'Note to the provider' })
      .fill('The start dates have to be mended.')
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(notices(page).getByText(done, { exact: true })).toBeVisible()
}

/** Opens a collection's monitoring page. */
export const openMonitoring = async (page: Page, portal: PortalServer): Promise<void> => {
  await goTo(page, `${portal.url}/monitoring/23056`)
  await expect(page.getByRole('heading', { level: 1, name: 'Student 2023/24' })).toBeVisible()
}

/** Requests sign-off and downloads the form. */
export const requestSignOff = async (page: Page): Promise<Download> => {
  await tick(page)
  await page.getByRole('button', { name: 'Request sign-off' }).click()
  await expect(page.getByText('Sign-off requested', { exact: true }).first()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download sign-off form' }).click()
  return download
}

/** Returns a signed copy of the form, and sees that it is there. */
export const returnSignedForm = async (
  page: Page,
  fileName: string,
  buffer: Buffer = Buffer.from('%PDF-1.7 signed'),
): Promise<void> => {
  const form = page.getByRole('form', { name: 'Signed form' })
  const file = { name: fileName, mimeType: 'application/pdf', buffer }
  await form.getByLabel('Signed form (PDF)').setInputFiles(file)
  await form.getByRole('button', { name: /^Return (signed|a different) form$/ }).click()
  await expect(page.getByText(new RegExp(`^${RegExp.escape(fileName)} \\(`)).first()).toBeVisible()
}

/** Checks the returned form in sight, and records the sign-off from it. */
export const recordSignOff = async (page: Page): Promise<void> => {
  await page
    .locator('label', {
      hasText: 'Signed by the accountable officer, the head, or a person with suitable authority',
    })
    .click()
  await page.locator('label', { hasText: 'Dated on or after the approval' }).click()
  await page.getByRole('button', { name: 'Sign-off submission', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirmation required!' })
  await dialog.getByRole('button', { name: 'Sign-off submission', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** The terms cannot be accepted: the box says why, and stays as it is when it is ticked all the same. */
export const expectTermsRefused = async (page: Page, reason: string | RegExp): Promise<void> => {
  const terms = page.getByRole('checkbox')
  await expect(terms).toHaveAccessibleDescription(reason)
  await terms.focus()
  await page.keyboard.press('Space')
  await expect(terms).not.toBeChecked()
}

/** What slows a page down: a second session could not take back what the first has asked for. */
const throttles = new WeakMap<Page, CDPSession>()

/** A page whose uploads are slow, so that a person can act in the middle of one; −1 gives them their full speed back. */
export const slowUploads = async (page: Page, bytesPerSecond: number): Promise<void> => {
  const session = throttles.get(page) ?? (await page.context().newCDPSession(page))
  throttles.set(page, session)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 5,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}

/** Ticks a box among the filters of the quality report, or takes the tick away. */
export const tickFilter = (page: Page, name: string): Promise<void> =>
  page
    .getByRole('complementary', { name: 'Filters' })
    .locator('label', { has: page.getByRole('checkbox', { name: new RegExp(`^${name}`) }) })
    .click()

/** The first rule of the quality report in sight, below the heading of its group. */
export const ruleRow = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Quality rules' })
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^More actions/ }) })
    .first()

/** Raises an issue of the rule that fails most, in the quality report in sight; gives the id of the issue. */
export const raiseIssue = async (page: Page): Promise<string> => {
  const row = ruleRow(page)
  await row.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Create issue' }).click()
  const issue = row.getByRole('link', { name: 'Open', exact: true })
  await expect(issue).toBeVisible()
  return (await issue.getAttribute('href'))?.split('/').at(-1) ?? ''
}
