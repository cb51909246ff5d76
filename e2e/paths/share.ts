import { pairBetween } from '../../src/model/coverage.ts'
import type { TestPath } from '../../src/model/paths/testPath.ts'
import { screensOf } from '../../src/model/screens.ts'

/**
 * With MODEL=all every pair of transitions is walked (`npm run model:all`), else each screen and each gesture at it once
 * (`npm test`).
 */
export const isWhole = process.env.MODEL === 'all'
export const criterion = isWhole ? 'pairs' : 'screens'

/** What each step shows: in the share its screen and gesture, else its transitions and the pair with the one before. */
const shownBy = (path: TestPath): string[][] =>
  isWhole
    ? path.steps.map((step, at, steps) => [
        ...step.transitions,
        ...[pairBetween(steps[at - 1], step) ?? []].flat(),
      ])
    : screensOf(path)

/** A path with the steps of it that show something that no path before has shown; the last one always counts. */
export interface Share {
  path: TestPath
  looks: ReadonlySet<number>
}

/** What each path adds to those before it. */
export const sharesOf = (paths: readonly TestPath[]): Share[] => {
  const seen = new Set<string>()
  return paths.map(path => {
    const looks = new Set([path.steps.length - 1])
    for (const [at, aims] of shownBy(path).entries()) {
      if (aims.some(aim => !seen.has(aim))) looks.add(at)
      for (const aim of aims) seen.add(aim)
    }
    return { path, looks }
  })
}
