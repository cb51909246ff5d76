import { describe, expect, it } from 'vitest'
import { machineIds } from '../../src/machines/charts.ts'
import { submissionLifecycle } from '../../src/machines/submission-lifecycle/index.ts'
import { mutantsOf } from '../../src/model/mutants.ts'
import { nets } from '../../src/model/nets/index.ts'
import { firstDeviation, isNoticed } from '../../src/model/nets/net.ts'

it('every chart of the registry has a net: what was decided about it, written down a second time', () => {
  // The lifecycle's decisions are asked in a way of their own (`mutation.test.ts`).
  const others = machineIds.filter(id => id !== submissionLifecycle.id)
  expect(nets.map(({ machine }) => machine.id).toSorted()).toEqual(others.toSorted())
})

describe.each(nets.map(net => [net.machine.id, net] as const))('the decisions about %s', (_, net) => {
  it('are what the chart does, whatever happens in whatever state', () => {
    expect(firstDeviation(net)).toBeUndefined()
  })

  const unnoticed = (isAsked: (at: number) => boolean): string[] =>
    [...mutantsOf(net.machine)]
      .filter(({ label }, at) => isAsked(at) && !(label in (net.harmless ?? {})))
      .filter(mutant => !isNoticed(net, mutant))
      .map(({ label }) => label)

  it('notice each third fault', () => {
    expect(unnoticed(at => at % 3 === 0)).toEqual([])
  })

  it('notice every single fault', { tags: ['exhaustive'] }, () => {
    expect(unnoticed(at => at % 3 !== 0)).toEqual([])
  })

  it('call only faults harmless that can be put into the chart', () => {
    const labels = new Set([...mutantsOf(net.machine)].map(mutant => mutant.label))
    expect(Object.keys(net.harmless ?? {}).filter(fault => !labels.has(fault))).toEqual([])
  })
})
