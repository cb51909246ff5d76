import { expect, it } from 'vitest'
import { queuesWith } from './queues.ts'

it.each(['deadline', 'issues', 'mail', 'delivery'] as const)(
  'an effect that fails (%s) is tried again after a second, then less and less often, at least every five minutes',
  name => {
    expect(queuesWith(1)[name]).toMatchObject({ retryDelay: 1, retryBackoff: true, retryDelayMax: 300 })
  },
)
