import type { Page } from '@playwright/test'
import { uploadAndProcess } from './journeys/steps.ts'
import { expect, test } from './support/fixtures.ts'
import { sampleFile } from './support/samples.ts'

/**
 * What the pages weigh on their way to a browser that has none of them yet. Counted is all that is sent from the first
 * request until the page is settled: it shows what it has loaded, nothing is busy, and no request has been under way for half a
 * second.
 */

interface Sent {
  address: string
  /** As sent: compressed, with headers. */
  bytes: number
  encoding: string | undefined
}

/** A page of the same person without anything in its cache, and all that is sent to it from now on. */
const coldPage = async (page: Page): Promise<{ cold: Page; sent: Sent[] }> => {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser.')
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const cold = await context.newPage()
  const session = await context.newCDPSession(cold)
  await session.send('Network.enable')
  const sent = new Map<string, Sent>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    sent.set(requestId, { address: `${request.method} ${request.url}`, bytes: 0, encoding: undefined })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const entry = sent.get(requestId)
    if (entry) entry.encoding = response.headers['content-encoding']
  })
  const all: Sent[] = []
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const entry = sent.get(requestId)
    // The icon of the tab is fetched by browsers with tabs only: one without a window never asks for it.
    if (entry && !entry.address.endsWith('/icon.svg')) all.push({ ...entry, bytes: encodedDataLength })
  })
  return { cold, sent: all }
}

const totalOf = (sent: readonly Sent[]): number => sent.reduce((sum, { bytes }) => sum + bytes, 0)

/** Pages, scripts and styles of it. */
const codeIn = (sent: readonly Sent[]): Sent[] =>
  sent.filter(({ address }) => !/\.woff2$|\/api\//.test(address))

/** Waits until the page shows what it has loaded and fetches nothing more. */
const settle = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}

/** Waits for the last message of a processed file: one that arrives while a page connects has it ask for everything again. */
const untilDelivered = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: /^Download delivery files/ })).toBeEnabled()
  await page.keyboard.press('Escape')
}

// Pages, scripts, styles, fonts and answers of the API. The button of Ctrl K and its key come with every page.
test('pages arrive compressed, and a quality report from cold takes 436 kB and 25 requests at most', async ({
  pageOf,
}) => {
  const page = await pageOf('ashby-signoff')
  await uploadAndProcess(
    page,
    await sampleFile('ashby-2023-24.xml', { provider: '0001', students: 120, faults: 'rules' }),
  )
  await untilDelivered(page)
  const { cold, sent } = await coldPage(page)
  await cold.goto(page.url())
  await expect(cold.getByRole('table', { name: 'Quality rules' }).getByRole('link').first()).toBeVisible()
  await settle(cold)

  const files = sent.filter(({ address }) => /\.(?:js|css)$/.test(address))
  expect(files.length).toBeGreaterThan(3)
  // Below 1 kB nothing is gained.
  expect(files.filter(({ bytes, encoding }) => bytes > 2000 && encoding !== 'br')).toEqual([])
  const addresses = sent.map(({ address }) => address)
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  expect(sent.length, addresses.join('\n')).toBeLessThanOrEqual(25)
  expect(totalOf(sent)).toBeLessThanOrEqual(436_000)
  expect(totalOf(sent)).toBeGreaterThan(100_000)
  await cold.context().close()
})

// Pages, scripts and styles, without fonts and answers of the API. Every screen has its address in the first load; what the
// screens of management, and those beside the way of a submission, fetch stands in lists of their own (`src/app/screens`).
test('the first load takes 294 kB of pages, scripts and styles at most', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const { cold, sent } = await coldPage(await pageOf('ashby-signoff'))
  await cold.goto(portal.url)
  await settle(cold)
  expect(totalOf(codeIn(sent))).toBeGreaterThan(100_000)
  expect(totalOf(codeIn(sent))).toBeLessThanOrEqual(294_000)
  await cold.context().close()
})

// The longest list that staff work with.
test('the monitoring page takes 392 kB of pages, scripts and styles from cold at most', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const { cold, sent } = await coldPage(await pageOf('bedel-admin'))
  await cold.goto(`${portal.url}/monitoring/23056`)
  await settle(cold)
  expect(totalOf(codeIn(sent))).toBeGreaterThan(200_000)
  expect(totalOf(codeIn(sent))).toBeLessThanOrEqual(392_000)
  await cold.context().close()
})

test('the specification takes 428 kB from cold at most', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const { cold, sent } = await coldPage(await pageOf('ashby-guest'))
  for (const part of ['rules', 'dictionary', 'changes']) {
    sent.length = 0
    await cold.goto(`${portal.url}/specification/23056?part=${part}`)
    await settle(cold)
    expect(totalOf(sent), part).toBeLessThanOrEqual(428_000)
  }
  await cold.context().close()
})
