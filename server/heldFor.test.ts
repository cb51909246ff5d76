import { expect, it } from 'vitest'
import { heldFor } from './heldFor.ts'

it('does its work once for everybody who asks within the time, and again after it', async () => {
  let at = 0
  let done = 0
  const ask = heldFor(
    1000,
    async () => {
      done += 1
      return done
    },
    () => at,
  )
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  at = 1000
  expect(await ask()).toBe(1)
  at = 1001
  expect(await ask()).toBe(2)
})

it('holds a failure as long as an answer', async () => {
  let at = 0
  let asked = 0
  const ask = heldFor(
    1000,
    async () => {
      asked += 1
      if (asked === 1) throw new Error('away')
      return 'back'
    },
    () => at,
  )
  await expect(ask()).rejects.toThrow('away')
  await expect(ask()).rejects.toThrow('away')
  at = 1001
  expect(await ask()).toBe('back')
})
