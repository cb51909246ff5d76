import { randomUUID } from 'node:crypto'
import type { TestInfo } from '@playwright/test'
import type { Facts } from '../../src/machines/submission-lifecycle/index.ts'
import type { PathStep, TestPath } from '../../src/model/paths/testPath.ts'
import { hasHappened, isPutAsideBy, statusAfter } from '../../tests/server/support/lifecycleSteps.ts'
import { type Scene, sceneOf, setScene, userIn } from '../../tests/server/support/scene.ts'
import { goTo } from '../support/goWithin.ts'
import { hasCall, isLatestAfter, monitoringOf, rootOf, take, takeByCall, type Walk } from './gestures.ts'
import { isWhole, type Share } from './share.ts'
import { expectRow, expectStatus } from './sight.ts'
import { type Stage, test } from './stage.ts'

/** Sets a scene on an empty stage, with the provider in front of it. */
export const begin = async (stage: Stage, scene: Scene): Promise<Walk> => {
  await stage.leave()
  const earlier = await setScene(stage.server, scene)
  const provider = await stage.pageOf(userIn(scene, stage.server.actor('ashby-signoff')))
  return { stage, scene, id: randomUUID(), earlier, provider, post: undefined }
}

/**
 * Takes the steps of a path that those before it have shown, up to the first that shows something new, by calls. Gives the
 * number of them: the rest is walked at the screens. All are walked there with MODEL=all, or where a call cannot stand for one.
 */
export const comeToTheNew = async (
  walk: Walk,
  steps: readonly PathStep[],
  { looks }: Share,
): Promise<number> => {
  const known = steps.slice(0, Math.min(...looks))
  if (isWhole || !known.every(hasCall)) return 0
  for (const step of known) await takeByCall(walk, step)
  return known.length
}

/** Says which steps of a path were walked at the screens: they go with the test's result into coverage/browser.json. */
export const keepWalked = (info: TestInfo, path: TestPath, from = 0): Promise<void> => {
  const walked = from === 0 ? path : { ...path, initial: [], steps: path.steps.slice(from) }
  return info.attach('walked', { body: JSON.stringify(walked), contentType: 'application/json' })
}

/** Whose monitoring page is looked at; who acts on it, too, so that no page more than needed follows each step. */
const watcher = 'bedel-admin'

/**
 * Walks a path of the lifecycle in front of its people: each step by its gesture, and a look at the screens after those that
 * show something new. Gives the first step that was walked so.
 */
const walkLifecycle = async (stage: Stage, share: Share): Promise<number> => {
  const { path, looks } = share
  const scene = sceneOf(path.given as Facts)
  const walk = await begin(stage, scene)
  const from = await comeToTheNew(walk, path.steps, share)
  for (const [at, step] of path.steps.entries()) {
    if (at < from) continue
    const status = statusAfter(step)
    await test.step(`${at + 1}. ${step.event.type} → ${status}`, async () => {
      if (!hasHappened(step, path.steps[at - 1])) await take(walk, step)
      await stage.server.reaches(walk.id, status)
      if (!looks.has(at)) return
      if (!walk.provider.url().startsWith(rootOf(walk))) await goTo(walk.provider, rootOf(walk))
      await expectStatus(walk.provider, status)
      if (isLatestAfter(step) && !isPutAsideBy(step))
        await expectRow(await monitoringOf(walk, watcher), scene.providerName, status)
    })
  }
  return from
}

/** A test that walks one path of the lifecycle. */
export const walkInBrowser = (share: Share): void => {
  const { path } = share
  test(`${path.id}: ${path.scenario}`, async ({ stage }, info) => {
    info.setTimeout(info.timeout + path.steps.length * 10_000)
    await keepWalked(info, path, await walkLifecycle(stage, share))
  })
}
