import { describe, expect, it } from 'vitest'
import { collectionBeforeIn, ruleHistory } from './published.ts'

const content = (...codes: string[]) => ({ rules: codes.map(code => ({ rule: { code } })) })
const [first, second, third] = ['QR.Student.901.V01', 'QR.Student.901.V02', 'QR.Student.901.V03'] as const
const published = [
  { reference: '24056', content: content(second, 'QR.Student.902.V01') },
  { reference: '23056', content: content(first, second, 'QR.Student.903.V01') },
  { reference: '22056', content: content(first) },
]

it('the collection before is of the same stream and record, by period, then reference', () => {
  const row = (reference: string, year: number, recordId: string | null = 'staff') => ({
    reference,
    streamId: reference.slice(2),
    recordId,
    periodStart: `${year}-08-01`,
    periodEnd: `${year + 1}-07-31`,
  })
  const before = (of: ReturnType<typeof row>, ...rows: ReturnType<typeof row>[]) =>
    collectionBeforeIn([of, ...rows], of)?.reference
  const now = row('24025', 2024)
  expect(before(now, row('22025', 2022), row('23025', 2023), row('25025', 2025))).toBe('23025')
  expect(before(now, row('23025', 2023, 'payroll'), row('22025', 2022))).toBe('22025')
  expect(before(now, row('23056', 2023))).toBeUndefined()
  // Of two of one period, the later reference comes later.
  expect(before(now, row('22025', 2023), row('23025', 2023))).toBe('23025')
  expect(before(now, row('23025', 2024))).toBe('23025')
  // An earlier release did not say of which record a ruleset is.
  expect(before(now, row('23025', 2023, null))).toBe('23025')
})

describe('the collections in which a rule stands', () => {
  it('are listed newest first, with another version where each has one alone', () => {
    expect(ruleHistory(published, content(second))(second)).toEqual([
      { reference: '24056', code: second },
      { reference: '23056', code: second },
      { reference: '22056', code: first },
    ])
  })

  it('are those of a version alone where two of it are separate rules', () => {
    const history = ruleHistory(published, content(first, second))
    expect(history(first)).toEqual([
      { reference: '23056', code: first },
      { reference: '22056', code: first },
    ])
    expect(history(second).map(({ reference }) => reference)).toEqual(['24056', '23056'])
    expect(ruleHistory(published, content(third))(third).map(({ reference }) => reference)).toEqual([
      '24056',
      '22056',
    ])
  })

  it('are none for a rule that stands nowhere', () => {
    const other = 'QR.Student.999.V01'
    expect(ruleHistory(published, content(other))(other)).toEqual([])
  })
})
