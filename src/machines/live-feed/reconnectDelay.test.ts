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

it('is anything up to 3, 6, 12, 24 and 30 seconds', () => {
  const pages = Array.from({ length: 1000 }, (_, page) => page / 1000)
  const waits = [1, 2, 3, 4, 5, 6, 60].map(failures => pages.map(spread => reconnectDelay(failures, spread)))
  const inSeconds = (ms: number) => Math.round(ms / 100) / 10
  expect(waits.map(of => inSeconds(Math.max(...of)))).toEqual([3, 6, 12, 24, 30, 30, 30])
  expect(waits.map(of => inSeconds(Math.min(...of)))).toEqual([0, 0, 0, 0, 0, 0, 0])
})

it('is another share after each failure: no page is the first again and again', () => {
  const shares = [5, 6, 7, 8, 9].map(failures => Math.round(reconnectDelay(failures, 0) / 3000))
  expect(new Set(shares).size).toBe(5)
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
    const spread = random()
    for (let failures = 1; ; failures += 1) {
      at += reconnectDelay(failures, spread)
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
