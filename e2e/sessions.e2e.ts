import type { Page, Response } from '@playwright/test'
import { expect, signInAs, test } from './support/fixtures.ts'
import type { PortalServer } from './support/server.ts'
import { newBrowser } from './support/signedIn.ts'

const minute = 60_000

/** Token life of the embedded issuer (decisions §5): identity 15 minutes, API 9. */
const nearEndOfApiToken = 8 * minute + 10_000
const pastEverything = 20 * minute

const openTabs = async (page: Page, portal: PortalServer, count: number): Promise<Page[]> => {
  const tabs = [page]
  while (tabs.length < count) tabs.push(await page.context().newPage())
  await Promise.all(
    tabs.map(async tab => {
      await tab.goto(portal.url)
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    }),
  )
  return tabs
}

/** Answers of the addresses that begin so to any window of the browser, as they come. */
const answersOf = (page: Page, path: string): Response[] => {
  const answers: Response[] = []
  page.context().on('response', answer => {
    if (new URL(answer.url()).pathname.startsWith(path)) answers.push(answer)
  })
  return answers
}

const statusesOf = (answers: readonly Response[]): number[] => answers.map(answer => answer.status())

/**
 * Counts in every window that is opened from now on the sessions that it has made of an exchange, to the last call: the
 * organisation acted for is kept then.
 */
const countSessions = async (page: Page): Promise<void> => {
  await page.context().addInitScript(() => {
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
      setItem.call(this, key, value)
      if (key === 'bedel.organisation') window.name = String(Number(window.name) + 1)
    }
  })
}

const sessionsMade = (tab: Page): Promise<number> => tab.evaluate(() => Number(window.name))

const openSockets = async (portal: PortalServer): Promise<number> => {
  const figures = await (await fetch(`${portal.url}/metrics`)).text()
  return Number(/^live_sockets (\d+)$/m.exec(figures)?.[1])
}

const expectSignedIn = async (tabs: readonly Page[]): Promise<void> => {
  for (const tab of tabs) {
    await expect(tab.getByText('Your session has ended')).toBeHidden()
    await expect(tab.getByText('about to end')).toBeHidden()
  }
}

test.describe('a session at the real issuer, whose clock the test moves', () => {
  test.use({ ownPortal: { hasMovableClock: true }, changesBrowsers: true })

  test('three tabs that renew at once use one refresh token each time, and all go on', {
    tag: '@exhaustive',
  }, async ({ pageOf, portal }) => {
    const page = await pageOf('ashby-signoff')
    await page.context().clock.install()
    await countSessions(page)
    const tabs = await openTabs(page, portal, 3)
    const madeBefore = await Promise.all(tabs.map(sessionsMade))
    const exchanges = answersOf(page, '/api/token/exchange')
    const renewals = answersOf(page, '/oidc/token')
    for (let round = 1; round <= 4; round += 1) {
      await portal.forward(nearEndOfApiToken)
      await page.context().clock.fastForward(nearEndOfApiToken)
      // Every window gets an API token of its own.
      await expect.poll(() => statusesOf(exchanges)).toEqual(Array(3 * round).fill(200))
      // Moved while a window still renews, the clock would end the call that it waits for.
      await expect
        .poll(() => Promise.all(tabs.map(sessionsMade)))
        .toEqual(madeBefore.map(made => made + round))
      // The first exchange of a page that was just opened takes the identity that is kept; later ones need a newer.
      expect(statusesOf(renewals)).toEqual(Array(round - 1).fill(200))
    }
    await expectSignedIn(tabs)
    for (const tab of tabs) {
      await tab.getByRole('link', { name: 'Submissions' }).first().click()
      await expect(tab).toHaveURL(/\/submissions/)
      await expect(tab.getByRole('heading', { name: /Student 2023\/24/ })).toBeVisible()
    }
    await expectSignedIn(tabs)
  })

  test('a call that is refused because the token has ended is asked again after a silent renewal', {
    tag: '@exhaustive',
  }, async ({ pageOf, portal }) => {
    const page = await pageOf('ashby-signoff')
    const renewals = answersOf(page, '/oidc/token')
    const calls = answersOf(page, '/api/')
    // What the dashboard asks for is answered: a refused call of a page that is left is not asked again.
    await page.waitForLoadState('networkidle')
    // The browser's clock stands still, as on a machine that has slept: only the API knows that the token has ended.
    await portal.forward(pastEverything)
    await page.getByRole('link', { name: 'Submissions' }).first().click()
    await expect(page.getByRole('heading', { name: /Student 2023\/24/ })).toBeVisible()
    /** Of each call that was refused, but for those about tokens: its answers from the refusal on. */
    const refused = (): number[][] =>
      [...Map.groupBy(calls, answer => answer.url())].flatMap(([url, answers]) => {
        const statuses = statusesOf(answers)
        const at = statuses.indexOf(401)
        return at < 0 || url.includes('/api/token/') ? [] : [statuses.slice(at)]
      })
    await expect.poll(() => refused().length).toBeGreaterThan(0)
    await expect.poll(() => refused().filter(([, again]) => again !== 200)).toEqual([])
    expect(statusesOf(renewals)).toEqual([200])
    await expectSignedIn([page])
  })
})

test.describe('a browser whose clock is wrong', () => {
  test.use({ changesBrowsers: true })

  for (const [how, off] of [
    ['an hour fast', 60 * minute],
    ['an hour slow', -60 * minute],
  ] as const)
    test(`and ${how} renews its session by the life of the token, and is never asked to sign in again`, async ({
      browser,
      portal,
    }) => {
      const context = await newBrowser(browser)
      const page = await context.newPage()
      await page.clock.install({ time: Date.now() + off })
      const exchanges = answersOf(page, '/api/token/exchange')
      const renewals = answersOf(page, '/oidc/token')
      await signInAs(page, portal.url, 'ashby-signoff')
      const counts = () => [statusesOf(exchanges), statusesOf(renewals)]
      expect(counts()).toEqual([[200], [200]])

      // Every five seconds it is looked whether the token ends soon.
      await page.clock.runFor(minute)
      await page.getByRole('link', { name: 'Submissions' }).first().click()
      await expect(page).toHaveURL(/\/submissions/)
      await expect(page.getByRole('heading', { name: /Student 2023\/24/ })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: /Student 2023\/24/ })).toBeVisible()
      await page.clock.runFor(minute)
      expect(counts()).toEqual([[200], [200]])
      await expectSignedIn([page])

      // A minute before its end the API token is renewed, once; the identity that is kept lasts longer.
      await page.clock.runFor(nearEndOfApiToken - 2 * minute)
      await expect.poll(counts).toEqual([[200, 200], [200]])
      await page.clock.runFor(minute)
      expect(counts()).toEqual([[200, 200], [200]])
      await expectSignedIn([page])
      await context.close()
    })
})

test('signing out in one tab ends the others, their live connections and their tokens', async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf('ashby-signoff')
  const tabs = await openTabs(page, portal, 3)
  await expect.poll(() => openSockets(portal)).toBe(3)
  const token = await page.evaluate(() => localStorage.getItem('bedel.api-token'))
  const statusWithToken = async (): Promise<number> =>
    (await fetch(`${portal.url}/api/collections`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await statusWithToken()).toBe(200)

  await page.getByRole('button', { name: 'Thomas Whitby' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  for (const tab of tabs.slice(1)) {
    await expect(tab.getByRole('heading', { level: 1, name: 'You are signed out' })).toBeVisible()
    await expect(tab).toHaveURL(`${portal.url}/`)
    await expect(tab.getByText('Thomas Whitby')).toHaveCount(0)
    await expect(tab.getByText('Your session has ended')).toHaveCount(0)
  }
  await expect.poll(() => openSockets(portal)).toBe(0)
  expect(await statusWithToken()).toBe(401)
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter(key => /^oidc\.user|token|identity-ends/.test(key)),
  )
  expect(kept).toEqual([])
})
