import { expect, it } from 'vitest'
import type { CredibilityCell, CredibilityReport } from '../../../src/domain/wire/reports.ts'
import '../../messages.ts'
import { type ComparedWith, withLabels } from './credibilityLabels.ts'

const heading = (Id: string, Label: string): CredibilityCell => ({
  Id,
  Label,
  Colour: 'HeaderColour',
  DataValues: null,
})

const cell: CredibilityCell = {
  Id: 'FIRST~PT',
  Label: null,
  Colour: 'Yellow',
  DataValues: {
    ShadingRules: [{ RuleText: 'Changed by 25% or more.' }],
    ChangeTooltipText: '-60 (-50.00%)',
    TopLeft: { Label: '', Value: '60' },
    TopRight: { Label: '', Value: '120' },
    BottomLeft: { Label: '', Value: '-60' },
    BottomRight: { Label: '', Value: '-50.00', Suffix: '%' },
  },
}

const report = {
  ReportMetadata: { Title: 'Engagements' },
  Tabs: [
    {
      TabName: 'Engagements',
      Failures: 0,
      HeaderRow: [heading('corner', 'Level'), heading('columnPT', 'Part time'), heading('column*', '')],
      DataRows: [
        [heading('row-', ''), cell],
        [heading('row*', ''), { ...cell, DataValues: null }],
      ],
    },
  ],
} as unknown as CredibilityReport

const said = (comparedWith: ComparedWith, language: 'en' | 'en-XA' = 'en') => {
  const tab = withLabels(report, language, comparedWith).Tabs[0]
  const values = tab?.DataRows[0]?.[1]?.DataValues
  return {
    headings: tab?.HeaderRow.map(({ Label }) => Label),
    rows: tab?.DataRows.map(([first]) => first?.Label),
    corners: [values?.TopLeft, values?.TopRight, values?.BottomLeft, values?.BottomRight].map(
      corner => corner?.Label,
    ),
    rules: values?.ShadingRules.map(({ RuleText }) => RuleText),
  }
}

it('names what is not the ruleset’s: totals, records without a value, the figures of a cell', () => {
  expect(said('lastYear')).toEqual({
    headings: ['Level', 'Part time', 'Total'],
    rows: ['Not returned', 'Total'],
    corners: ['This submission', 'Last year', 'Difference', 'Change'],
    rules: ['Changed by 25% or more.'],
  })
})

it('says between two uploads what is compared, and that a cell has changed', () => {
  expect(said('comparedSubmission')).toMatchObject({
    corners: ['This submission', 'Compared submission', 'Difference', 'Change'],
    rules: ['Changed since the compared submission'],
  })
})

it('writes how shares differ in points', () => {
  const values = {
    ...cell.DataValues!,
    ChangeTooltipText: '+5.0% (+10.00%)',
    TopLeft: { Label: '', Value: '55.0', Suffix: '%' },
    BottomLeft: { Label: '', Value: '+5.0', Suffix: '%' },
  }
  const share = { ...cell, DataValues: values }
  const [tab] = report.Tabs
  const shown = withLabels({ ...report, Tabs: [{ ...tab!, DataRows: [[share]] }] }, 'en', 'lastYear')
  expect(shown.Tabs[0]?.DataRows[0]?.[0]?.DataValues).toMatchObject({
    ChangeTooltipText: '+5.0 points (+10.00%)',
    TopLeft: { Suffix: '%' },
    BottomLeft: { Suffix: ' points' },
    BottomRight: { Suffix: '%' },
  })
})

it('is told in the language of who asks; the ruleset’s own words stay', () => {
  const { headings, rules } = said('lastYear', 'en-XA')
  expect(headings?.slice(0, 2)).toEqual(['Level', 'Part time'])
  expect(headings?.[2]).toMatch(/^\[Töt/)
  expect(rules).toEqual(['Changed by 25% or more.'])
})
