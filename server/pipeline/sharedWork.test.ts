import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSharedWork } from './sharedWork.ts'

/** Shared work that a test ends, with what was begun of it. */
const scene = () => {
  const share = createSharedWork()
  const begun: (PromiseWithResolvers<void> & { signal: AbortSignal })[] = []
  const wait = (key: string, signal = new AbortController().signal): Promise<void> =>
    share(
      key,
      until => {
        const work = { ...Promise.withResolvers<void>(), signal: until }
        begun.push(work)
        return work.promise
      },
      signal,
    )
  return { begun, wait }
}

it('is done once for all who want the same, and again for who comes after', async () => {
  const { begun, wait } = scene()
  const all = Promise.all([wait('a'), wait('a'), wait('b')])
  expect(begun).toHaveLength(2)
  for (const { resolve } of begun) resolve()
  await all
  void wait('a')
  expect(begun).toHaveLength(3)
})

it('fails for all who wait, and is begun anew after that', async () => {
  const { begun, wait } = scene()
  const both = Promise.allSettled([wait('a'), wait('a')])
  begun[0]?.reject(new Error('away'))
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  void wait('a')
  expect(begun).toHaveLength(2)
})

it('goes on for the others when one who has begun it waits no longer', async () => {
  const { begun, wait } = scene()
  const [first, second] = [new AbortController(), new AbortController()]
  const [hasty, patient] = [wait('a', first.signal), wait('a', second.signal)]
  first.abort(new Error('too long'))
  await expect(hasty).rejects.toThrow('too long')
  expect(begun[0]?.signal.aborted).toBe(false)
  begun[0]?.resolve()
  await patient
})

it('is told to stop when nobody waits; the last one waits for its end, and who comes then does not get it', async () => {
  const { begun, wait } = scene()
  const stopping = new AbortController()
  let isOver = false
  const last = wait('a', stopping.signal).finally(() => {
    isOver = true
  })
  stopping.abort(new Error('stop'))
  await setImmediate()
  expect([begun[0]?.signal.aborted, isOver]).toEqual([true, false])
  const next = wait('a')
  begun[0]?.reject(begun[0].signal.reason)
  await expect(last).rejects.toThrow('stop')
  // The end of the first is not taken for that of the second.
  void wait('a')
  expect(begun).toHaveLength(2)
  begun[1]?.resolve()
  await next
})

it('is not begun for one who has stopped waiting already', async () => {
  const { begun, wait } = scene()
  await expect(wait('a', AbortSignal.abort(new Error('late')))).rejects.toThrow('late')
  expect(begun).toEqual([])
})
