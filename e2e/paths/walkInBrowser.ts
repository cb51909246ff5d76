import { randomUUID } from 'node:crypto'
import type { TestInfo } from '@playwright/test'
import type { Facts } from '../../src/machines/submission-lifecycle/index.ts'
import type { TestPath } from '../../src/model/paths/testPath.ts'
import { hasHappened, isPutAsideBy, statusAfter } from '../../tests/server/support/lifecycleSteps.ts'
import { type Scene, sceneOf, setScene, userIn } from '../../tests/server/support/scene.ts'
import { goTo } from '../support/goWithin.ts'
import { isLatestAfter, monitoringOf, rootOf, take, type Walk } from './gestures.ts'
import { expectRow, expectStatus } from './sight.ts'
import { type Stage, test } from './stage.ts'

/** Sets a scene on an empty stage, with the provider in front of it. */
export const begin = async (stage: Stage, scene: Scene): Promise<Walk> => {
  await stage.leave()
  const earlier = await setScene(stage.server, scene)
  const provider = await stage.pageOf(userIn(scene, stage.server.actor('ashby-signoff')))
  return { stage, scene, id: randomUUID(), earlier, provider, post: undefined }
}

/** Says that a path was walked whole: it goes with the test's result into coverage/browser.json. */
export const keepWalked = (info: TestInfo, path: TestPath): Promise<void> =>
  info.attach('walked', { body: JSON.stringify(path), contentType: 'application/json' })

/** Whose monitoring page is looked at; who acts on it, too, so that no page more than needed follows each step. */
const watcher = 'bedel-admin'

/** Walks a path of the lifecycle in front of its people: each step by its gesture, then a look at the screens. */
const walkLifecycle = async (
  stage: Stage,
  path: TestPath,
  isLookedAt: (at: number) => boolean,
): Promise<void> => {
  const scene = sceneOf(path.given as Facts)
  const walk = await begin(stage, scene)
  for (const [at, step] of path.steps.entries()) {
    const status = statusAfter(step)
    await test.step(`${at + 1}. ${step.event.type} → ${status}`, async () => {
      if (!hasHappened(step, path.steps[at - 1])) await take(walk, step)
      await stage.server.reaches(walk.id, status)
      if (!isLookedAt(at)) return
      if (!walk.provider.url().startsWith(rootOf(walk))) await goTo(walk.provider, rootOf(walk))
      await expectStatus(walk.provider, status)
      if (isLatestAfter(step) && !isPutAsideBy(step))
        await expectRow(await monitoringOf(walk, watcher), scene.providerName, status)
    })
  }
}

/**
 * A test that walks one path of the lifecycle. `isLookedAt`: the steps after which the screens are looked at; all by default.
 */
export const walkInBrowser = (path: TestPath, isLookedAt: (at: number) => boolean = () => true): void => {
  test(`${path.id}: ${path.scenario}`, async ({ stage }, info) => {
    info.setTimeout(info.timeout + path.steps.length * 10_000)
    await walkLifecycle(stage, path, isLookedAt)
    await keepWalked(info, path)
  })
}
