import { describe, expect, it } from 'vitest'
import { nextVersion } from './version.ts'

describe('the next version (decisions §10)', () => {
  it('increments the highest one of the reference, by its numbers', () => {
    const taken = ['23056_1.9.0', '23056_1.10.3', '24056_7.0.0']
    expect(nextVersion('23056', taken, 'major')).toBe('23056_2.0.0')
    expect(nextVersion('23056', taken, 'minor')).toBe('23056_1.11.0')
    expect(nextVersion('23056', taken, 'patch')).toBe('23056_1.10.4')
  })

  it('begins after 0.0.0 where there is none', () => {
    expect(nextVersion('25056', ['23056_1.9.0'], 'major')).toBe('25056_1.0.0')
    expect(nextVersion('25056', [], 'patch')).toBe('25056_0.0.1')
  })
})
