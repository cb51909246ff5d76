import { expect, it } from 'vitest'
import { inQueueOrder } from './queue.ts'

it('puts the next deadline first, then what has waited longest, and what has no deadline last', () => {
  const queue = [
    { id: 'no deadline, long', since: '2026-01-01T00:00:00Z', deadline: null },
    { id: 'late, long', since: '2026-11-01T00:00:00Z', deadline: '2026-12-18' },
    { id: 'soon, short', since: '2026-11-20T00:00:00Z', deadline: '2026-11-30' },
    { id: 'late, short', since: '2026-11-19T00:00:00Z', deadline: '2026-12-18' },
    { id: 'no deadline, short', since: '2026-11-01T00:00:00Z', deadline: null },
  ]
  expect(queue.toSorted(inQueueOrder).map(({ id }) => id)).toEqual([
    'soon, short',
    'late, long',
    'late, short',
    'no deadline, long',
    'no deadline, short',
  ])
  expect(queue.toReversed().toSorted(inQueueOrder)[0]?.id).toBe('soon, short')
})
