import { expect, it } from 'vitest'
import { reconnectDelay } from './reconnectDelay.ts'

/** Random numbers that are the same in every run (a linear congruential generator). */
const numbersOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

it('is nothing at first, then anything up to 3, 6, 12, 24 and 30 seconds', () => {
  const most = [0, 1, 2, 3, 4, 5, 6, 60].map(attempt => reconnectDelay(attempt, () => 1))
  expect(most).toEqual([0, 3000, 6000, 12_000, 24_000, 30_000, 30_000, 30_000])
  expect([1, 2, 9].map(attempt => reconnectDelay(attempt, () => 0))).toEqual([0, 0, 0])
  expect(reconnectDelay(2, () => 0.5)).toBe(3000)
})

it.each([
  ['is back at once', 0],
  ['is away for 10 seconds', 10_000],
  ['is away for 2 minutes', 120_000],
])('spreads 500 browsers whose server %s', (_, awayMs) => {
  const random = numbersOf(7)
  const attempts: number[] = []
  const connected: number[] = []
  for (let browser = 0; browser < 500; browser += 1) {
    let at = 0
    for (let attempt = 1; ; attempt += 1) {
      at += reconnectDelay(attempt, random)
      attempts.push(at)
      if (at >= awayMs) break
    }
    connected.push(at)
  }
  const inTenthsOfSeconds = new Map<number, number>()
  for (const at of attempts) {
    const tenth = Math.floor(at / 100)
    inTenthsOfSeconds.set(tenth, (inTenthsOfSeconds.get(tenth) ?? 0) + 1)
  }
  // 500 in the first 3 seconds are 17 in a tenth of a second; without jitter they are 500.
  expect(Math.max(...inTenthsOfSeconds.values())).toBeLessThan(40)
  expect(Math.max(...connected)).toBeLessThanOrEqual(awayMs + 30_000)
})
