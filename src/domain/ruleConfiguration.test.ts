import { describe, expect, it } from 'vitest'
import { enteredPart, faultsIn, toleranceFault, toleranceValue } from './ruleConfiguration.ts'

/** The inputs of `spec/4-faults.md`, row 34, with the verdicts of specification 1 §5 and decisions §10. */
const verdicts: [entered: string | number, count: boolean, percentage: boolean, change: boolean][] = [
  ['', false, false, false],
  [' ', false, false, false],
  ['0', true, true, true],
  ['99999', true, false, false],
  ['100000', false, false, false],
  ['-1', false, false, true],
  ['1.5', false, true, true],
  ['1.25', false, true, true],
  ['1.255', false, false, false],
  ['999.99', false, true, true],
  ['-999.99', false, false, true],
  ['1000', true, false, false],
  ['1e3', false, false, false],
  ['٣', false, false, false],
  ['1,5', false, false, false],
  ['\u00a05\u00a0', true, true, true],
  ['5\u00a00', false, false, false],
  ['+5', false, false, false],
  ['.5', false, false, false],
  [5, true, true, true],
  [0.005, false, false, false],
  [Number.NaN, false, false, false],
  [Number.POSITIVE_INFINITY, false, false, false],
]

describe('a value of a tolerance', () => {
  it.each(verdicts)('%j', (entered, count, percentage, change) => {
    for (const [kind, isValid] of [
      ['count', count],
      ['percentage', percentage],
      ['change', change],
    ] as const) {
      expect([kind, toleranceValue(kind, entered) !== undefined]).toEqual([kind, isValid])
      expect([kind, toleranceFault(kind, entered) === undefined]).toEqual([kind, isValid])
    }
  })

  it('that is the upper end of a range does not lie below the lower one', () => {
    const fields = [
      { id: 'from', kind: 'change' },
      { id: 'to', kind: 'change', lower: 'from' },
    ] as const
    expect(Object.keys(faultsIn(fields, { from: '-5', to: '5' }))).toEqual([])
    expect(Object.keys(faultsIn(fields, { from: '5', to: '5' }))).toEqual([])
    expect(Object.keys(faultsIn(fields, { from: '5', to: '4.99' }))).toEqual(['to'])
  })
})

describe('a part of a tolerance', () => {
  const change = { toleranceTypeId: 3, toleranceFrom: '-10', toleranceTo: 10 }
  const faultAt = (...args: Parameters<typeof enteredPart>) => {
    const entered = enteredPart(...args)
    return entered.ok ? entered.part : entered.fault.at
  }

  it('takes the values that were entered, as numbers', () => {
    expect(faultAt({ type: 1 }, { toleranceTypeId: 1, toleranceFrom: '99999', toleranceTo: null })).toEqual({
      type: 1,
      from: 99_999,
      to: null,
    })
    expect(faultAt({ type: 2 }, { toleranceTypeId: 2, toleranceFrom: 999.99, toleranceTo: null })).toEqual({
      type: 2,
      from: 999.99,
      to: null,
    })
    expect(faultAt({ type: 3 }, change)).toEqual({ type: 3, from: -10, to: 10 })
  })

  it('keeps the type of the ruleset: one value, or the two ends of a range in order', () => {
    expect(faultAt({ type: 2 }, change)).toBe('form')
    expect(faultAt({ type: 1 }, { toleranceTypeId: 1, toleranceFrom: 1, toleranceTo: 2 })).toBe('form')
    expect(faultAt({ type: 3 }, { ...change, toleranceTo: null })).toBe('toleranceTo')
    expect(faultAt({ type: 3 }, { ...change, toleranceTo: -10.01 })).toBe('toleranceTo')
    expect(faultAt({ type: 3 }, { ...change, toleranceFrom: '1000' })).toBe('toleranceFrom')
  })
})

describe('the words of a rule', () => {
  const fields = [
    { id: 'description', kind: 'description' },
    { id: 'guidanceUrl', kind: 'address' },
  ] as const
  const faulty = (description: string, guidanceUrl: string) =>
    Object.keys(faultsIn(fields, { description, guidanceUrl }))

  it('are at most 2,000 characters and an http or https address of at most 500', () => {
    const address = 'https://example.org/'
    expect(faulty('x'.repeat(2000), address.padEnd(500, 'x'))).toEqual([])
    expect(faulty('x'.repeat(2001), address.padEnd(501, 'x'))).toEqual(['description', 'guidanceUrl'])
    expect(faulty(' ', ' ')).toEqual(['description', 'guidanceUrl'])
    for (const bad of ['javascript:alert(1)', 'ftp://example.org', 'example.org', 'https://', 'https://a b'])
      expect(faulty('x', bad)).toEqual(['guidanceUrl'])
  })

  it('need no address: the guidance of the ruleset stands beside the rule', () => {
    expect(faulty('x', '')).toEqual([])
  })
})
