import { describe, expect, it } from 'vitest'
import type { QualityRuleRow } from '../../../domain/wire/quality.ts'
import { qualitySort, resultsFileName, ruleLines } from './rows.ts'

const figures = {
  Status: '1',
  RegulatorCode: '5016',
  RegulatorShortName: 'OHE',
  ConjoinedTolerances: '0 records and 20%',
  Tolerances: [],
  IsProviderToleranceOverride: false,
  Allowed: { from: 0, to: 20 },
  MeasuredPercent: null,
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

it('names the file of results after submission, status and moment', () => {
  const id = '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001'
  const at = new Date('2024-11-03T09:05:07Z')
  const plain = { statuses: ['1'], comparedWith: undefined }
  expect(resultsFileName(id, plain, at)).toBe(`QualityRuleReport.${id}.outside.20241103090507.csv`)
  expect(resultsFileName(id, { ...plain, statuses: ['0'] }, at)).toContain('.inside.')
  expect(resultsFileName(id, { ...plain, statuses: [] }, at)).toContain('.all.')
  expect(resultsFileName(id, { ...plain, comparedWith: 'b' }, at)).toBe(
    `QualityRuleComparison.${id}.b.outside.20241103090507.csv`,
  )
})
