import { expect, it } from 'vitest'
import type { ReportedRule } from './qualityReport.ts'
import { shadedFigures, submitFindings } from './submitFindings.ts'

const raised = { status: { code: 'OPEN' } }
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
  Entity: 'Student',
  IsOperational: false,
  Standing: null,
  specialistRegulators: [],
  ...change,
})

it('tells the rules outside tolerance apart that block, that nobody has explained, and that have an issue', () => {
  const report = [
    rule('blocks', { IsOperational: true, issue: raised }),
    rule('unexplained'),
    rule('issue', { issue: raised }),
    rule('inside', { Status: '0' }),
    rule('operational, inside', { Status: '0', IsOperational: true }),
    // Outside for a specialist regulator alone: that regulator's issue counts, not the other's.
    rule('specialist', { Status: '0', issue: raised, specialistRegulators: [{ ...figures }] }),
    rule('specialist, issue', { Status: '0', specialistRegulators: [{ ...figures, issue: raised }] }),
    rule('one of two', { issue: raised, specialistRegulators: [{ ...figures }] }),
  ]
  const { blocking, unexplained, withIssue, outside, rules } = submitFindings(report)
  const codes = (found: readonly ReportedRule[]) => found.map(({ Code }) => Code)
  expect(codes(blocking)).toEqual(['blocks'])
  expect(codes(unexplained)).toEqual(['unexplained', 'specialist', 'one of two'])
  expect(codes(withIssue)).toEqual(['issue', 'specialist, issue'])
  expect([outside, rules]).toEqual([6, 8])
})

it('counts what was outside in the upload before, and the overrides that are asked for', () => {
  const requestedOverride = { status: { code: 'OVERRIDE_REQUESTED' } }
  const { before, overridesRequested } = submitFindings([
    rule('mended', { Status: '0', Standing: 'mended' }),
    rule('mended, operational', { Status: '0', Standing: 'mended', IsOperational: true }),
    rule('worse', { Standing: 'worse', issue: requestedOverride }),
    rule('new', { Standing: 'new', specialistRegulators: [{ ...figures, issue: requestedOverride }] }),
    rule('tolerated', { Status: '0', Standing: 'tolerated' }),
  ])
  expect([before, overridesRequested]).toEqual([{ blocking: 1, others: 2 }, 2])
  expect(submitFindings([rule('first upload')]).before).toBeUndefined()
})

it('adds up the shaded figures over the chapters', () => {
  const report = (failureCount: number, issue: object | null = null) => ({ failureCount, issue })
  expect(shadedFigures([{ reports: [report(3), report(0, {})] }, { reports: [report(4, {})] }])).toEqual({
    cells: 7,
    reports: 2,
    withIssue: 1,
  })
})
