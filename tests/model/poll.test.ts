import { describe, expect, it } from 'vitest'
import { problem } from '../../src/domain/problem.ts'
import { err, ok } from '../../src/machines/support/index.ts'
import { poll, pollSpec } from '../../src/model/charts/poll.ts'
import { done, failed, live } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const interval = { type: 'xstate.after.interval.poll.resting' }
const refusal = problem('forbidden', 'Not yours.')

describe('poll', () => {
  isWalkedWhole(pollSpec)

  it('asks again after the interval, and after a failure, until it is there', async () => {
    const walk = live(poll, { params: 'one', everyMs: 5000 })
    await walk.cause(done('ask', ok({ data: 'half', isAwaited: false })))
    expect(walk.inputs()).toEqual({})
    await walk.cause(interval)
    await walk.cause(failed('ask', new TypeError('fetch failed')))
    expect(walk.actor.getSnapshot().context.data).toBe('half')
    await walk.cause(interval)
    expect(walk.inputs()).toEqual({ ask: { params: 'one' } })
    await walk.cause(done('ask', ok({ data: 'there', isAwaited: true })))
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data]).toEqual(['answered', 'there'])
  })

  it('ends where it is refused, with the problem, until somebody asks again', async () => {
    const walk = live(poll, { params: 'one', everyMs: 5000 })
    await walk.cause(done('ask', err(refusal)))
    const refused = walk.actor.getSnapshot()
    expect([refused.value, refused.context.problem]).toEqual(['refused', refusal])
    await walk.cause({ type: 'ASK' })
    const asked = walk.actor.getSnapshot()
    expect([asked.value, asked.context.problem]).toEqual(['asking', undefined])
  })
})
