import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLookout } from './lookout.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A lookout over jobs that are due in these queues, with what it asked and whom it woke. */
const lookout = (due: Set<string>) => {
  const asked: string[][] = []
  const woken: string[] = []
  const { watch } = createLookout(async queues => {
    asked.push(queues)
    return queues.filter(queue => due.has(queue))
  })
  return { asked, woken, watch: (queue: string, name = queue) => watch(queue, () => woken.push(name)) }
}

describe('a look', () => {
  it('wakes every consumer of a queue in which a job is due, and nobody else', async () => {
    const { woken, watch } = lookout(new Set(['stage']))
    watch('stage', 'first')
    watch('mail')
    watch('stage', 'second')
    await vi.advanceTimersByTimeAsync(500)
    expect(woken).toEqual(['first', 'second'])
  })

  it('asks about all queues at once, twice a second', async () => {
    const { asked, watch } = lookout(new Set())
    for (const queue of ['stage', 'stage', 'mail', 'deadline']) watch(queue)
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toEqual([
      ['stage', 'mail', 'deadline'],
      ['stage', 'mail', 'deadline'],
    ])
  })

  it('that finds the database away is followed by the next one', async () => {
    let isAway = true
    const woken: string[] = []
    const { watch } = createLookout(async queues => {
      if (isAway) throw new Error('Connection terminated unexpectedly')
      return queues
    })
    watch('stage', () => woken.push('stage'))
    await vi.advanceTimersByTimeAsync(500)
    expect(woken).toEqual([])
    isAway = false
    await vi.advanceTimersByTimeAsync(500)
    expect(woken).toEqual(['stage'])
  })

  it('passes over who has ended, ends with the last, and begins anew with the next', async () => {
    const { asked, woken, watch } = lookout(new Set(['stage', 'mail']))
    const ends = [watch('stage'), watch('mail')]
    ends[0]?.()
    await vi.advanceTimersByTimeAsync(500)
    expect(woken).toEqual(['mail'])
    ends[1]?.()
    await vi.advanceTimersByTimeAsync(5000)
    expect(vi.getTimerCount()).toBe(0)
    const before = asked.length
    watch('stage')
    await vi.advanceTimersByTimeAsync(500)
    expect(asked.slice(before)).toEqual([['stage']])
  })
})
