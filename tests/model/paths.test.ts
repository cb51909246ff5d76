import { beforeAll, describe, expect, it } from 'vitest'
import type { AnyStateMachine, InputFrom } from 'xstate'
import { specs } from '../../src/model/charts/index.ts'
import { decisionsOf } from '../../src/model/decisions.ts'
import { live } from '../../src/model/live.ts'
import type { ModelSpec } from '../../src/model/modelOf.ts'
import { criteria, pathIdOf, type TestPath } from '../../src/model/paths/testPath.ts'
import type { Situations } from '../../src/model/situations.ts'
import { explore, exploreQuickly, testPathsIn } from '../../src/model/testPaths.ts'

/** Walks a path on a live actor; the first step that ended elsewhere or took other transitions, in words. */
const walk = async (spec: ModelSpec<AnyStateMachine>, path: TestPath): Promise<string | undefined> => {
  const { actor, cause, taken, stop } = live(
    spec.machine,
    spec.inputs[path.scenario] as InputFrom<AnyStateMachine>,
  )
  try {
    for (const [at, { event, transitions, to }] of path.steps.entries()) {
      await cause(event)
      const isThere = to.split(' + ').every(leaf => actor.getSnapshot().matches(nested(leaf)))
      if (!isThere || taken().join() !== transitions.join())
        return `${path.id}, step ${at + 1}, ${event.type}: ${JSON.stringify(actor.getSnapshot().value)} by ${taken()}`
    }
    return undefined
  } finally {
    stop()
  }
}

const nested = (leaf: string): Record<string, unknown> | string => {
  const [head = '', ...rest] = leaf.split('.')
  return rest.length === 0 ? head : { [head]: nested(rest.join('.')) }
}

describe.each(specs.map(spec => [spec.machine.id, spec] as const))('the paths of %s', (_, spec) => {
  let scenarios: Situations[] = []
  beforeAll(async () => {
    scenarios = await explore(spec)
  })

  it('are found as well by single steps as by walking', () => {
    const seen = (explored: readonly Situations[]) =>
      explored.map(({ scenario, start, initial, edges }) => ({ scenario, start, initial, edges }))
    expect(seen(exploreQuickly(spec))).toEqual(seen(scenarios))
  })

  it('lead on a live actor where they say, each under an id of its own', async () => {
    for (const criterion of criteria) {
      const paths = testPathsIn(spec, scenarios, criterion)
      const wrong: string[] = []
      for (const path of paths) wrong.push(...[(await walk(spec, path)) ?? []].flat())
      expect(wrong.slice(0, 3)).toEqual([])
      expect(new Set(paths.map(({ id }) => id)).size).toBe(paths.length)
      expect(paths.every(path => path.id === pathIdOf(path))).toBe(true)
    }
  })

  it('show every row of the decision tables', () => {
    const { missed, wrong } = decisionsOf(spec, scenarios)
    expect({ missed, wrong: wrong.slice(0, 3) }).toEqual({ missed: [], wrong: [] })
  })
})
