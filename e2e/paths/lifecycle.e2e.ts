import { keptPathsOfPortal } from '../../scripts/model/keptPaths.ts'
import { lifecycleSpec } from '../../src/model/charts/lifecycle.ts'
import { pairBetween } from '../../src/model/coverage.ts'
import type { TestPath } from '../../src/model/paths/testPath.ts'
import { screensOf } from '../../src/model/screens.ts'
import { criterion, isWhole } from './share.ts'
import { test } from './stage.ts'
import { walkInBrowser } from './walkInBrowser.ts'

/**
 * The lifecycle's paths in front of provider, agency and regulator. The screens are looked at after each step that no
 * path before has taken.
 */
const seen = new Set<string>()

/** What each step shows: in the share its screen and gesture, else its transitions and the pair with the one before. */
const shownBy = (path: TestPath): string[][] =>
  isWhole
    ? path.steps.map((step, at, steps) => [
        ...step.transitions,
        ...[pairBetween(steps[at - 1], step) ?? []].flat(),
      ])
    : screensOf(path)

const newSteps = (path: TestPath): Set<number> => {
  const found = new Set<number>()
  for (const [at, aims] of shownBy(path).entries()) {
    if (aims.some(aim => !seen.has(aim)) || at === path.steps.length - 1) found.add(at)
    for (const aim of aims) seen.add(aim)
  }
  return found
}

// A trace of every click would take longer than the clicks.
test.use({ trace: 'off' })
for (const path of keptPathsOfPortal(lifecycleSpec, criterion)) {
  const looks = newSteps(path)
  walkInBrowser(path, at => looks.has(at))
}
