import type { Page } from '@playwright/test'
import {
  chooseFile,
  openMonitoring,
  openSubmissions,
  slowUploads,
  submitForApproval,
} from './journeys/steps.ts'
import { expect, test } from './support/fixtures.ts'
import { sampleFile } from './support/samples.ts'

/** The focus goes to what changed when an action takes its own button away; it never falls back to the top of the page. */

/** Text of what has the focus; "body" when nothing has it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement, body } = document
    return activeElement === null || activeElement === body ? 'body' : (activeElement.textContent ?? '')
  })
const expectFocus = (page: Page, expected: string | RegExp) =>
  expect.poll(() => focused(page)).toMatch(expected)

const choose = async (page: Page, path: string): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^(Browse files|Choose another file)$/ }).press('Enter')
  await (await chooser).setFiles(path)
}

test('while a file is chosen, sent and cancelled', async ({ pageOf }) => {
  const provider = await pageOf('ashby-signoff')
  await openSubmissions(provider)
  await provider.getByRole('button', { name: 'Upload file to Student 2023/24' }).press('Enter')
  await expect(provider.getByText('Drag your XML file here')).toBeVisible()
  await choose(provider, await sampleFile('ashby.xml', { provider: '0001', students: 120 }))
  await expect(provider.getByText('Ready to upload')).toBeVisible()
  await expectFocus(provider, /^ashby\.xml$/)
  await provider.getByRole('button', { name: 'Choose another file' }).press('Enter')
  await expectFocus(provider, /^Drag your XML file here$/)
  await choose(provider, await sampleFile('ashby-again.xml', { provider: '0001', students: 120 }))
  await expect(provider.getByText('Ready to upload')).toBeVisible()
  await expectFocus(provider, /^ashby-again\.xml$/)

  await slowUploads(provider, 10_000)
  await provider.getByRole('button', { name: 'Upload file', exact: true }).press('Enter')
  await expect(provider.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expectFocus(provider, /^ashby-again\.xml$/)
  await provider.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expectFocus(provider, /^Upload failed$/)
})

test('while it is processed, submitted, approved and signed off', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const provider = await pageOf('ashby-signoff')
  await openSubmissions(provider)
  await chooseFile(provider, await sampleFile('ashby.xml', { provider: '0001', students: 120 }))
  await expect(provider.getByText('Ready to upload')).toBeVisible()
  await provider.getByRole('button', { name: 'Upload file', exact: true }).press('Enter')
  await expect(provider).toHaveURL(/\/(processing|reports)$/)
  await expectFocus(provider, /^ashby\.xml$/)
  await expect(provider).toHaveURL(/\/reports$/)
  await expectFocus(provider, /^ashby\.xml$/)
  await submitForApproval(provider)
  await expectFocus(provider, /^ashby\.xml$/)

  const approve = async (userId: string): Promise<Page> => {
    const page = await pageOf(userId)
    await openMonitoring(page, portal)
    await page.getByRole('button', { name: 'More actions for University of Ashby' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Approve', exact: true }).press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Confirmation required!' })
    await dialog.getByRole('button', { name: 'Approve', exact: true }).press('Enter')
    await expect(dialog).toBeHidden()
    return page
  }
  const agency = await approve('bedel-analyst')
  await expect.poll(() => focused(agency)).not.toBe('body')
  expect(
    await agency.evaluate(() => document.activeElement?.closest('tr, [role="row"]')?.textContent),
  ).toContain('University of Ashby')
  // The regulator has nothing left to do with the row: its button is gone, the row's name takes the focus.
  const regulator = await approve('ohe-analyst')
  await expect(regulator.getByRole('button', { name: 'More actions for University of Ashby' })).toHaveCount(0)
  await expectFocus(regulator, /^University of Ashby(Changed \d\d:\d\d)?$/)

  await expect(provider).toHaveURL(/\/signoff$/)
  await provider.getByRole('checkbox').press('Space')
  await provider.getByRole('button', { name: 'Request sign-off' }).press('Enter')
  await expectFocus(provider, /^Sign-off requested$/)
})

/*
 * What only a real pointer shows (WCAG 2.2, 1.4.13): the words of a button that has only an icon come after a moment, stay
 * while the pointer is on it or on them, and go by Escape though neither the pointer nor the focus moves.
 */
test('the words of a button come by pointer and focus, stay in reach, and go by Escape', async ({
  pageOf,
}) => {
  const page = await pageOf('bedel-analyst')
  await page.clock.install()
  await page.goto(`${new URL(page.url()).origin}/inspector`)
  const button = page.getByRole('button', { name: 'Zoom in' })
  const words = page.getByRole('tooltip', { name: 'Zoom in' })
  const away = () => page.mouse.move(1, 1)

  // A hand comes from somewhere.
  await away()
  await button.hover()
  await expect(words).toBeVisible()
  const [from, to] = [await button.boundingBox(), await words.boundingBox()]
  if (!from || !to) throw new Error('The button and its words are not drawn.')
  // Over the gap onto the words, as a hand does, and there for longer than the button alone keeps them.
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 })
  await page.clock.runFor(1000)
  await expect(words).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(words).toBeHidden()

  await away()
  await button.hover()
  await expect(words).toBeVisible()
  await away()
  await expect(words).toBeHidden()

  // By the keyboard: the focus shows them at once.
  await page.getByRole('button', { name: 'Zoom out' }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(button).toBeFocused()
  await expect(words).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(words).toBeHidden()
  await expect(button).toBeFocused()
})
