import { describe, expect, it } from 'vitest'
import { findingText, labelsOf, measuredValue, placeholdersIn } from './finding.ts'

const labels = labelsOf([
  { entity: 'Qualification', field: 'QUALCAT', codes: [{ code: 'D0003', label: 'Doctorate by research' }] },
])

const said = (template: string, value: string | null, name = 'FIELD'): string =>
  findingText(template, asked => (asked === name ? { value, labels: labels(name) } : undefined))

describe('a finding', () => {
  it.each([
    ['a date in words', 'Born on {FIELD}.', '2005-03-14', 'Born on 14 March 2005.'],
    ['a text that is no date as it is', 'It is {FIELD}.', '2005-99-99', 'It is 2005-99-99.'],
    ['an amount with separators', 'It is £{FIELD}.', '9250.0', 'It is £9,250.'],
    ['a dash for an empty value', 'It is {FIELD}.', '', 'It is —.'],
    ['a dash for a value that is withheld', 'It is £{FIELD}.', null, 'It is —.'],
    ['a sum without the noise of its binary form', 'It is {FIELD}.', '90.30000000000001', 'It is 90.3.'],
    ['any other value as it is', 'SID {FIELD}.', '0023', 'SID 0023.'],
    ['a value that looks like a pattern', 'It is {FIELD}.', '$&{FIELD}', 'It is $&{FIELD}.'],
  ])('shows %s', (_, template, value, expected) => {
    expect(said(template, value)).toBe(expected)
  })

  it('shows codes with their labels, also those of a derived field', () => {
    expect(said('It is {QUALCAT}.', 'D0003', 'QUALCAT')).toBe('It is Doctorate by research (D0003).')
    expect(said('It is {Z_QUALCAT}.', 'D0003', 'Z_QUALCAT')).toBe('It is Doctorate by research (D0003).')
    expect(said('It is {QUALCAT}.', 'Q9', 'QUALCAT')).toBe('It is Q9.')
  })

  it('shows a dash for a name that is none of its values', () => {
    expect(said('It is {OTHER}.', 'x')).toBe('It is —.')
    expect(placeholdersIn('£{A} and {B}')).toEqual(['A', 'B'])
  })

  it.each([
    ['percent', 12.6, '+12.6%'],
    ['percent', -3.25, '-3.25%'],
    ['points', -11, '-11 points'],
    ['missing', 5, '5%'],
  ] as const)('of a whole file shows both values and the change in %s', (unit, change, expected) => {
    const measured = { now: 1234.5, before: 2000, change, unit }
    expect(['NOW', 'BEFORE', 'CHANGE'].map(name => measuredValue(name, measured))).toEqual([
      '1,234.5',
      '2,000',
      expected,
    ])
    expect(measuredValue('BEFORE', { ...measured, before: null })).toBeNull()
  })
})
