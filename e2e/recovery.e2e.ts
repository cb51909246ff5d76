import type { Page, Request } from '@playwright/test'
import { settled } from './pseudo/look.ts'
import { type Kind, kinds, people, showEverything } from './support/everyScreen.ts'
import { expect, test } from './support/fixtures.ts'
import { goWithin } from './support/goWithin.ts'

/**
 * A page that is opened during an outage recovers by itself: every call of the API fails, then the server is back, and the page
 * shows without a click what it shows otherwise.
 */

test.use({ scene: 'outside', changesBrowsers: true })

/** The longest first pause before a call is made again. */
const firstPauseMs = 10_000

/** The page between two visits. It calls nothing, so it has nothing to recover from. */
const resting = '/accessibility'

/** Headings, and what is asked for in vain: what tells a page that is there from one that is not. */
const shownOn = (page: Page): Promise<{ headings: string[]; retries: number }> =>
  page.evaluate(() => {
    const texts = (selector: string) =>
      [...document.querySelectorAll(`main ${selector}`)].map(({ textContent }) => textContent?.trim() ?? '')
    return {
      headings: texts(':is(h1, h2, h3)'),
      retries: texts('[role=alert] button').length,
    }
  })

const visitorOf = async (page: Page) => {
  const underWay = new Set<Request>()
  let isAway = false
  let failures = 0
  await page.clock.install()
  page.on('request', request => underWay.add(request))
  page.on('requestfinished', request => underWay.delete(request))
  page.on('requestfailed', request => underWay.delete(request))
  // The live connection has nothing to say: when it is made again everything is asked for, and this is about what asks by itself.
  await page.routeWebSocket(/\/live\?/, () => undefined)
  await page.route('**/api/**', route => {
    if (!isAway) return route.fallback()
    failures += 1
    // In turn: no answer at all, and one of a server whose database is away. Neither is asked again at once.
    return failures % 2 === 0
      ? route.abort('connectionrefused')
      : route.fulfill({ status: 503, headers: { 'retry-after': '0' }, body: '' })
  })
  const settle = async (): Promise<void> => {
    do await settled(page)
    while (underWay.size > 0)
  }
  return {
    settle,
    /** Every call of the API fails from now on, or none does. */
    away: (is: boolean) => {
      isAway = is
      failures = 0
    },
    hasFailed: () => failures > 0,
    visit: async (address: string) => {
      await goWithin(page, resting)
      await settle()
      await goWithin(page, address)
      // A page whose code is loaded with it comes later than its address.
      await expect(page.getByRole('heading', { level: 1, name: 'Accessibility statement' })).toHaveCount(0)
      await settle()
    },
  }
}

/** Opens each screen, first as it is and then during an outage that ends. */
const recoverEach = async (page: Page, addresses: readonly string[]): Promise<void> => {
  const visitor = await visitorOf(page)
  for (const address of addresses.filter(one => one !== resting)) {
    await visitor.visit(address)
    const whole = await shownOn(page)
    visitor.away(true)
    await visitor.visit(address)
    const hasFailed = visitor.hasFailed()
    visitor.away(false)
    if (!hasFailed) continue
    await page.clock.runFor(firstPauseMs)
    await visitor.settle()
    // Parts that wait for others ask when those are there.
    await expect.soft
      .poll(() => shownOn(page), address)
      .toEqual({
        headings: expect.arrayContaining(whole.headings),
        retries: whole.retries,
      })
  }
}

test('five very different pages that are opened during an outage recover by themselves', async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf(people.provider)
  const { seenBy } = await showEverything(provider, portal)
  const addressOf = (kind: Kind, screen: string): string =>
    seenBy(kind).find(one => one.screen === screen)?.address ?? `no ${screen}`
  await recoverEach(provider, [addressOf('provider', 'dashboard'), addressOf('provider', 'quality')])
  await recoverEach(await pageOf(people.agency), [
    addressOf('agency', 'monitoredCollection'),
    addressOf('agency', 'specification'),
    '/inspector?view=heat',
  ])
})

for (const kind of kinds)
  test(`every page of the ${kind} that is opened during an outage recovers by itself`, {
    tag: '@exhaustive',
  }, async ({ pageOf, portal }) => {
    const { seenBy } = await showEverything(await pageOf(people.provider), portal)
    const only = process.env.E2E_SCREENS?.split(',')
    await recoverEach(
      await pageOf(people[kind]),
      seenBy(kind)
        .filter(({ screen }) => !only || only.includes(screen))
        .map(({ address }) => address),
    )
  })

test('a portal that is loaded during an outage signs in and shows its page when the server is back', async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf(people.agency)
  const visitor = await visitorOf(page)
  visitor.away(true)
  await page.goto(`${portal.url}/monitoring`)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-in failed' })).toBeVisible()
  // Tried again in vain: the reason stays in sight.
  await page.clock.runFor(firstPauseMs)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-in failed' })).toBeVisible()
  visitor.away(false)
  await page.clock.runFor(firstPauseMs)
  await expect(page.getByRole('heading', { level: 1, name: 'Monitoring' })).toBeVisible()
})
