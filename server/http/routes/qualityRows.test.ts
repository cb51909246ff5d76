import { describe, expect, it } from 'vitest'
import type { RuleResult } from '../../analysis/index.ts'
import '../../messages.ts'
import type { StoredRule } from '../../database/queries/results.ts'
import { qualityRow, reportOf, toleranceTextIn } from './qualityRows.ts'

const result = (fields: Partial<RuleResult>): RuleResult => ({
  ruleCode: 'QR.1',
  name: 'Rule',
  description: 'What it says.',
  guidanceUrl: '',
  entity: 'Student',
  kind: 'quality',
  regulatorCode: '5016',
  isPrimary: true,
  category: 'Quality',
  tolerance: { conjunction: 'A', parts: [{ type: 2, from: 20, to: null }] },
  isProviderToleranceOverride: false,
  populationCount: 100,
  failureCount: 0,
  failurePercent: 0,
  measuredPercent: null,
  status: 0,
  ...fields,
})

const rule = (code: string, ...rows: Partial<RuleResult>[]): StoredRule => ({
  code,
  ordinal: 1,
  outside: rows.some(({ status }) => status === 1),
  operational: false,
  rows: rows.map(fields => result({ ruleCode: code, ...fields })),
})

const rowOf = (stored: StoredRule, previous?: StoredRule) => {
  const row = qualityRow(stored, previous, {
    regulators: new Map(),
    issues: new Map(),
    toleranceText: toleranceTextIn('en'),
    trends: new Map([['QR.2', [null, 7, 5]]]),
  })
  if (!row) throw new Error('a rule without results')
  return row
}

const a = rule('QR.2', { failureCount: 5, status: 1 })
const b = rule(
  'QR.10',
  { failureCount: 9, populationCount: 10 },
  { regulatorCode: '5101', isPrimary: false, status: 1 },
)
const c = rule('QR.1', { failureCount: 0 })

describe('a result that cannot be right', () => {
  const range = { conjunction: 'A', parts: [{ type: 3, from: -10, to: 10 }] } as const

  it('is flagged as a defect of its rule, by the tolerance of each regulator', () => {
    const counts = { populationCount: 3, failureCount: 5 }
    const row = rowOf(rule('QR.3', counts, { ...counts, regulatorCode: '5101', tolerance: range }))
    expect([row.IsRuleDefect, row.specialistRegulators.map(({ IsRuleDefect }) => IsRuleDefect)]).toEqual([
      true,
      [false],
    ])
    expect(rowOf(b).IsRuleDefect).toBe(false)
  })
})

describe('rows of the quality report', () => {
  const rows = [a, b, c].map(stored => rowOf(stored))
  const codes = (query: Parameters<typeof reportOf>[1]) => reportOf(rows, query).map(({ Code }) => Code)

  it('puts the most failures first, or what is asked for, codes in their natural order', () => {
    expect(codes({})).toEqual(['QR.10', 'QR.2', 'QR.1'])
    expect(codes({ sortBy: 'ID', sortOrder: 'ASC' })).toEqual(['QR.1', 'QR.2', 'QR.10'])
    expect(codes({ sortBy: 'POPULATION', sortOrder: 'ASC' })).toEqual(['QR.10', 'QR.1', 'QR.2'])
  })

  it('finds a rule outside tolerance by any of its regulators', () => {
    expect(codes({ status: '1' })).toEqual(['QR.10', 'QR.2'])
    expect(codes({ status: '0' })).toEqual(['QR.1'])
    expect(codes({ searchTerm: ' qr.2 ' })).toEqual(['QR.2'])
  })

  it('groups the specialist rows under the primary one', () => {
    expect(rowOf(b)).toMatchObject({
      RegulatorCode: '5016',
      Status: '0',
      specialistRegulators: [{ RegulatorCode: '5101', Status: '1' }],
    })
  })

  it('stands beside the same rule of another submission, regulator by regulator', () => {
    const row = rowOf(b, rule('QR.10', { failureCount: 4, populationCount: 8 }))
    expect(row).toMatchObject({ PrevFailureCount: 4, PrevPopulationCount: 8, FailureChange: 5 })
    expect(row.specialistRegulators[0]).toMatchObject({ PrevFailureCount: null, FailureChange: null })
    const same = rowOf(c, c)
    expect(reportOf([same, rowOf(a, c)], { hideUnchangedValues: '1' }).map(({ Code }) => Code)).toEqual([
      'QR.2',
    ])
  })

  it('tells what has become of a rule as a whole and for each regulator, and how it went before', () => {
    const before = rule('QR.10', { status: 0 }, { regulatorCode: '5101', isPrimary: false, status: 1 })
    const row = rowOf(b, before)
    expect(row).toMatchObject({ Standing: 'worse', Entity: 'Student', Trend: [] })
    expect(row.specialistRegulators[0]?.Standing).toBe('unchanged')
    expect(rowOf(a)).toMatchObject({ Standing: null, Trend: [null, 7, 5] })
    const rowsAgainst = [row, rowOf(c, a)]
    expect(reportOf(rowsAgainst, { standing: 'mended' }).map(({ Code }) => Code)).toEqual(['QR.1'])
    expect(reportOf(rowsAgainst, { standing: ['mended', 'worse'], entity: 'Course' })).toEqual([])
  })
})
