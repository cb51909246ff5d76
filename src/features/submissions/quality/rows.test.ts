import { describe, expect, it } from 'vitest'
import type { QualityRuleRow } from '../../../domain/wire/quality.ts'
import { qualitySort, ruleLines } from './rows.ts'

const figures = {
  Status: '1',
  RegulatorCode: '5016',
  RegulatorShortName: 'OHE',
  ConjoinedTolerances: '0 records and 20%',
  Tolerances: [],
  IsProviderToleranceOverride: false,
  Allowed: { from: 0, to: 20 },
  MeasuredPercent: null,
  MeasuredIn: null,
  PrevMeasuredPercent: null,
  Standing: null,
  PopulationCount: 300,
  FailureCount: 100,
  IsRuleDefect: false,
  PrevPopulationCount: null,
  PrevFailureCount: null,
  FailureChange: null,
  issue: null,
} as const satisfies Partial<QualityRuleRow>

const rule: QualityRuleRow = {
  Id: '7',
  Code: 'QR.1',
  Name: 'A rule',
  Entity: 'Student',
  Trend: [2, 1],
  IsPrimary: true,
  IsOperational: true,
  ...figures,
  Tolerances: [],
  GuidanceUrl: null,
  specialistRegulators: [
    {
      ...figures,
      Tolerances: [],
      RegulatorCode: '5101',
      RegulatorShortName: 'TTB',
      Status: '0',
      FailureCount: 0,
    },
  ],
}

describe('lines of the quality report', () => {
  it('puts specialist regulators under the primary line of their rule', () => {
    const [line] = ruleLines([rule])
    expect(line).toMatchObject({ id: '7 5016', isOutside: true, percentage: 33.33, isSpecialist: false })
    expect(line?.specialists).toMatchObject([
      {
        id: '7 5101',
        code: 'QR.1',
        isOutside: false,
        percentage: 0,
        isSpecialist: true,
        isOutsideForAny: true,
        trend: [],
      },
    ])
  })
})

it('asks for failures descending until a column is chosen', () => {
  expect(qualitySort(null)).toEqual({ sortBy: 'FAILURE', sortOrder: 'DESC' })
  expect(qualitySort({ column: 'rule', direction: 'ascending' })).toEqual({ sortBy: 'ID', sortOrder: 'ASC' })
})
