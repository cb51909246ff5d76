import { expect, it } from 'vitest'
import { decisionFindings } from './decisionFindings.ts'

const figures = {
  Status: '1',
  RegulatorCode: '5016',
  RegulatorShortName: 'OHE',
  ConjoinedTolerances: '0%',
  PopulationCount: 100,
  FailureCount: 1,
  PrevPopulationCount: null,
  FailureChange: null,
  IsProviderToleranceOverride: false,
  issue: null,
} as const

const rule = (Id: string, change: object = {}) => ({
  ...figures,
  Id,
  Code: Id,
  Name: 'A rule',
  Entity: 'Student',
  IsOperational: false,
  Standing: null,
  specialistRegulators: [],
  ...change,
})
const issueOf = (id: string) => ({ id, status: { code: 'OPEN' } })
const written = (id: string, explanation: string | null) => ({ id, explanation, status: { isOpen: true } })

it('lists what an approver reads first: blocking rules, unexplained ones, explained ones, then overrides', () => {
  const report = [
    rule('overridden', { Status: '0', IsProviderToleranceOverride: true }),
    rule('explained', { issue: issueOf('i1') }),
    rule('silent', { issue: issueOf('i2') }),
    rule('inside', { Status: '0' }),
    rule('blocking', { IsOperational: true }),
  ]
  const found = decisionFindings(report, [written('i1', 'A new campus.'), written('i2', null)])
  expect(found).toEqual({
    rules: 5,
    outside: 3,
    explained: 1,
    blocking: 1,
    overridden: 1,
    order: ['blocking 5016', 'silent 5016', 'explained 5016', 'overridden 5016'],
  })
})

it('counts a rule as explained only if every regulator for which it is outside has an explanation', () => {
  const specialist = { ...figures, RegulatorCode: '5101' }
  const both = rule('both', { issue: issueOf('i1'), specialistRegulators: [specialist] })
  expect(decisionFindings([both], [written('i1', 'A new campus.')])).toMatchObject({
    outside: 1,
    explained: 0,
  })
})
