import { describe, expect, it } from 'vitest'
import { conformanceCheckMachine } from '../../src/machines/conformance-check/index.ts'
import { ok } from '../../src/machines/support/index.ts'
import { conformanceCheckSpec, deviation, lastPart, part } from '../../src/model/charts/conformanceCheck.ts'
import { done, failed, live } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('conformance check', () => {
  isWalkedWhole(conformanceCheckSpec)

  it('adds part to part until the last, and begins anew when asked to', async () => {
    const walk = live(conformanceCheckMachine, undefined)
    expect(walk.inputs()).toEqual({ replay: { after: null } })
    await walk.cause(done('replay', ok(part)))
    expect(walk.inputs()).toEqual({ replay: { after: part.next } })
    await walk.cause(done('replay', ok(lastPart)))
    const { value, context } = walk.actor.getSnapshot()
    expect(value).toBe('replayed')
    expect(context).toMatchObject({ submissions: 3, events: 30, total: 3, deviations: [deviation] })
    await walk.cause({ type: 'REPLAY' })
    expect(walk.inputs()).toEqual({ replay: { after: null } })
    expect(walk.actor.getSnapshot().context).toMatchObject({ submissions: 0, deviations: [] })
  })

  it('goes on from where it failed, with what it had found', async () => {
    const walk = live(conformanceCheckMachine, undefined)
    await walk.cause(done('replay', ok(part)))
    await walk.cause(failed('replay', new TypeError('fetch failed')))
    expect(walk.actor.getSnapshot().context).toMatchObject({
      deviations: [deviation],
      problem: { kind: 'network' },
    })
    await walk.cause({ type: 'RETRY' })
    expect(walk.inputs()).toEqual({ replay: { after: part.next } })
    expect(walk.actor.getSnapshot().context.problem).toBeUndefined()
  })
})
