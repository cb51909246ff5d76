import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { endedBy } from './endedBy.ts'

/** Pieces without an end, and whether what they hold is freed. */
const endless = () => {
  const state = { isFreed: false }
  const pieces = async function* () {
    try {
      for (let piece = 0; ; piece += 1) yield String(piece)
    } finally {
      state.isFreed = true
    }
  }
  return { state, pieces: pieces() }
}

it('frees what the pieces hold when the time is over, also while nobody asks for the next one', async () => {
  const over = new AbortController()
  const { state, pieces } = endless()
  const content = endedBy(over.signal, pieces)
  expect((await content.next()).value).toBe('0')
  over.abort(new Error('the time is over'))
  await setImmediate()
  expect(state.isFreed).toBe(true)
  // Not an end, for which the content could be taken as whole.
  await expect(content.next()).rejects.toThrow('the time is over')
})

it('gives all of the pieces where they end in time, and frees them where the receiver goes away', async () => {
  const { signal } = new AbortController()
  const three = async function* () {
    yield* ['a', 'b', 'c']
  }
  expect(await Array.fromAsync(endedBy(signal, three()))).toEqual(['a', 'b', 'c'])
  const { state, pieces } = endless()
  const sent = Readable.from(endedBy(signal, pieces))
  for await (const piece of sent) if (piece === '2') break
  expect(state.isFreed).toBe(true)
})
