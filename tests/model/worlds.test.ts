import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { specs } from '../../src/model/charts/index.ts'
import { levels } from '../../src/model/coverage.ts'
import { exploreQuickly, ruledOutIn } from '../../src/model/testPaths.ts'
import { worlds } from '../../src/model/worlds/index.ts'

const cases = levels.flatMap(level =>
  specs.flatMap(spec => {
    const world = worlds[level][spec.machine.id]
    return world ? [{ level, chart: spec.machine.id, spec, world }] : []
  }),
)

/** The golden files are renewed by `npx vitest run --project model tests/model/worlds.test.ts -u`: read the difference. */
describe.each(cases)('what the level "$level" cannot walk of $chart', ({ level, chart, spec, world }) => {
  const ruledOut = ruledOutIn(spec, exploreQuickly(spec), world)

  it('has a reason each', () => {
    expect(Object.keys(ruledOut).filter(id => ruledOut[id] === '')).toEqual([])
  })

  it('is no more and no less than what is known of', async () => {
    const lines = Object.entries(ruledOut).map(([id, reason]) => `${id}: ${reason}`)
    await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot(
      join(import.meta.dirname, `golden/ruled-out.${level}.${chart}.golden`),
    )
  })
})
