import { expect, it } from 'vitest'
import { secondsLeft, shareSent } from './progress.ts'

const total = 100e6

it('estimates only after five seconds of sending', () => {
  expect(secondsLeft({ sent: 4e6, total, bytesPerSecond: 1e6 })).toBeUndefined()
  expect(secondsLeft({ sent: 10e6, total, bytesPerSecond: 1e6 })).toBe(90)
  expect(secondsLeft({ sent: 0, total, bytesPerSecond: 0 })).toBeUndefined()
  expect(secondsLeft({ sent: total, total, bytesPerSecond: 1e6 })).toBeUndefined()
})

it('is never more than all of the file, and nothing of an empty one', () => {
  expect(shareSent({ sent: 250, total: 1000 })).toBe(0.25)
  expect(shareSent({ sent: 1100, total: 1000 })).toBe(1)
  expect(shareSent({ sent: 0, total: 0 })).toBe(0)
})
