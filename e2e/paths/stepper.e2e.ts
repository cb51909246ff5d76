import { expect, type Page } from '@playwright/test'
import { fileEventOf, publish } from '../../server/live/index.ts'
import type { StatusName } from '../../src/domain/status.ts'
import type { PathStep } from '../../src/machines/inspection/paths/testPath.ts'
import type { StepperEvent } from '../../src/machines/stepper/index.ts'
import { currentStep, type StepId, stepLabels, stepStates } from '../../src/machines/stepper/steps.ts'
import { lifecycleAt } from '../../src/machines/submission-lifecycle/index.ts'
import { openFacts } from '../../tests/model/charts/lifecycle.ts'
import { stepperSpec } from '../../tests/model/charts/stepper.ts'
import { pathsOfPortal } from '../../tests/model/support/exportedPaths.ts'
import { people } from '../../tests/model/support/people.ts'
import type { World } from '../../tests/model/support/testPaths.ts'
import { gesturesAt } from '../../tests/server/support/gestures.ts'
import { sceneOf } from '../../tests/server/support/scene.ts'
import { rootOf, type Walk } from './gestures.ts'
import { criterion } from './share.ts'
import { expectLabel } from './sight.ts'
import { test } from './stage.ts'
import { begin, keepWalked } from './walkInBrowser.ts'

/** The transitions of the stepper that statuses and clicks can cause: where the provider's view goes and stays. */

interface Kept {
  status: StatusName
  shown?: StepId
  destination?: { step: StepId }
}

const keptAt = (situation: string): Kept => (JSON.parse(situation) as [unknown, unknown, Kept])[2]

const canBeReprocessed = (status: StatusName): boolean =>
  lifecycleAt(status, { ...openFacts, hasStoredFile: true, latestStatus: status }).can({
    type: 'REPROCESSED',
    actor: people.admin,
  })

const isLinked = (status: StatusName, step: StepId): boolean =>
  stepStates({ status, history: [], quality: undefined, mode: 'live', isStatutoryCustomer: false }).some(
    ({ id, state }) => id === step && state !== 'locked',
  )

/**
 * What can be caused in front of the portal. On its way the view is already there in the same moment; it has no button
 * for the current step; and what a quality report found is an answer of the server that moves nothing.
 */
const portal: World = {
  isPossible: (_, { event, from, fromState }) => {
    const { status, destination } = keptAt(from)
    if (fromState === 'leaving') return false
    if (fromState === 'moving') return event.type === 'VISITED' && event.step === destination?.step
    if (event.type === 'VISITED') return isLinked(status, event.step)
    if (event.type === 'COPY_CREATED') return canBeReprocessed(status)
    return event.type === 'STATUS_CHANGED'
  },
}

/** The status as the server would tell it. */
const tell = async ({ stage: { server }, scene, id }: Walk, status: StatusName): Promise<void> => {
  await server.place({ ...scene, id }, status)
  await server.inSystem(tx =>
    publish(
      tx,
      fileEventOf({ ...scene, id, status, isLatest: true, copiedFrom: null }, server.clock.now()),
      server.clock.now(),
    ),
  )
}

type Gesture<E> = (walk: Walk, event: E, before: PathStep['from']) => Promise<void>
const gestures: { [T in StepperEvent['type']]: Gesture<Extract<StepperEvent, { type: T }>> } = {
  STATUS_CHANGED: async (walk, { status }) => {
    await tell(walk, status)
    await expectLabel(walk.provider, status)
  },
  VISITED: async ({ provider }, { step }, before) => {
    if (before === 'moving') return
    const steps = provider.getByRole('navigation', { name: 'Progress of the submission' })
    await steps.getByRole('link', { name: stepLabels[step], exact: true }).click()
  },
  COPY_CREATED: async ({ stage: { server }, scene, id }) => {
    const { method, path, body } = gesturesAt(scene).REPROCESSED.make(id, 0)
    expect((await server.call('bedel-admin', method, path, { body })).status).toBe(202)
  },
}

const pageIn = (page: Page): string => new URL(page.url()).pathname.split('/')[4] ?? ''

/** What the view shows in each state; on its way it is seen where it arrives. */
const screens: Record<string, (walk: Walk, kept: Kept) => Promise<void>> = {
  following: async ({ provider }, { status, shown }) => {
    await expect.poll(() => pageIn(provider)).toBe(shown)
    const current = currentStep({ status, mode: 'live', isStatutoryCustomer: false })
    expect([current, 'submit']).toContain(shown)
  },
  staying: async ({ provider }, { shown }) => {
    await expect.poll(() => pageIn(provider)).toBe(shown)
    await expect(provider.locator('li[aria-current=step]')).toContainText(stepLabels[shown ?? 'upload'])
  },
  moving: async ({ provider }, { destination }) => {
    await expect.poll(() => pageIn(provider)).toBe(destination?.step)
  },
  leaving: async walk => {
    await expect(
      walk.provider.getByText('You are now looking at the re-processed copy.').first(),
    ).toBeVisible()
    expect(walk.provider.url().startsWith(rootOf(walk))).toBe(false)
  },
}

test.use({ trace: 'off' })
for (const path of pathsOfPortal(stepperSpec, criterion, portal))
  test(`${path.id}: ${path.scenario}`, async ({ stage }, info) => {
    info.setTimeout(30_000 + path.steps.length * 3_000)
    const { status, shown } = path.given as Kept
    const walk = await begin(stage, sceneOf(openFacts))
    await stage.server.place({ ...walk.scene, id: walk.id }, status)
    await walk.provider.goto(shown ? `${rootOf(walk)}/${shown}` : rootOf(walk))
    await expect(walk.provider.locator('li[aria-current=step]')).toBeVisible()
    for (const step of path.steps)
      await test.step(`${step.event.type} → ${step.to}`, async () => {
        const event = step.event as unknown as StepperEvent
        const gesture = gestures[event.type] as Gesture<StepperEvent>
        await gesture(walk, event, step.from)
        await screens[step.to]?.(walk, step.facts as Kept)
      })
    await keepWalked(info, path)
  })
