import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLookout } from './lookout.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A lookout over jobs that are due in these queues, with what it asked, whom it woke, and what it said of its failures. */
const lookout = (due: Set<string>, answer = async (queues: string[]) => queues) => {
  const asked: string[][] = []
  const woken: string[] = []
  const said: string[] = []
  const say = (...[, text]: unknown[]) => void said.push(String(text))
  const { watch, end } = createLookout({
    due: async queues => {
      asked.push(queues)
      return (await answer(queues)).filter(queue => due.has(queue))
    },
    log: { warn: say, info: (text: unknown) => void said.push(String(text)) } as never,
  })
  return {
    asked,
    woken,
    said,
    end,
    watch: (queue: string, name = queue, isOneOfGroup = false) =>
      watch({ queue, isOneOfGroup, wake: () => woken.push(name) }),
  }
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

  it('wakes one at a time of those who take jobs of groups', async () => {
    const { woken, watch } = lookout(new Set(['webhook']))
    watch('webhook', 'first', true)
    watch('webhook', 'second', true)
    await vi.advanceTimersByTimeAsync(500)
    expect(woken).toEqual(['first'])
  })

  it('that finds the database away says so once, and is followed by the next one', async () => {
    let isAway = true
    const { woken, said, watch } = lookout(new Set(['stage']), async queues => {
      if (isAway) throw new Error('Connection terminated unexpectedly')
      return queues
    })
    watch('stage')
    await vi.advanceTimersByTimeAsync(1000)
    expect(woken).toEqual([])
    expect(said).toEqual(['the queues cannot be looked at; what is due waits longer'])
    isAway = false
    await vi.advanceTimersByTimeAsync(500)
    expect(woken).toEqual(['stage'])
    expect(said.slice(1)).toEqual(['the queues are looked at again'])
  })

  it('that has no answer for five seconds is waited for no more', async () => {
    let hangs = true
    const { woken, watch } = lookout(new Set(['stage']), queues =>
      hangs ? new Promise(() => undefined) : Promise.resolve(queues),
    )
    watch('stage')
    await vi.advanceTimersByTimeAsync(500)
    hangs = false
    await vi.advanceTimersByTimeAsync(5000)
    expect(woken).toEqual([])
    await vi.advanceTimersByTimeAsync(500)
    expect(woken).toEqual(['stage'])
  })

  it('is the last one when the queue is stopped', async () => {
    const { asked, watch, end } = lookout(new Set(['stage']))
    watch('stage')
    end()
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
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
