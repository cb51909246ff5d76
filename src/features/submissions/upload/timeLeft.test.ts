import { expect, it } from 'vitest'
import { loadMessages, messagesFor } from '../../../messages/messages.ts'
import { secondsLeft, timeLeftText } from './timeLeft.ts'

await loadMessages('en', 'submissions.upload')
const t = messagesFor('en', 'submissions.upload')

const total = 100e6

it('estimates only after five seconds of sending', () => {
  expect(secondsLeft({ sent: 4e6, total, bytesPerSecond: 1e6 })).toBeUndefined()
  expect(secondsLeft({ sent: 10e6, total, bytesPerSecond: 1e6 })).toBe(90)
  expect(secondsLeft({ sent: 0, total, bytesPerSecond: 0 })).toBeUndefined()
  expect(secondsLeft({ sent: total, total, bytesPerSecond: 1e6 })).toBeUndefined()
})

it.each([
  [0.2, 'about 1 s left'],
  [90, 'about 2 min left'],
  [5400, 'about 1 h 30 min left'],
])('words %d seconds as "%s"', (seconds, words) => {
  expect(timeLeftText(t, seconds)).toBe(words)
})
