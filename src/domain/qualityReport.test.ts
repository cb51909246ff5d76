import { describe, expect, it } from 'vitest'
import {
  chooseFacet,
  facetCounts,
  filterReport,
  orderReport,
  pageOfReport,
  type ReportedRule,
  regulatorFigures,
  reportFileName,
  reportGroups,
} from './qualityReport.ts'

const figures = {
  Status: '1',
  RegulatorCode: '5016',
  RegulatorShortName: 'OHE',
  ConjoinedTolerances: '0%',
  PopulationCount: 100,
  FailureCount: 1,
  PrevPopulationCount: 100,
  FailureChange: 0,
  issue: null,
} as const

const rule = (Code: string, change: Partial<ReportedRule> = {}): ReportedRule => ({
  ...figures,
  Code,
  Name: 'A rule',
  Entity: Code.split('.')[0] ?? '',
  IsOperational: false,
  Standing: 'unchanged',
  specialistRegulators: [],
  ...change,
})

const teacherTraining = { ...figures, RegulatorCode: '5101', RegulatorShortName: 'TTB' } as const
/** Outside for both regulators, for the specialist alone, for the primary alone, and for none. */
const both = rule('Student.1', {
  IsOperational: true,
  Standing: 'new',
  specialistRegulators: [teacherTraining],
})
const specialistOnly = rule('Student.2', { Status: '0', specialistRegulators: [teacherTraining] })
const primaryOnly = rule('Engagement.3', {
  FailureCount: 9,
  specialistRegulators: [{ ...teacherTraining, Status: '0' }],
})
const mended = rule('Engagement.4', { Status: '0', FailureCount: 0, Standing: 'mended' })
const rules = [both, specialistOnly, primaryOnly, mended]
const codes = (found: readonly ReportedRule[]) => found.map(({ Code }) => Code)
const countsOf = (
  ...[facet, filter = {}]: [keyof ReturnType<typeof facetCounts>, Parameters<typeof facetCounts>[1]?]
) => Object.fromEntries(facetCounts(rules, filter)[facet])

describe('rules that measure the whole file (decisions §15)', () => {
  const tolerance = { Tolerances: [{ toleranceTypeId: 3 }] }
  const small = rule('Engagement.FTE', { ...tolerance, FailureCount: 900, MeasuredPercent: 4 })
  const large = rule('Engagement.LOAD', { ...tolerance, FailureCount: 2, MeasuredPercent: -12 })
  const blocking = rule('Student.COUNT', { ...tolerance, IsOperational: true })

  it('follow the other groups, largest change first, unless they block', () => {
    const ordered = orderReport([small, large, blocking, mended], { grouping: 'kind' })
    expect(codes(ordered)).toEqual(['Student.COUNT', 'Engagement.4', 'Engagement.LOAD', 'Engagement.FTE'])
    expect([...reportGroups(ordered, 'kind').keys()]).toEqual(['operational', 'quality', 'qualityMeasured'])
  })
})

describe('the total and the figures by regulator (specification 2 §2.9)', () => {
  const byRegulator = regulatorFigures(rules)

  it('count a rule once in the total, and for each regulator that sets it', () => {
    expect(countsOf('status')).toEqual({ '1': 3, '0': 1 })
    expect(byRegulator).toEqual([
      { code: '5016', shortName: 'OHE', rules: 4, outside: 2, shared: 3 },
      { code: '5101', shortName: 'TTB', rules: 3, outside: 2, shared: 3 },
    ])
  })

  it('agree: whatever is chosen of the one, the counts of the other are the figures by regulator', () => {
    for (const { code, outside, rules: all } of byRegulator) {
      expect(countsOf('status', { regulator: [code] })).toEqual({
        ...(outside > 0 && { '1': outside }),
        ...(all > outside && { '0': all - outside }),
      })
      expect(countsOf('regulator', { status: ['1'] })[code]).toBe(outside)
      expect(countsOf('regulator')[code]).toBe(all)
      expect(filterReport(rules, { regulator: [code], status: ['1'] })).toHaveLength(outside)
    }
  })
})

describe('facets', () => {
  it('count what they would leave, with what is chosen of the others', () => {
    expect(countsOf('entity', { status: ['1'] })).toEqual({ Student: 2, Engagement: 1 })
    expect(countsOf('kind', { entity: ['Student'] })).toEqual({ operational: 1, quality: 1 })
    expect(countsOf('entity', { entity: ['Student'], search: 'engagement' })).toEqual({ Engagement: 2 })
    expect(countsOf('issue')).toEqual({ NONE: 4 })
    for (const facet of ['status', 'kind', 'standing', 'issue', 'entity', 'regulator'] as const)
      for (const [value, count] of facetCounts(rules, {})[facet])
        expect(filterReport(rules, { [facet]: [value] })).toHaveLength(count)
  })

  it('find what is mended, though it is not outside tolerance any more', () => {
    const standings = countsOf('standing', {})
    expect(Object.values(standings).reduce((sum, count) => sum + count, 0)).toBe(rules.length)
    expect(countsOf('standing', { status: ['1'] })).toMatchObject({ mended: 1, new: 1 })
    const chosen = chooseFacet({ status: ['1'] }, 'standing', ['mended'])
    expect(codes(filterReport(rules, chosen))).toEqual(['Engagement.4'])
    expect(chooseFacet(chosen, 'status', ['1'])).toEqual({ status: ['1'], standing: [] })
    expect(chooseFacet({ status: ['1'] }, 'standing', [])).toEqual({ status: ['1'], standing: [] })
  })

  it('leave out what is unchanged in failures and population alike', () => {
    const grown = rule('Student.5', { PopulationCount: 101 })
    expect(codes(filterReport([both, grown], { hidesUnchanged: true }))).toEqual(['Student.5'])
  })
})

describe('order', () => {
  it('puts the most failures first within each group, operational rules before the others', () => {
    expect(codes(orderReport(rules, { grouping: 'kind' }))).toEqual([
      'Student.1',
      'Engagement.3',
      'Student.2',
      'Engagement.4',
    ])
    expect(codes(orderReport(rules, { grouping: 'entity', sortBy: 'ID', sortOrder: 'ASC' }))).toEqual([
      'Engagement.3',
      'Engagement.4',
      'Student.1',
      'Student.2',
    ])
    expect([...reportGroups(rules, 'kind').values()]).toEqual([
      { id: 'operational', rules: 1, outside: 1 },
      { id: 'quality', rules: 3, outside: 2 },
    ])
    expect(reportGroups(rules, 'none').size).toBe(0)
  })
})

it('gives a page of the report, and all of it for a limit of -1', () => {
  const codes = ['A', 'B', 'C', 'D']
  expect(pageOfReport(codes, { limit: 2, offset: 1 })).toEqual(['B', 'C'])
  expect(pageOfReport(codes, { limit: -1, offset: 0 })).toEqual(codes)
})

it('names the file of results after submission, status and moment', () => {
  const id = '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001'
  const at = new Date('2024-11-03T09:05:07Z')
  const plain = { statuses: ['1'], comparedWith: undefined }
  expect(reportFileName(id, plain, at)).toBe(`QualityRuleReport.${id}.outside.20241103090507.csv`)
  expect(reportFileName(id, { ...plain, statuses: ['0'] }, at)).toContain('.inside.')
  expect(reportFileName(id, { ...plain, statuses: [] }, at)).toContain('.all.')
  expect(reportFileName(id, { ...plain, comparedWith: 'b' }, at)).toBe(
    `QualityRuleComparison.${id}.b.outside.20241103090507.csv`,
  )
})
