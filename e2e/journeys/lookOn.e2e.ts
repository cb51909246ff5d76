import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'

/* Support looks on at the browser of a person who has given a code, saves what it saw, and plays it again. */

test('support looks on until the person ends it, and the recording is played again', async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf('ashby-signoff')
  await provider.goto(portal.url)
  await expect(provider.getByRole('heading', { level: 1 })).toBeVisible()
  await provider.keyboard.press('?')
  const help = provider.getByRole('dialog', { name: 'Help' })
  await help.getByRole('button', { name: 'Let support look on' }).click()
  const code = (await help.getByRole('status').locator('strong').textContent()) ?? ''
  expect(code).not.toBe('')
  await provider.keyboard.press('Escape')

  const support = await pageOf('bedel-staff')
  await support.goto(`${portal.url}/inspector?view=running`)
  await support.getByRole('textbox', { name: 'Code of another person' }).fill(code)
  await support.getByRole('button', { name: 'Look on' }).click()
  await expect(support.getByText(/^Browser of Thomas Whitby, until \d\d:\d\d$/)).toBeVisible()
  await expect(provider.getByText(/^Helen Stroud is looking on until \d\d:\d\d\.$/)).toBeVisible()

  // What the person does is seen at once: another page, and the calls that it makes.
  await provider.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submissions' }).click()
  const events = support.getByRole('table', { name: 'Events' })
  await expect(events.getByRole('row').nth(1)).toBeVisible()
  const download = support.waitForEvent('download')
  await support.getByRole('button', { name: 'Save the recording' }).click()
  const saved = await (await download).path()
  const recording = await readFile(saved, 'utf8')
  // Neither tokens nor names of people or universities.
  for (const secret of ['eyJ', 'Whitby', 'Ashby']) expect(recording).not.toContain(secret)

  await provider.getByRole('button', { name: 'End', exact: true }).click()
  await expect(provider.getByText('Support can no longer look on.')).toBeVisible()
  await expect(support.getByText('The session with Thomas Whitby is over.')).toBeVisible()

  await support.getByRole('button', { name: 'Back to this browser' }).click()
  await support
    .locator('input[type=file]')
    .setInputFiles({ name: 'recording.json', mimeType: 'application/json', buffer: Buffer.from(recording) })
  await expect(support.getByRole('heading', { name: 'recording.json' })).toBeVisible()
  await support.getByRole('button', { name: 'First entry' }).click()
  await expect(support.getByRole('status').filter({ hasText: /^Entry 1 of \d+/ })).toBeVisible()

  // The session is over for good: the code opens nothing any more.
  await support.getByRole('button', { name: 'Close the recording' }).click()
  await support.getByRole('textbox', { name: 'Code of another person' }).fill(code)
  await support.getByRole('button', { name: 'Look on' }).click()
  await expect(
    support.getByText('Support session not found. Check the code. A code can be used for 5 minutes.'),
  ).toBeVisible()
})
