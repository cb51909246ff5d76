import { describe, expect, it } from 'vitest'
import { poll, pollSpec } from '../../src/model/charts/poll.ts'
import { done, failed, live } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const interval = { type: 'xstate.after.interval.poll.resting' }

describe('poll', () => {
  isWalkedWhole(pollSpec)

  it('asks again after the interval, and after a failure, until it is there', async () => {
    const walk = live(poll, { params: 'one', everyMs: 5000 })
    await walk.cause(done('ask', { data: 'half', isAwaited: false }))
    expect(walk.inputs()).toEqual({})
    await walk.cause(interval)
    await walk.cause(failed('ask', new TypeError('fetch failed')))
    expect(walk.actor.getSnapshot().context.data).toBe('half')
    await walk.cause(interval)
    expect(walk.inputs()).toEqual({ ask: { params: 'one' } })
    await walk.cause(done('ask', { data: 'there', isAwaited: true }))
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data]).toEqual(['answered', 'there'])
  })
})
