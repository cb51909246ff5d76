import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { freePort } from '../server/freePort.ts'
import type { ObjectStore } from '../server/storage/index.ts'
import { type ProcessingServer, startProcessingServer } from '../tests/server/support/processingServer.ts'
import { chooseFile, openSubmissions } from './journeys/steps.ts'
import { dashboardOf, expect, refuseReports } from './support/fixtures.ts'
import { sampleFile } from './support/samples.ts'
import { test } from './support/steadyScreens.ts'

/**
 * What a person sees while something that the portal cannot do without is away, and that it goes on without loading the page
 * anew (specification 4, rows 15 and 40). One server with a worker, whose store, disk and database fail when told to.
 */

/** Few connections, so that all of them can be held. */
const pool = { max: 6, waitMs: 1000 }

const faults = {
  /** Of the disk, while a file is taken in. */
  disk: undefined as string | undefined,
  /** Of the store, while a stage reads or writes. */
  store: undefined as string | undefined,
  reserve: 0,
}
const failing = new Map<string, 'disk' | 'store'>([
  ['receive', 'disk'],
  ...['stat', 'look', 'pieces', 'open', 'readRange', 'put'].map(name => [name, 'store'] as const),
])

const shaky = (folder: ObjectStore): ObjectStore =>
  new Proxy(folder, {
    get: (target, name) => {
      const value = target[name as keyof ObjectStore]
      const part = failing.get(String(name))
      if (part === undefined || typeof value !== 'function') return value
      return (...given: never[]) => {
        const code = faults[part]
        if (code !== undefined) throw Object.assign(new Error('the store fails'), { code })
        return (value as (...all: never[]) => unknown)(...given)
      }
    },
  })

let server: ProcessingServer
let url: string
test.beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  server = await startProcessingServer({
    visitedAt: port,
    worker: true,
    store: shaky,
    reserveBytes: () => faults.reserve,
    pool,
  })
})
test.afterAll(async () => {
  const { values } = await server.metrics.cspReports.get()
  await server.stop()
  refuseReports(values.map(({ labels, value }) => `${labels.directive}: ${value}`))
})

const uploadFile = (page: Page) => page.getByRole('button', { name: 'Upload file', exact: true })
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

/** The upload has failed, and the server's words say why. */
const expectFailed = async (page: Page, reason: string): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Upload failed' })).toBeVisible()
  await page.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Details' })).toContainText(reason)
}

test('disk, store, database and issuer are away: told, and it goes on without loading the page anew', {
  tag: '@exhaustive',
}, async ({ browser }) => {
  const page = await dashboardOf(browser, url, 'ashby-submitter')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })

  await test.step('the disk is nearly full: no file is taken', async () => {
    faults.reserve = Number.MAX_SAFE_INTEGER
    await openSubmissions(page)
    await chooseFile(page, await sampleFile('outage.xml', { provider: '0001', students: 20 }))
    await uploadFile(page).click()
    await expectFailed(page, 'disk is nearly full, so it cannot accept files at the moment')
    faults.reserve = 0
  })

  await test.step('the folder is read-only: the upload ends with the reason', async () => {
    faults.disk = 'EROFS'
    await tryAgain(page).click()
    await expectFailed(page, 'The file store cannot accept files at the moment. Try again later.')
    faults.disk = undefined
  })

  await test.step('the store is away: the file waits, the page says so, and it is processed when it is back', async () => {
    faults.store = 'ECONNREFUSED'
    await tryAgain(page).click()
    await expect(page).toHaveURL(/\/processing/)
    await expect(
      page.getByText(
        'The file store cannot be reached. You do not need to do anything: processing will continue automatically.',
      ),
    ).toBeVisible()
    await expect(page.getByText('Paused: a problem on our side')).toBeVisible()
    faults.store = undefined
    await expect(page).toHaveURL(/\/reports$/, { timeout: 90_000 })
  })

  await test.step('every connection to the database is in use: told, and asked again by itself', async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const held = Array.from({ length: pool.max }, () => {
      const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
      const ended = server.inSystem(async tx => {
        await sql`select 1`.execute(tx)
        hold()
        await over
      })
      return { isHeld, ended }
    })
    await Promise.all(held.map(({ isHeld }) => isHeld))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submissions' }).click()
    const failed = page.getByText('Error getting collections')
    await expect(failed).toBeVisible()
    end()
    await Promise.all(held.map(({ ended }) => ended))
    await expect(page.getByRole('cell', { name: 'Quality processing complete' })).toBeVisible({
      timeout: 30_000,
    })
    await expect(failed).toBeHidden()
  })
  expect(loads).toBe(0)
  await page.context().close()

  await test.step('the issuer is away: who signs in is told, and signs in when it is back', async () => {
    const context = await browser.newContext()
    const visitor = await context.newPage()
    const discovery = '**/.well-known/openid-configuration'
    await visitor.route(discovery, route => route.abort('connectionrefused'))
    await visitor.goto(url)
    await expect(visitor.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible()
    await visitor.unroute(discovery)
    await tryAgain(visitor).click()
    await expect(
      visitor.getByRole('button', { name: 'Sign in as ashby-submitter', exact: true }),
    ).toBeVisible()
    await context.close()
  })
})
