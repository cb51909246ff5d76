import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { ProblemError } from '../../src/domain/problem.ts'
import { outageOf } from '../jobs/outages.ts'
import { withAvailability } from './availability.ts'
import type { ObjectStore } from './objectStore.ts'
import { withPauses } from './pausing.ts'

const key = '0001/00000000-0000-4000-8000-000000000001/file.xml'

/** A store that never answers by itself: each of its requests runs out of time, or finds something, when the test says so. */
const silentStore = () => {
  const waiting: ((error?: Error) => void)[] = []
  const wait = (): Promise<never> =>
    new Promise((resolve, reject) => {
      waiting.push(error => (error ? reject(error) : resolve('there' as never)))
    })
  const settle = (error?: Error): void => {
    for (const end of waiting.splice(0)) end(error)
  }
  const inner = {
    kind: 's3',
    stat: wait,
    open: wait,
    look: wait,
    put: wait,
    seal: wait,
    readRange: wait,
    remove: wait,
    list: wait,
    // biome-ignore lint/correctness/useYield: it is silent before its first piece.
    pieces: async function* () {
      await wait()
    },
    signedPost: async () => ({}),
    signedDownload: async () => '',
  } as unknown as ObjectStore
  return {
    inner,
    waiting: () => waiting.length,
    runOutOfTime: () => settle(Object.assign(new Error('no answer'), { name: 'TimeoutError' })),
    answer: () => settle(),
  }
}

it('has nobody wait for a store that is silent, and uses it again when a look finds it', async () => {
  let at = 0
  const { inner, waiting, runOutOfTime, answer } = silentStore()
  const store = withPauses(withAvailability(inner), () => at)
  const faultOf = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => undefined,
      error => error,
    )

  const first = faultOf(store.stat(key))
  expect(waiting()).toBe(1)
  runOutOfTime()
  expect(outageOf(await first)).toEqual({ part: 'store', isCertain: true })

  const content = Readable.from(['content'])
  const calls = [
    store.stat(key),
    store.open(key),
    store.put(key, content),
    store.seal(key),
    store.readRange(key, { from: 0, to: 1 }),
    store.remove(key),
    store.list('0001/'),
    store.pieces(key)[Symbol.asyncIterator]().next(),
  ]
  for (const fault of await Promise.all(calls.map(faultOf))) {
    expect(fault).toBeInstanceOf(ProblemError)
    expect((fault as ProblemError).problem.kind).toBe('unavailable')
  }
  expect(waiting()).toBe(0)
  expect(content.destroyed).toBe(true)

  // After the pause one asks for all of them.
  at = 1000
  const probe = faultOf(store.stat(key))
  expect(await faultOf(store.stat(key))).toBeInstanceOf(ProblemError)
  expect(waiting()).toBe(1)
  runOutOfTime()
  await probe

  // Readiness looks all the while, once at a time.
  const looks = Promise.all([store.look(), store.look()])
  expect(waiting()).toBe(1)
  answer()
  await looks
  const back = store.stat(key)
  answer()
  expect(await back).toBe('there')
})
