import { describe, expect, it } from 'vitest'
import { problem } from '../../src/domain/problem.ts'
import { bulkDecisionMachine } from '../../src/machines/bulk-decision/index.ts'
import { err, ok } from '../../src/machines/support/index.ts'
import { bulkDecisionSpec, twoDecisions } from '../../src/model/charts/bulkDecision.ts'
import { done, failed, live } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const [first, second] = twoDecisions

const begun = async () => {
  const walk = live(bulkDecisionMachine, undefined)
  await walk.cause({ type: 'CHOOSE', instIds: ['0002', '0003'], isChosen: true })
  await walk.cause({ type: 'ASK' })
  await walk.cause({ type: 'CONFIRM', decisions: twoDecisions })
  return walk
}

describe('bulk decision', () => {
  isWalkedWhole(bulkDecisionSpec)

  it('decides one row after another, and keeps the refusal of each with it', async () => {
    const walk = await begun()
    expect(walk.inputs()).toEqual({ decide: first })
    await walk.cause(done('decide', err(problem('conflict', 'It was declined meanwhile.'))))
    expect(walk.inputs()).toEqual({ decide: second })
    await walk.cause(done('decide', ok({})))
    const { value, context } = walk.actor.getSnapshot()
    expect(value).toBe('settled')
    expect(context.outcomes).toMatchObject({
      '0002': { isDone: false, problem: { kind: 'conflict' } },
      '0003': { isDone: true },
    })
  })

  it('finishes the row in hand when it is stopped, and a fault is of one row only', async () => {
    const stopped = await begun()
    await stopped.cause({ type: 'STOP' })
    await stopped.cause(done('decide', ok({})))
    expect(stopped.actor.getSnapshot().value).toBe('settled')
    expect(Object.keys(stopped.actor.getSnapshot().context.outcomes)).toEqual(['0002'])

    const broken = await begun()
    await broken.cause(failed('decide', new TypeError('fetch failed')))
    expect(broken.inputs()).toEqual({ decide: second })
    await broken.cause(done('decide', ok({})))
    await broken.cause({ type: 'DISMISS' })
    expect(broken.actor.getSnapshot().context).toEqual({ chosen: [], waiting: [], outcomes: {} })
  })
})
