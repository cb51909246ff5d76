import type { Page } from '@playwright/test'
import { chooseFile, openSubmissions, sendFile } from './journeys/steps.ts'
import { storyOf } from './support/database.ts'
import { expect, test } from './support/fixtures.ts'
import { sampleFile } from './support/samples.ts'
import type { PortalServer } from './support/server.ts'
import { killInStep, type SeparateWorker, startSeparateWorker, workerOf } from './support/worker.ts'

/** A worker dies while somebody watches; `kill -9` at every boundary and inside each step is tests/server/workerDeath.test.ts. */

// Killed workers leave what the next test must not meet.
test.use({ ownPortal: {} })

/** Uploads a file whose steps take long enough to be interrupted, and watches its processing. */
const watchProcessing = async (page: Page): Promise<string> => {
  await openSubmissions(page)
  await chooseFile(page, await sampleFile('a.xml', { provider: '0001', students: 3000 }))
  await sendFile(page)
  return page.url().split('/').at(-2) ?? ''
}

/** The view has moved on by itself, every step has one result, and the one that was broken off was taken up again. */
const expectCompletedOnce = async (page: Page, portal: PortalServer, id: string, step: string) => {
  await expect(page).toHaveURL(/\/reports$/, { timeout: 90_000 })
  await expect(page.getByText('Quality processing complete', { exact: true }).first()).toBeVisible()
  const { events, attempts } = await storyOf(portal, id)
  expect(new Set(events).size).toBe(events.length)
  expect(events).toContain('QUALITY_PROCESSING_COMPLETED')
  expect(attempts[step]).toBeGreaterThan(1)
  await openSubmissions(page)
  await expect(page.getByRole('link', { name: 'a.xml' })).toHaveCount(1)
}

test('the worker beside the server is killed in the middle of a step: another goes on in front of the user', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const page = await pageOf('ashby-submitter')
  const id = await watchProcessing(page)
  const step = await killInStep(portal, workerOf(portal))
  await expectCompletedOnce(page, portal, id, step)
  expect(portal.output()).toContain('the worker ended; another is started')
})

test.describe('server and workers as processes of their own', () => {
  test.use({ ownPortal: { environment: { ROLE: 'api' } } })
  const workers: SeparateWorker[] = []
  const startWorker = (portal: PortalServer): SeparateWorker => {
    const worker = startSeparateWorker(portal)
    workers.push(worker)
    return worker
  }
  test.afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop()
  })

  test('a worker that nobody saw die is missed, and the other takes its step', {
    tag: '@exhaustive',
  }, async ({ pageOf, portal }) => {
    const first = startWorker(portal)
    const page = await pageOf('ashby-submitter')
    const id = await watchProcessing(page)
    const step = await killInStep(portal, first.pid)
    await expect(page.getByRole('progressbar').or(page.getByText('In progress')).first()).toBeVisible()
    await expect(page).toHaveURL(/\/processing/)
    startWorker(portal)
    await expectCompletedOnce(page, portal, id, step)
  })
})
