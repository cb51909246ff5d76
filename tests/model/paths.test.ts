import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AnyMachineSnapshot, AnyStateMachine, InputFrom } from 'xstate'
import { fingerprintOf, type Measured, measure } from '../../scripts/model/measure.ts'
import { specs } from '../../src/model/charts/index.ts'
import { isSelfContained, live } from '../../src/model/live.ts'
import { eventsOf, eventText, type ModelSpec } from '../../src/model/modelOf.ts'
import { criteria, pathIdOf, type TestPath } from '../../src/model/paths/testPath.ts'
import type { Situations } from '../../src/model/situations.ts'
import { explore, exploreQuickly, seenIn, testPathsIn } from '../../src/model/testPaths.ts'

/**
 * Walks paths on live actors; of each the first step that ended elsewhere or took other transitions, in words. The steps
 * that a path shares with the one before it are not walked again, where an actor can go on from what was kept of it.
 */
const walkAll = async (spec: ModelSpec<AnyStateMachine>, paths: readonly TestPath[]): Promise<string[]> => {
  const wrong: string[] = []
  // A path holds plain data. What an event carries besides, such as the chart to run, is in its sample.
  const samples = new Map(eventsOf(spec).map(event => [eventText(event), event]))
  let before: TestPath | undefined
  let kept: AnyMachineSnapshot[] = []
  for (const path of paths) {
    const first = path.steps.findIndex((step, at) => at >= kept.length || step !== before?.steps[at])
    const shared = kept.slice(0, path.scenario === before?.scenario ? Math.max(first, 0) : 0)
    kept = shared.slice(0, shared.findLastIndex(isSelfContained) + 1)
    before = path
    const input = spec.inputs[path.scenario] as InputFrom<AnyStateMachine>
    const { actor, cause, taken, stop } = live(spec.machine, input, kept.at(-1))
    for (const { event, transitions, to } of path.steps.slice(kept.length)) {
      await cause(samples.get(eventText(event)) ?? event)
      const snapshot: AnyMachineSnapshot = actor.getSnapshot()
      const isThere = to.split(' + ').every(leaf => snapshot.matches(nested(leaf)))
      if (!isThere || taken().join() !== transitions.join()) {
        wrong.push(
          `${path.id}, step ${kept.length + 1}, ${event.type}: ${JSON.stringify(snapshot.value)} by ${taken()}`,
        )
        break
      }
      kept.push(snapshot)
    }
    stop()
  }
  return wrong
}

/** Paths go on after a child has crashed, and XState warns of each event that its parent still sends to it. */
const silenceStopped = (): void => {
  const { warn } = console
  vi.spyOn(console, 'warn').mockImplementation((...words: unknown[]) => {
    if (!String(words[0]).includes('was sent to stopped actor')) warn(...words)
  })
}
afterEach(() => vi.restoreAllMocks())

const nested = (leaf: string): Record<string, unknown> | string => {
  const [head = '', ...rest] = leaf.split('.')
  return rest.length === 0 ? head : { [head]: nested(rest.join('.')) }
}

describe.each(specs.map(spec => [spec.machine.id, spec] as const))('the paths of %s', (_, spec) => {
  let scenarios: Situations[] = []
  let measured: Measured
  beforeAll(async () => {
    scenarios = exploreQuickly(spec)
    measured = await measure(spec)
  })

  it('are found as well by single steps as by walking', async () => {
    // The walks were done for the chart's own test; they are done again where that says something else, to show what.
    const walked = fingerprintOf(scenarios) === measured.explored ? scenarios : await explore(spec)
    expect(seenIn(scenarios)).toEqual(seenIn(walked))
  })

  it('lead on a live actor where they say, each under an id of its own', async () => {
    silenceStopped()
    for (const criterion of criteria) {
      const paths = testPathsIn(spec, scenarios, criterion)
      expect((await walkAll(spec, paths)).slice(0, 3)).toEqual([])
      expect(new Set(paths.map(({ id }) => id)).size).toBe(paths.length)
      expect(paths.every(path => path.id === pathIdOf(path))).toBe(true)
    }
  })

  it('show every row of the decision tables', () => {
    const { missed, wrong } = measured
    const rows = missed.filter(name => name.startsWith('decision '))
    expect({ missed: rows, wrong: wrong.slice(0, 3) }).toEqual({ missed: [], wrong: [] })
  })
})
