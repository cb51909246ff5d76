import { randomUUID } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import { allCalls } from '../server/http/openapi.ts'
import type { Call } from '../src/domain/wire/call.ts'
import { apiTokenFor } from '../tests/server/support/serverProcess.ts'
import { deliveryContent } from '../tests/support/deliveryContent.ts'
import { settled } from './pseudo/look.ts'
import { jobsLeft } from './support/database.ts'
import { type Kind, kinds, people, showEverything } from './support/everyScreen.ts'
import { expect, test } from './support/fixtures.ts'
import { goWithin } from './support/goWithin.ts'
import { intercept } from './support/intercept.ts'
import type { PortalServer } from './support/server.ts'
import { callAs } from './support/upload.ts'

/**
 * No failed call is shown as a fact: every GET that a screen makes fails, one at a time. The screen then says so, with a way to
 * try again, and says nothing that it does not say with the answer: that there is none of something, for instance.
 */

test.use({ scene: 'outside' })

/** Ways to fail in turn. Only the last asks the browser to try again at once, so the shorter test uses it alone. */
const ways = ['500', 'no answer', '503'] as const
type Way = (typeof ways)[number]
const inTurn = (turn: number): Way => ways[turn % ways.length] ?? '503'

const gets = allCalls().filter(({ call }) => call.method === 'GET')
const patternOf = ({ path }: Call): RegExp => new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
/** Fixed parts first: `/submissions/new` is no submission of an id. */
const patterns = gets
  .map(({ name, call }) => ({ name, pattern: patternOf(call), parameters: call.path.split('{').length }))
  .toSorted((one, other) => one.parameters - other.parameters)
/** What the frame asks again whenever its live connection opens; what it knew before stays, and is a test of its own. */
const ofFrame = ['/api/demonstration', '/api/notices?limit=1']
const nameOf = (address: string): string | undefined => {
  const { pathname, search } = new URL(address)
  if (ofFrame.includes(pathname + search)) return undefined
  return patterns.find(({ pattern }) => pattern.test(pathname))?.name
}

/** What a screen may say only without an answer, for it is true then. */
const trueWithout: Readonly<Record<string, readonly string[]>> = {
  // They say no more than that the answer is not there.
  listPreviousSubmissions: ['The previous submissions are not loaded.'],
  getCollection: ['The collection is not loaded yet. Try again in a moment.'],
  // The heading without the number of students.
  listStudents: ['Findings by student'],
  // The same sentence with the limit comes with the answer.
  getConfiguration: ['One .xml file.'],
  // It says no more than that the answer is not there.
  getNewsSinceYesterday: ['Changes since yesterday failed to load.'],
  listSpecifications: ['The specifications are not loaded.'],
  // Nothing is chosen of a list that is not there.
  listCollections: ['Choose'],
  // Codes in place of names.
  listRegulators: ['5002', '5003', '5004', '5016'],
  // Of the steps, from the status of the submission: the call counts what stands in the way.
  getCommitAllowedStatus: ['Not started', 'Current step'],
}

/** What states nothing: alerts, what is still loading, and the heads of tables. */
const statesNothing = '[role=alert], [aria-busy=true], th, [role=columnheader], svg, select'

/** Lines that people read on the screen as facts. */
const linesOf = (page: Page): Promise<string[]> =>
  page.evaluate(nothing => {
    const lines = new Set<string>()
    const within = document.querySelectorAll('main, [role$=dialog]')
    for (const root of within) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement
        // How long something has taken grows while the test looks.
        const text = (node.textContent ?? '')
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/(?:\d+ (?:ms|s|min|h)\s?)+/g, 'some time')
          .trim()
        if (!element || text.length < 2 || element.closest(nothing)) continue
        if (element.checkVisibility()) lines.add(text)
      }
    }
    return [...lines]
  }, statesNothing)

const visitorOf = async (page: Page) => {
  const underWay = new Set<Request>()
  let begun = 0
  const asked = new Set<string>()
  let failing: { name: string; way: Way } | undefined
  let hasFailed = false
  page.on('request', request => {
    underWay.add(request)
    begun += 1
    const name = request.method() === 'GET' ? nameOf(request.url()) : undefined
    if (name !== undefined) asked.add(name)
  })
  page.on('requestfinished', request => underWay.delete(request))
  page.on('requestfailed', request => underWay.delete(request))
  await page.route('**/api/**', route => {
    const request = route.request()
    if (!failing || request.method() !== 'GET' || nameOf(request.url()) !== failing.name)
      return route.fallback()
    hasFailed = true
    if (failing.way === 'no answer') return route.abort('timedout')
    return route.fulfill({ status: Number(failing.way), headers: { 'retry-after': '0' }, body: '' })
  })

  /** All is there that comes: nothing is being asked for or drawn, also on a machine that takes long to draw it. */
  const settle = async (): Promise<void> => {
    let before: number
    do {
      before = begun
      await settled(page)
      await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
      await settled(page)
    } while (underWay.size > 0 || begun !== before)
  }
  const visit = async (address: string): Promise<void> => {
    // Another screen between, so that everything is asked for again.
    await goWithin(page, '/accessibility')
    await settle()
    asked.clear()
    await goWithin(page, address)
    await settle()
  }
  return {
    /** What the screen says, and which calls it makes. */
    whole: async (address: string) => {
      const lines = new Set<string>()
      const calls = new Set<string>()
      // The first visit brings the code, which a browser may still be compiling when nothing else is under way.
      for (let time = 1; time <= 2; time++) {
        await visit(address)
        for (const line of await linesOf(page)) lines.add(line)
        for (const call of asked) calls.add(call)
      }
      return { lines, calls: [...calls] }
    },
    /** What is wrong with the screen while a call of it fails. */
    without: async (
      address: string,
      name: string,
      way: Way,
      known: ReadonlySet<string>,
    ): Promise<string[]> => {
      failing = { name, way }
      hasFailed = false
      await visit(address)
      const retry = page.getByRole('alert').getByRole('button', { name: /^(Try again|Load again|Reload)/ })
      const said = await retry
        .first()
        .waitFor({ timeout: 10_000 })
        .then(() => true)
        .catch(() => false)
      await settle()
      const facts = (await linesOf(page)).filter(
        line => !known.has(line) && !trueWithout[name]?.includes(line),
      )
      failing = undefined
      if (!hasFailed) return []
      return [
        ...(said ? [] : ['nothing says that it failed, with a way to try again']),
        ...facts.map(fact => `it says "${fact}"`),
      ]
    },
  }
}

/** A delivery that somebody has asked for, and the configuration of it. */
const deliver = async (portal: PortalServer): Promise<{ configuration: string; delivery: string }> => {
  const admin = { origin: portal.url, token: await apiTokenFor(portal.url, people.agency) }
  const configuration = randomUUID()
  const address = `/delivery-configurations/${configuration}`
  await callAs(admin, 'POST', '/delivery-configurations', {
    id: configuration,
    name: 'Funding return',
    customerId: '5016',
    collectionReference: '23056',
    schedule: 'ON_REQUEST',
    content: deliveryContent,
  })
  await callAs(admin, 'PATCH', `${address}/state`, { state: 'ENABLED' })
  const delivery = randomUUID()
  await callAs(admin, 'POST', `${address}/deliveries`, { id: delivery })
  await expect.poll(() => jobsLeft(portal)).toBe(0)
  return { configuration, delivery }
}

/** Visits the screens with each of their calls failing; `once` lets a call that screens share fail on the first of them alone. */
const failEach = async (
  page: Page,
  screens: readonly { screen: string; address: string }[],
  wayOf: (turn: number) => Way,
  { once = false } = {},
): Promise<void> => {
  const visitor = await visitorOf(page)
  let turn = 0
  const failed = new Set<string>()
  for (const { screen, address } of screens) {
    const { lines, calls } = await visitor.whole(address)
    for (const name of calls) {
      if (once && failed.has(name)) continue
      failed.add(name)
      const wrong = await visitor.without(address, name, wayOf(turn++), lines)
      // Said also where the test does not come to its end.
      expect.soft(wrong, `${screen} (${address}) without ${name}`).toEqual([])
    }
  }
}

test('the most used screens say that a call failed, and state nothing instead', async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf(people.provider)
  const { mostUsedBy } = await showEverything(provider, portal)
  await failEach(provider, mostUsedBy('provider'), () => '503', { once: true })
})

test('the frame says that a call of its own failed, and goes on when it is answered', async ({ pageOf }) => {
  const page = await pageOf(people.provider)
  const answer = await intercept(page, '**/api/demonstration', route => route.abort('timedout'))
  await page.reload()
  const retry = page.getByRole('alert').getByRole('button', { name: 'Load again' })
  await expect(retry).toBeVisible()
  answer()
  await retry.click()
  await expect(retry).toBeHidden()
})

/** In how many tests the screens of a kind of user are visited, so that each takes some minutes. */
const parts: Record<Kind, number> = { provider: 6, validator: 1, agency: 8, regulator: 3 }

for (const kind of kinds)
  for (let part = 0; part < parts[kind]; part++)
    test(`every screen of the ${kind} says that a call failed, and states nothing instead (${part + 1} of ${parts[kind]})`, {
      tag: '@exhaustive',
    }, async ({ pageOf, portal }) => {
      const { seenBy } = await showEverything(await pageOf(people.provider), portal)
      const only = process.env.E2E_SCREENS?.split(',')
      const screens = seenBy(kind).filter(
        ({ screen }, at) => at % parts[kind] === part && (!only || only.includes(screen)),
      )
      const visitor = await pageOf(people[kind])
      await failEach(visitor, screens, inTurn)
    })

test('the screens of deliveries and of pseudonymisation say that a call failed, and state nothing instead', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const { configuration, delivery } = await deliver(portal)
  await failEach(
    await pageOf(people.agency),
    [
      { screen: 'deliveryConfiguration', address: `/management/delivery-config/${configuration}` },
      { screen: 'editDeliveryConfiguration', address: `/management/delivery-config/${configuration}/edit` },
      { screen: 'deliveries', address: '/delivery' },
      { screen: 'delivery', address: `/delivery/${delivery}` },
    ],
    inTurn,
  )
  const pseudonymisation = [{ screen: 'dataPseudonymisation', address: '/management/data-pseudonymisation' }]
  await failEach(await pageOf('bedel-anon'), pseudonymisation, inTurn)
})
