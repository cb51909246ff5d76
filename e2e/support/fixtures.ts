import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { keepDatabase, resetDatabase } from './database.ts'
import { makingOf, type SceneName } from './scenes.ts'
import { type PortalOptions, type PortalServer, startPortalServer } from './server.ts'
import { newBrowser, signInBefore } from './signedIn.ts'
import { test as base } from './steadyScreens.ts'

interface Fixtures {
  /** A server of this test alone, started so: for tests that end it or its workers. */
  ownPortal: PortalOptions | undefined
  /** What has happened on the shared server before the test begins. */
  scene: SceneName
  /** Whether the test changes its browsers for good, as their clock: no other test is to have them. */
  changesBrowsers: boolean
  /** Whether the test has a page break its policy, to see that it is noticed. */
  breaksPolicy: boolean
  /** The server: that of the worker of Playwright, with a database as its scene has it, or one of this test alone. */
  portal: PortalServer
  /** A signed-in page of its own, as a second person or a second browser would have. */
  pageOf: (userId: string) => Promise<Page>
}

/** Signs in by the identity provider's page, as a person would, and waits for the dashboard. */
export const signInAs = async (page: Page, url: string, userId: string): Promise<void> => {
  await page.goto(url)
  await page.getByRole('button', { name: `Sign in as ${userId}`, exact: true }).click()
  await page.waitForURL(address => !/^\/(oidc|callback)\//.test(address.pathname))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** The dashboard of somebody who has signed in before. */
const openDashboard = async (context: BrowserContext, url: string, userId: string): Promise<Page> => {
  await signInBefore(context, url, userId)
  const page = await context.newPage()
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

/** The dashboard of somebody who has signed in before, in a browser of their own. */
export const dashboardOf = async (
  browser: Browser,
  url: string,
  userId: string,
  options: Parameters<typeof newBrowser>[1] = {},
): Promise<Page> => openDashboard(await newBrowser(browser, options), url, userId)

/** Fails what a report of a browser falls into: pages never do what their policy forbids. */
export const refuseReports = (reports: readonly string[]): void => {
  if (reports.length > 0) throw new Error(`A page broke its content security policy:\n${reports.join('\n')}`)
}

/** The server that the tests of a worker share, one after the other; started when one first asks for it. */
interface SharedPortal {
  /** The server with its database as a scene has it; made when it is first asked for, and kept. */
  at: (scene: SceneName) => Promise<PortalServer>
  stop: () => Promise<void>
}

/** Browsers of tests before, without what was in them but for the scripts of the portal, which are not fetched again. */
interface Browsers {
  take: () => Promise<BrowserContext>
  giveBack: (context: BrowserContext) => Promise<void>
}

const sharePortal = (): SharedPortal => {
  let started: Promise<PortalServer> | undefined
  const kept = new Set<SceneName>()
  const keep = async (portal: PortalServer, scene: SceneName): Promise<void> => {
    await keepDatabase(portal, scene)
    kept.add(scene)
  }
  const start = async (): Promise<PortalServer> => {
    const portal = await startPortalServer()
    await keep(portal, 'nothing')
    return portal
  }
  const at = async (scene: SceneName): Promise<PortalServer> => {
    started ??= start()
    const portal = await started
    if (scene === 'nothing' || kept.has(scene)) await resetDatabase(portal, scene)
    else {
      const { from, happens } = makingOf(scene)
      await at(from)
      await happens(portal)
      await keep(portal, scene)
    }
    return portal
  }
  return {
    at,
    stop: async () => {
      const portal = await started
      await portal?.stop()
      // A report may come after the test that it belongs to.
      refuseReports(portal?.takeReports() ?? [])
    },
  }
}

export const test = base.extend<Fixtures, { shared: SharedPortal; browsers: Browsers }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const shared = sharePortal()
      await use(shared)
      await shared.stop()
    },
    { scope: 'worker' },
  ],
  browsers: [
    async ({ browser }, use) => {
      const idle: BrowserContext[] = []
      await use({
        take: async () => idle.pop() ?? newBrowser(browser, { acceptDownloads: true }),
        giveBack: async context => {
          for (const page of context.pages()) await page.close()
          await context.unrouteAll()
          idle.push(context)
        },
      })
      for (const context of idle) await context.close()
    },
    { scope: 'worker' },
  ],
  changesBrowsers: [false, { option: true }],
  ownPortal: [undefined, { option: true }],
  scene: ['nothing', { option: true }],
  breaksPolicy: [false, { option: true }],
  portal: async ({ ownPortal, scene, breaksPolicy, shared }, use, testInfo) => {
    const server = ownPortal ? await startPortalServer(ownPortal) : await shared.at(scene)
    const printed = server.output().length
    await use(server)
    if (ownPortal) await server.stop()
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = ownPortal ? server.output() : server.output().slice(printed)
      await testInfo.attach('server.log', { body, contentType: 'text/plain' })
    }
    const reports = server.takeReports()
    if (breaksPolicy) expect(reports).not.toEqual([])
    else refuseReports(reports)
  },
  pageOf: async ({ browsers, portal, changesBrowsers }, use) => {
    const taken: BrowserContext[] = []
    await use(async userId => {
      const context = await browsers.take()
      taken.push(context)
      return openDashboard(context, portal.url, userId)
    })
    for (const context of taken) await (changesBrowsers ? context.close() : browsers.giveBack(context))
  },
})

export { expect } from '@playwright/test'
