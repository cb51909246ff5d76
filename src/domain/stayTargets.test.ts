import { describe, expect, it } from 'vitest'
import { isOverTarget, readTargets, targetOf, writeTargets } from './stayTargets.ts'

describe('a stay with a target of five working days', () => {
  // Monday 4 November 2024, 10:00 in London.
  const monday = new Date('2024-11-04T10:00:00Z')
  it.each([
    ['2024-11-08T23:00:00Z', false, 'on the Friday of the same week'],
    ['2024-11-11T08:00:00Z', false, 'on the fifth working day, the next Monday'],
    ['2024-11-11T23:59:00Z', false, 'late on that day'],
    ['2024-11-12T00:01:00Z', true, 'once the sixth working day begins'],
  ])('until %s: over %s, %s', (until, isOver) => {
    expect(isOverTarget(monday, new Date(until), 5)).toBe(isOver)
  })

  it('does not count the weekend', () => {
    const friday = new Date('2024-11-08T15:00:00Z')
    expect(isOverTarget(friday, new Date('2024-11-11T09:00:00Z'), 1)).toBe(false)
    expect(isOverTarget(friday, new Date('2024-11-12T09:00:00Z'), 1)).toBe(true)
  })

  it('counts days in London, also in summer', () => {
    // 23:30 UTC on Monday is Tuesday in London.
    const began = new Date('2024-07-01T23:30:00Z')
    expect(isOverTarget(began, new Date('2024-07-03T12:00:00Z'), 1)).toBe(false)
  })
})

describe('stored targets', () => {
  it('are written in the order of the lifecycle and read again', () => {
    const stored = writeTargets({ PROVIDER_SIGNOFF: 10, SC_APPROVAL: 5 })
    expect(stored).toBe('SC_APPROVAL=5 PROVIDER_SIGNOFF=10')
    expect(readTargets(stored)).toEqual({ SC_APPROVAL: 5, PROVIDER_SIGNOFF: 10 })
    expect([writeTargets({}), readTargets(null)]).toEqual([null, {}])
  })

  it.each([
    '',
    'SC_APPROVAL',
    'SC_APPROVAL=0',
    'SC_APPROVAL=2.5',
    'SC_APPROVAL=251',
    'SC_APPROVAL=05',
    'SIGNED_OFF=5',
    'SC_APPROVAL=5 SC_APPROVAL=5',
    'PROVIDER_SIGNOFF=5 SC_APPROVAL=5',
  ])('are not "%s"', text => expect(readTargets(text)).toBeUndefined())

  it('name no target for other statuses', () => {
    expect([targetOf({ SC_APPROVAL: 5 }, 'SC_APPROVAL'), targetOf({ SC_APPROVAL: 5 }, 'SIGNED_OFF')]).toEqual(
      [5, undefined],
    )
  })
})
