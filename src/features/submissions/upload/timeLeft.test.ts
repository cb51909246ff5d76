import { expect, it } from 'vitest'
import { secondsLeft } from './timeLeft.ts'

const total = 100e6

it('estimates only after five seconds of sending', () => {
  expect(secondsLeft({ sent: 4e6, total, bytesPerSecond: 1e6 })).toBeUndefined()
  expect(secondsLeft({ sent: 10e6, total, bytesPerSecond: 1e6 })).toBe(90)
  expect(secondsLeft({ sent: 0, total, bytesPerSecond: 0 })).toBeUndefined()
  expect(secondsLeft({ sent: total, total, bytesPerSecond: 1e6 })).toBeUndefined()
})
