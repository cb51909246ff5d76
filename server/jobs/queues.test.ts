import { expect, it } from 'vitest'
import { attempts } from '../limits.ts'
import { makingQueues, names } from './jobs.ts'
import { queuesWith } from './queues.ts'

it.each(['deadline', 'issues', 'mail', 'delivery'] as const)(
  'an effect that fails (%s) is tried again after a second, then less and less often, at least every five minutes',
  name => {
    expect(queuesWith(1)[name]).toMatchObject({ retryDelay: 1, retryBackoff: true, retryDelayMax: 300 })
  },
)

it('a stage that fails is tried three times more (decisions §3), after a second, then less and less often, at least once a minute', () => {
  expect(queuesWith(1).stage).toMatchObject({
    retryLimit: 3,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
  })
})

it.each(makingQueues)(
  'what is made (%s) is given up before it has cost a stage all of its tries that was in hand beside it each time',
  name => {
    const { deadLetter, retryLimit } = queuesWith(1)[name]
    expect(deadLetter).toBe(names.makingDead)
    expect(retryLimit).toBeLessThan(attempts.stageRetries)
  },
)
