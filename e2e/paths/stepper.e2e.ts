import { expect, type Page, type Route } from '@playwright/test'
import { keptPathsOfPortal } from '../../scripts/model/keptPaths.ts'
import { stepLabel } from '../../src/domain/labels.ts'
import { readingMs, type StepperEvent, type StepperMachine } from '../../src/machines/stepper/index.ts'
import { currentStep } from '../../src/machines/stepper/steps.ts'
import { openFacts } from '../../src/model/charts/lifecycle.ts'
import { stepperSpec } from '../../src/model/charts/stepper.ts'
import { inEnglish } from '../../src/model/everyMessage.ts'
import type { PathStep } from '../../src/model/paths/testPath.ts'
import type { SteppersFacts } from '../../src/model/worlds/portal.ts'
import { copyOf, sceneOf } from '../../tests/server/support/scene.ts'
import { intercept } from '../support/intercept.ts'
import { setVisibility } from '../support/visibility.ts'
import { rootOf, type Walk } from './gestures.ts'
import { tell } from './otherTab.ts'
import type { StateOf } from './screens.ts'
import { criterion } from './share.ts'
import { expectLabel } from './sight.ts'
import { test } from './stage.ts'
import { begin, keepWalked } from './walkInBrowser.ts'

/** Where the provider's view goes and stays, as statuses and clicks come. */

/** The pages of the steps, whose code is held back: until it has come, the view is on its way. */
const code = '**/assets/*.js'

interface Stepping extends Walk {
  /** Code that waits; undefined while it may come. */
  held: { routes: Route[]; stop: () => void } | undefined
}

const holdCode = async (walk: Stepping): Promise<void> => {
  if (walk.held) return
  const held: Route[] = []
  const stop = await intercept(walk.provider, code, route => void held.push(route))
  walk.held = { routes: held, stop }
}

const letCodeCome = async (walk: Stepping): Promise<void> => {
  const { held } = walk
  walk.held = undefined
  held?.stop()
  for (const route of held?.routes ?? []) await route.continue()
}

/** Whether the step after this one finds the view still on its way. */
const isCaughtOnItsWay = (steps: readonly PathStep[], at: number): boolean => {
  const { to, facts } = steps[at]!
  const next = steps[at + 1]?.event
  return (
    to === 'moving' &&
    next !== undefined &&
    !(next.type === 'VISITED' && next.step === (facts as SteppersFacts).destination?.step)
  )
}

type Gesture<E> = (walk: Stepping, event: E, steps: readonly PathStep[], at: number) => Promise<void>
const gestures: { [T in StepperEvent['type']]: Gesture<Extract<StepperEvent, { type: T }>> } = {
  STATUS_CHANGED: async (walk, { status }, steps, at) => {
    if (isCaughtOnItsWay(steps, at)) await holdCode(walk)
    if (steps[at]?.to === 'ready') await setVisibility(walk.provider, 'hidden')
    await walk.stage.server.place({ ...walk.scene, id: walk.id }, status)
    await tell(walk, status)
    await expectLabel(walk.provider, status)
  },
  VISITED: async (walk, { step }, steps, at) => {
    const { destination } = (steps[at - 1]?.facts ?? {}) as SteppersFacts
    if (steps[at]?.from !== 'moving' || (at > 0 && destination?.step !== step)) {
      const links = walk.provider.getByRole('navigation', { name: 'Submission progress' })
      await links.getByRole('link', { name: inEnglish(stepLabel(step)), exact: true }).click()
    }
    await letCodeCome(walk)
  },
  SEEN: walk => setVisibility(walk.provider, 'visible'),
  UNSEEN: walk => setVisibility(walk.provider, 'hidden'),
  STAY: walk => walk.provider.getByRole('button', { name: 'Stay on this page' }).click(),
  COPY_CREATED: async walk => {
    await copyOf(walk.stage.server, walk.scene, walk.id)
    await letCodeCome(walk)
  },
}

/** The time passes that is given to read that a processing has ended. */
const readingEnds: Gesture<unknown> = async (walk, _, steps, at) => {
  if (isCaughtOnItsWay(steps, at)) await holdCode(walk)
  await walk.provider.clock.fastForward(readingMs)
}

const stepInSight = (page: Page) => page.locator('li[aria-current=step]')
const pageIn = (page: Page): string => new URL(page.url()).pathname.split('/')[4] ?? ''

/** The states in which a view stays: the other two are left at once. */
type State = Exclude<StateOf<StepperMachine>, 'starting' | 'arriving'>

/** What the view shows in each state; on its way it is seen where it stays as long, or where it arrives. */
const screens = {
  following: async ({ provider }, { status, shown }) => {
    await expect.poll(() => pageIn(provider)).toBe(shown)
    // The address is there before its page is.
    await expect(stepInSight(provider)).toContainText(inEnglish(stepLabel(shown ?? 'upload')))
    const current = currentStep({ status, mode: 'live', isStatutoryCustomer: false })
    expect([current, 'submit']).toContain(shown)
  },
  ready: async ({ provider }) => {
    await expect(provider.getByText('Results are ready')).toBeVisible()
    expect(pageIn(provider)).toBe('processing')
  },
  reading: async ({ provider }) => {
    await expect(provider.getByText(/^Taking you to the results/)).toBeVisible()
    expect(pageIn(provider)).toBe('processing')
  },
  staying: async ({ provider }, { shown }) => {
    await expect.poll(() => pageIn(provider)).toBe(shown)
    await expect(stepInSight(provider)).toContainText(inEnglish(stepLabel(shown ?? 'upload')))
  },
  moving: async ({ provider, held }, { shown, destination }) => {
    if (held) await expect.poll(() => held.routes.length).toBeGreaterThan(0)
    await expect.poll(() => pageIn(provider)).toBe(held ? shown : destination?.step)
  },
  leaving: async walk => {
    await expect(walk.provider.getByText('You are now viewing the re-processed copy.').first()).toBeVisible()
    await expect.poll(() => walk.provider.url().startsWith(rootOf(walk))).toBe(false)
  },
} satisfies Record<State, (walk: Stepping, kept: SteppersFacts) => Promise<void>>

test.use({ trace: 'off' })
for (const path of keptPathsOfPortal(stepperSpec, criterion))
  test(`${path.id}: ${path.scenario}`, async ({ stage }, info) => {
    info.setTimeout(info.timeout + path.steps.length * 10_000)
    const { status, shown } = path.given as SteppersFacts
    const walk: Stepping = { ...(await begin(stage, sceneOf(openFacts))), held: undefined }
    await stage.server.place({ ...walk.scene, id: walk.id }, status)
    await walk.provider.clock.install()
    await walk.provider.goto(shown ? `${rootOf(walk)}/${shown}` : rootOf(walk))
    await expect(stepInSight(walk.provider)).toBeVisible()
    for (const [at, step] of path.steps.entries())
      await test.step(`${step.event.type} → ${step.to}`, async () => {
        const event = step.event as unknown as StepperEvent
        const gesture = step.event.type.startsWith('xstate.after.')
          ? readingEnds
          : (gestures[event.type] as Gesture<StepperEvent>)
        await gesture(walk, event, path.steps, at)
        await screens[step.to as State](walk, step.facts as SteppersFacts)
      })
    await letCodeCome(walk)
    await keepWalked(info, path)
  })
