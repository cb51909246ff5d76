import { expect, test } from 'vitest'
import { createEngagementKeys, engagementKey } from './engagementKeys.ts'

test('an engagement has one key, a whole number of 53 bits, and no two of a hundred thousand share theirs', () => {
  const collected = createEngagementKeys()
  for (let student = 0; student < 50_000; student += 1)
    for (const engagement of ['1', '2'])
      collected.add(String(19_100_000_010_000_000n + BigInt(student)), engagement)
  const keys = collected.keys()
  expect(keys).toHaveLength(100_000)
  expect(new Set(keys).size).toBe(100_000)
  expect(keys.every(key => Number.isSafeInteger(key) && key >= 0)).toBe(true)
  expect(keys[3]).toBe(engagementKey('19100000010000001', '2'))
})

test('what stands between student and engagement counts', () => {
  expect(engagementKey('1', '23')).not.toBe(engagementKey('12', '3'))
})
