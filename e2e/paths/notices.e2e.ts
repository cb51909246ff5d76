import { expect, type Page, type Route } from '@playwright/test'
import { keptPathsOfPortal } from '../../scripts/model/keptPaths.ts'
import { notify } from '../../server/notices/write.ts'
import type { MarkedIds, NoticesEvent, NoticesMachine } from '../../src/machines/notices/index.ts'
import { noticesSpec } from '../../src/model/charts/notices.ts'
import type { PathStep } from '../../src/model/paths/testPath.ts'
import { intercept } from '../support/intercept.ts'
import { valveOf } from './liveValve.ts'
import type { StateOf } from './screens.ts'
import { criterion } from './share.ts'
import { type Stage, test } from './stage.ts'
import { keepWalked } from './walkInBrowser.ts'

/** The bell and the page of notices, in front of the real server: its answers are held back, its messages arrive. */
interface Reading {
  stage: Stage
  page: Page
  /** Calls of the page, the newest last; each waits until the path goes on with it. */
  counts: Route[]
  marks: Route[]
  /** How many the bell is to say. */
  unread: number
  /** What the page has read and the server has not been told of; undefined: all. */
  unreported: MarkedIds
}

const reader = 'ashby-signoff'
/** A call that only reads is made three times before it is given up. */
const tries = 3

let comments = 0

/** The provider gets a notice that the agency has commented. Each is about another rule: those about one issue are one entry. */
const giveNotice = async ({ stage }: Pick<Reading, 'stage'>): Promise<void> => {
  const detail = { event: 'COMMENT', by: 'bedel', code: `QR.${++comments}` }
  await stage.server.inSystem(tx =>
    notify(tx, ['0001'], { kind: 'issueAnswered', mode: 'live', collectionId: 'c23056', detail }, new Date()),
  )
}

const unreadOnServer = async ({ stage }: Reading): Promise<number> =>
  (await stage.server.call<{ unread: number }>(reader, 'GET', '/notices?limit=1')).body.unread

const bell = (page: Page) => page.getByRole('link', { name: /^Notices, / })

/** Does something that makes the page ask once more, and waits until it has. */
const asksAfter = async (calls: Route[], act: () => Promise<unknown>): Promise<void> => {
  const before = calls.length
  await act()
  await expect.poll(() => calls.length).toBeGreaterThan(before)
}

const idsIn = (route: Route): MarkedIds => (route.request().postDataJSON() as { ids?: string[] }).ids

/** The viewer reads one notice, by going where it leads; or says that all are read. */
const read = async (walk: Reading, ids: MarkedIds): Promise<void> => {
  const { page } = walk
  await bell(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible()
  if (ids === undefined) return page.getByRole('button', { name: 'Mark all as read' }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /commented on/ })
    .first()
    .click()
}

type Gesture = (walk: Reading, step: PathStep) => Promise<void>

const gestures: Record<NoticesEvent['type'], Gesture> = {
  // Only the server knows whether it is about something unread already.
  NOTICE_GIVEN: walk => asksAfter(walk.counts, () => giveNotice(walk)),
  REFRESH: async walk => {
    const { lose } = await valveOf(walk.page)
    await asksAfter(walk.counts, () => lose(() => giveNotice(walk)))
  },
  READ: async (walk, { event, from }) => {
    const isFirst = from.includes('marking.resting')
    const ids = event.ids as MarkedIds
    await asksAfter(walk.marks, () => read(walk, ids))
    const sent = idsIn(walk.marks.at(-1)!)
    expect(sent === undefined).toBe(ids === undefined || (!isFirst && walk.unreported === undefined))
    if (!isFirst && walk.unreported && sent)
      expect(sent).toEqual(expect.arrayContaining([...walk.unreported]))
    walk.unreported = sent
  },
}

const settle: Record<string, Gesture> = {
  'done.actor.count': async walk => {
    await walk.counts.at(-1)?.continue()
    walk.unread = await unreadOnServer(walk)
  },
  'error.actor.count': async ({ counts }) => {
    for (let time = 1; time < tries; time += 1) await asksAfter(counts, () => counts.at(-1)!.abort())
    await counts.at(-1)?.abort()
  },
  'done.actor.mark': async walk => {
    const { marks, page } = walk
    const answered = page.waitForResponse(response => response.url().endsWith('/notices/read'))
    await marks.at(-1)?.continue()
    await answered
    walk.unread = await unreadOnServer(walk)
  },
  'error.actor.mark': async ({ marks }) => marks.at(-1)?.abort(),
}

/** A reader with so many unread notices, and no others. */
const openWith = async (stage: Stage, unread: number): Promise<Reading> => {
  await stage.leave()
  const { server } = stage
  await server.forget()
  await server.setCollection('Open')
  await server.asOwner('delete from notice')
  for (let number = 0; number < unread; number += 1) await giveNotice({ stage })
  const page = await stage.pageOf(reader)
  // What comes into sight is read. Here it is read by a press, at the moment that the path names.
  await page.addInitScript(() => {
    globalThis.IntersectionObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    } as never
  })
  const { connectedAfter } = await valveOf(page)
  const [counts, marks]: Route[][] = [[], []]
  await connectedAfter(() => page.goto(`${stage.url}/notices`))
  await expect(bell(page)).toBeVisible()
  await intercept(page, /\/api\/notices\?(?:.*&)?limit=1(?:&|$)/, route => void counts?.push(route))
  await intercept(page, '**/api/notices/read', route => void marks?.push(route))
  return { stage, page, counts: counts ?? [], marks: marks ?? [], unread, unreported: [] }
}

const expectBell = ({ page, unread }: Reading): Promise<void> =>
  expect(bell(page)).toHaveAccessibleName(`Notices, ${unread === 0 ? 'none' : unread} unread`)

/** What is seen in a state of each region: the bell says what is known, and what is under way waits for the server. */
const screens = {
  'counting.known': expectBell,
  'counting.asking': async walk => {
    expect(walk.counts.length).toBeGreaterThan(0)
    // The number stays until the answer is there.
    await expectBell(walk)
  },
  'marking.resting': expectBell,
  'marking.sending': async walk => {
    expect(walk.marks.length).toBeGreaterThan(0)
    // Nothing counts as read before the server knows of it.
    await expectBell(walk)
  },
} satisfies Record<StateOf<NoticesMachine>, (walk: Reading) => Promise<void>>

/** Every region of the chart is in one of its states. */
const expectScreens = async (walk: Reading, to: string): Promise<void> => {
  const states = (Object.keys(screens) as (keyof typeof screens)[]).filter(state => to.includes(state))
  expect(states).toHaveLength(2)
  for (const state of states) await screens[state](walk)
}

test.use({ trace: 'off' })
for (const path of keptPathsOfPortal(noticesSpec, criterion))
  test(`${path.id}: ${path.scenario}`, async ({ stage }, info) => {
    info.setTimeout(info.timeout + path.steps.length * 10_000)
    const walk = await openWith(stage, (path.given as { unread: number }).unread)
    await expectBell(walk)
    for (const [at, step] of path.steps.entries())
      await test.step(`${at + 1}. ${step.event.type} → ${step.to}`, async () => {
        const gesture =
          settle[step.event.type.replace('xstate.', '')] ?? gestures[step.event.type as NoticesEvent['type']]
        await gesture(walk, step)
        await expectScreens(walk, step.to)
      })
    for (const route of [...walk.counts, ...walk.marks]) await route.abort().catch(() => undefined)
    await keepWalked(info, path)
  })
