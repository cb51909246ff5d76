import { expect, it } from 'vitest'
import { makingQueues, names } from './jobs.ts'
import { queuesWith, retries } from './queues.ts'

it.each(['deadline', 'issues', 'mail', 'delivery'] as const)(
  'an effect that fails (%s) is tried again after a second, then less and less often, at least every five minutes',
  name => {
    expect(queuesWith(1)[name]).toMatchObject({ retryDelay: 1, retryBackoff: true, retryDelayMax: 300 })
  },
)

it.each(makingQueues)(
  'what is made (%s) is given up before it has cost a stage all of its tries that was in hand beside it each time',
  name => {
    const { deadLetter, retryLimit } = queuesWith(1)[name]
    expect(deadLetter).toBe(names.makingDead)
    expect(retryLimit).toBeLessThan(retries)
  },
)
