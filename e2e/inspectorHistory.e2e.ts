import { readFile } from 'node:fs/promises'
import type { Page, WebSocketRoute } from '@playwright/test'
import {
  actOnRow,
  openMonitoring,
  openReport,
  submitForApproval,
  uploadAndProcess,
} from './journeys/steps.ts'
import { choose } from './support/choose.ts'
import { multiplySubmission } from './support/database.ts'
import { expect, test } from './support/fixtures.ts'
import { sampleFile } from './support/samples.ts'

/** The inspector's views of real histories, each made by the system in this very test. */

const open = async (page: Page, url: string, parameters: string): Promise<void> => {
  await page.goto(`${url}/inspector?${parameters}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Machine inspector' })).toBeVisible()
}

/** A live connection that the test cuts and lets come back. */
const cuttableLive = async (page: Page) => {
  const open = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/\/live/, socket => {
    if (isCut) void socket.close()
    else {
      socket.connectToServer()
      open.add(socket)
    }
  })
  return {
    cut: () => {
      isCut = true
      for (const socket of open) void socket.close()
      open.clear()
    },
    restore: () => {
      isCut = false
    },
  }
}

test.describe('two providers with a processed file', () => {
  test.use({ scene: 'clean' })

  test('history, live moves, playback, export and import, sequence and time of a real submission', async ({
    pageOf,
    portal,
  }, info) => {
    const provider = await pageOf('cardigan-signoff')
    await openReport(provider, portal)
    const submission = /submissions\/[^/]+\/([^/]+)/.exec(provider.url())?.[1] ?? ''

    const analyst = await pageOf('bedel-analyst')
    const connection = await cuttableLive(analyst)
    await open(analyst, portal.url, 'view=history')
    await analyst.getByRole('link', { name: 'c.xml' }).click()
    await expect(analyst).toHaveURL(new RegExp(`submission=${submission}`))
    const slider = analyst.getByRole('slider', { name: 'Event in the history' })
    await expect(slider).toHaveAttribute('aria-valuetext', /Quality processing completed/)

    // Live: the view moves with what others do, and makes up for what it missed while the connection was lost.
    const staff = await pageOf('bedel-staff')
    await openMonitoring(staff, portal)
    connection.cut()
    await submitForApproval(provider)
    await expect(slider).toHaveAttribute('aria-valuetext', /Quality processing completed/)
    connection.restore()
    await expect(slider).toHaveAttribute('aria-valuetext', /Submit for approval/)
    await actOnRow(staff, 'Cardigan Bay University', 'Approve', 'Approved')
    await expect(slider).toHaveAttribute('aria-valuetext', /: Approve$/)
    await expect(analyst.getByText("Provider's view")).toBeVisible()
    const steps = analyst.getByRole('navigation', { name: 'Steps at that time' })
    await expect(steps.locator('[aria-current=step]')).toContainText('Step 6 of 6: Sign Off')
    await expect(steps.getByRole('listitem').filter({ hasText: 'Current step' })).toHaveCount(1)

    // Time travel by arrow keys; the moment stands in the address.
    await slider.focus()
    await analyst.keyboard.press('Home')
    await expect(slider).toHaveAttribute('aria-valuetext', /^Event 1 of \d+: Upload file$/)
    await expect(analyst).toHaveURL(/[?&]at=1(&|$)/)
    await analyst.reload()
    await expect(slider).toHaveAttribute('aria-valuetext', /^Event 1 of /)
    await choose(analyst, 'Stop on', 'Schema check passed')
    await analyst.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(slider).toHaveAttribute('aria-valuetext', /: Schema check passed$/)
    await expect(analyst.getByRole('button', { name: 'Play', exact: true })).toBeVisible()

    // On a phone, which shows a part of the drawing, that part goes with the submission.
    const wide = analyst.viewportSize() ?? { width: 1280, height: 800 }
    await analyst.setViewportSize({ width: 390, height: 844 })
    const drawing = analyst.getByRole('application')
    const current = drawing.locator('[data-kind][data-tone=current]').last()
    for (const key of ['Home', 'End']) {
      await slider.press(key)
      await drawing.evaluate(element => element.scrollIntoView({ block: 'center' }))
      await expect(current).toBeInViewport({ ratio: 0.99 })
    }
    await analyst.setViewportSize(wide)

    // The history as JSON lines, out and in again.
    const downloading = analyst.waitForEvent('download')
    await analyst.getByRole('button', { name: 'Export as JSON Lines' }).click()
    const file = info.outputPath('history.jsonl')
    await (await downloading).saveAs(file)
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ sequence: 1, event: 'UPLOAD_REQUESTED' })
    await analyst.locator('input[type=file]').setInputFiles(file)
    await expect(analyst.getByText('From the file history.jsonl. It is not stored.')).toBeVisible()
    await analyst.getByRole('button', { name: 'Back to the stored history' }).click()

    await open(analyst, portal.url, `view=sequence&submission=${submission}`)
    const messages = analyst.getByRole('table', { name: 'Messages about the submission' })
    await expect(messages.getByRole('rowheader', { name: 'Submit for approval' })).toBeVisible()
    await open(analyst, portal.url, `view=time&submission=${submission}`)
    const dwell = analyst.getByRole('table', { name: 'Time in each state, compared with others' })
    await expect(dwell.getByRole('rowheader', { name: 'Schema check', exact: true })).toBeVisible()
    await expect(analyst.getByRole('button', { name: /^Schema check, .* visited, [\d.]+ m?s$/ })).toHaveCount(
      1,
    )

    // The provider's own page.
    await provider.getByRole('link', { name: 'Lifecycle' }).click()
    await expect(provider.getByRole('heading', { name: 'Submission lifecycle' })).toBeVisible()
    // What happened is a list for people first.
    await expect(provider.getByRole('list', { name: 'Timeline' })).toContainText(
      'submitted the file for approval',
    )
    await provider.getByRole('link', { name: 'Chart', exact: true }).click()
    await expect(provider.getByRole('slider')).toHaveAttribute('aria-valuetext', /: Approve$/)
    await expect(provider.getByRole('application', { name: /Submission lifecycle/ })).toBeVisible()
  })
})

test('heat, failures with re-processing, and conformance of a collection', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf('cardigan-signoff')
  await uploadAndProcess(provider, await sampleFile('c.xml', { provider: '0003', students: 60 }))
  const ashby = await pageOf('ashby-signoff')
  await ashby.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submissions' }).click()
  await ashby.getByRole('button', { name: 'Upload file to Student 2023/24' }).click()
  await ashby
    .locator('input[type=file]')
    .setInputFiles(await sampleFile('u.xml', { provider: '0001', students: 30, faults: 'ukprn' }))
  await ashby.getByRole('button', { name: 'Upload anyway' }).click()
  await expect(ashby.getByText('Right to process check failed').first()).toBeVisible()

  const analyst = await pageOf('bedel-analyst')
  await open(analyst, portal.url, 'view=heat')
  await expect(analyst.getByText('2 submissions from 2 providers', { exact: true })).toBeVisible()
  const statuses = analyst.getByRole('table', { name: 'Statuses' })
  const heading = (name: string) => analyst.getByRole('heading', { name })
  await statuses.getByRole('link', { name: '1: Submissions at "Quality processing complete" now' }).click()
  await expect(heading('Submissions now at "Quality processing complete"')).toBeVisible()
  await expect(analyst.getByRole('link', { name: 'c.xml' })).toBeVisible()
  await statuses.getByRole('link', { name: '2: Submissions that have been at "Uploaded"' }).click()
  await expect(heading('Submissions that have been at "Uploaded"')).toBeVisible()
  await expect(analyst.getByRole('link', { name: 'u.xml' })).toBeVisible()
  await choose(analyst, 'View', 'Whole chart')
  await analyst.getByRole('combobox', { name: 'Find a state or transition' }).fill('RIGHT_TO_PROCESS_FAILED')
  await analyst.getByRole('option', { name: /RIGHT_TO_PROCESS_FAILED/ }).click()
  await expect(heading('Submissions with the event "Right to process check failed"')).toBeVisible()
  await expect(analyst.getByRole('link', { name: 'u.xml' })).toBeVisible()
  await expect(analyst.getByRole('link', { name: 'c.xml' })).toBeHidden()
  await analyst.getByRole('button', { name: 'Close the list' }).click()
  await choose(analyst, 'Provider', /0001/)
  await expect(analyst.getByText('1 submission from 1 provider', { exact: true })).toBeVisible()

  await open(analyst, portal.url, 'view=failures')
  const failures = analyst.getByRole('table', { name: 'Statuses where submissions stopped' })
  await expect(failures).toContainText('Provider.UKPRN: found')
  await failures.getByRole('link', { name: 'Right to process check failed' }).click()
  await analyst.getByRole('button', { name: 'Re-process', exact: true }).click()
  const question = analyst.getByRole('alertdialog', { name: 'Re-process this submission?' })
  await expect(question).toContainText('The uploaded file and its hash are kept')
  await question.getByRole('button', { name: 'Re-process' }).click()
  await expect(question).toBeHidden()
  await expect(failures.getByRole('row', { name: /Right to process check failed/ })).toContainText('2')

  await openMonitoring(analyst, portal)
  await submitForApproval(provider)
  await actOnRow(analyst, 'Cardigan Bay University', 'Approve', 'Approved')
  await open(analyst, portal.url, 'view=conformance')
  await expect(analyst.getByText('The history matches the chart')).toBeVisible()
})

test('two thousand submissions: heat, what is behind its numbers, and conformance', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const provider = await pageOf('cardigan-signoff')
  await uploadAndProcess(provider, await sampleFile('c.xml', { provider: '0003', students: 60 }))
  await multiplySubmission(portal, 2_000)

  const analyst = await pageOf('bedel-analyst')
  await open(analyst, portal.url, 'view=heat')
  await expect(analyst.getByText(/^2,000 submissions of /)).toBeVisible()
  const statuses = analyst.getByRole('table', { name: 'Statuses' })
  await statuses.getByRole('link', { name: /^2,000: Submissions that have been at "Schema check"$/ }).click()
  await expect(analyst.getByText('Showing the latest 100 of 2,000.')).toBeVisible()
  await open(analyst, portal.url, 'view=heat&provider=0003&risk=01&by=dwell')
  await expect(analyst.getByText(/^2,000 submissions of /)).toBeVisible()

  await open(analyst, portal.url, 'view=conformance')
  await expect(analyst.getByText('Replaying the whole history')).toBeVisible()
  await expect(analyst.getByText('The history matches the chart')).toBeVisible()
  await expect(analyst.getByText(/events of 2,000 submissions were replayed/)).toBeVisible()
})
