import { describe, expect, it } from 'vitest'
import { fixedIn } from '../messages/formats.ts'
import { inEnglish } from '../model/everyMessage.ts'
import { type CostCentre, parseCostCentres, withCostCentres } from './costCentres.ts'
import type { CredibilityCell, CredibilityReport } from './wire/reports.ts'

const head = 'INSTID,COSTCN,STAFFFTE,EXPENDITURE'

describe('a reference file', () => {
  it('is read whole, with quotes and another end of line as well', () => {
    expect(parseCostCentres(`\uFEFF${head}\r\n0001,"101",12.5,1500000\n\n0002,102,0,10.25\n`)).toEqual({
      ok: true,
      rows: [
        { instId: '0001', costCentre: '101', staffFte: 12.5, expenditure: 1_500_000 },
        { instId: '0002', costCentre: '102', staffFte: 0, expenditure: 10.25 },
      ],
    })
  })

  it('is refused whole, with every line at fault', () => {
    const read = parseCostCentres(
      `INSTID;COSTCN\n0001,101,12,1\n0001,101,13,1\n0001,10,1,1\n0001,102,-1,1\n0001,103,1.234,1`,
    )
    expect(read.ok).toBe(false)
    expect(read.ok ? [] : read.faults.map(({ line, reason }) => [line, inEnglish(reason)])).toEqual([
      [1, `The first line must be ${head}.`],
      [3, 'Cost centre 101 of provider 0001 appears twice.'],
      ...[4, 5, 6].map(line => [
        line,
        'Each line must have a provider number, a three-digit cost centre, staff FTE and expenditure. FTE and expenditure can have at most two decimal places.',
      ]),
    ])
    expect(parseCostCentres(head).ok).toBe(false)
  })
})

const cell = (Id: string, figures?: { value: number; previous: number | null }): CredibilityCell => ({
  Id,
  Label: null,
  Colour: 'Clear',
  DataValues: {
    ShadingRules: [],
    ChangeTooltipText: null,
    TopLeft: { Label: '', Value: null },
    TopRight: null,
    BottomLeft: null,
    BottomRight: null,
    ...(figures ? { Figures: { ...figures, band: null } } : {}),
  },
})
const row = (code: string, value: number, previous: number | null) => [
  cell(`${code}~*`, { value, previous }),
  ...[0, 1, 2, 3].map(at => cell(`${code} blank${at}`)),
]
const report = (DataRows: CredibilityCell[][]): CredibilityReport => ({
  ReportMetadata: {
    ReportCode: 'CCA',
    Title: '',
    UpperNotes: '',
    LowerNotes: '',
    Details: '',
    WhatToLookOutFor: '',
    Tips: '',
    StartExpanded: false,
    DrilldownAvailable: false,
  },
  Tabs: [{ TabName: '', Failures: 0, HeaderRow: [], DataRows }],
})
const centre = (costCentre: string, staffFte: number, expenditure: number): CostCentre => ({
  instId: '0001',
  costCentre,
  staffFte,
  expenditure,
})
const words = {
  thisYear: 'now',
  lastYear: 'then',
  flag: (flag: string) => flag,
  figure: (value: number, decimals: number) => fixedIn('en-GB', value, decimals),
}
const shown = (rows: CredibilityCell[][], now: CostCentre[], then: CostCentre[] = []) => {
  const [tab] = withCostCentres(report(rows), now, then, words).Tabs
  return {
    failures: tab?.Failures,
    rows: tab?.DataRows.map(cells =>
      cells
        .slice(1)
        .map(({ Colour, DataValues }) => [
          DataValues?.TopLeft?.Value ?? null,
          DataValues?.TopRight?.Value ?? null,
          Colour === 'Clear' ? '' : DataValues?.ShadingRules[0]?.RuleText,
        ]),
    ),
  }
}

describe('the Cost Centre Analysis', () => {
  it('sets staff, expenditure and ratios beside the students, and sums them up', () => {
    expect(
      shown(
        [row('101', 100, 90), row('102', 50, 50), row('*', 150, 140)],
        [centre('101', 10, 200_000), centre('102', 4, 50_000)],
      ),
    ).toEqual({
      failures: 0,
      rows: [
        [
          ['10.0', null, ''],
          ['200,000', null, ''],
          ['10.0', null, ''],
          ['2,000', null, ''],
        ],
        [
          ['4.0', null, ''],
          ['50,000', null, ''],
          ['12.5', null, ''],
          ['1,000', null, ''],
        ],
        [
          ['14.0', null, ''],
          ['250,000', null, ''],
          ['10.7', null, ''],
          ['1,667', null, ''],
        ],
      ],
    })
  })

  it('leaves blank what the file does not tell', () => {
    expect(shown([row('103', 10, null)], [centre('101', 1, 1)]).rows).toEqual([
      [0, 1, 2, 3].map(() => [null, null, '']),
    ])
    expect(shown([row('101', 0, null)], [centre('101', 0, 5)]).rows?.[0]?.slice(2)).toEqual([
      [null, null, ''],
      [null, null, ''],
    ])
  })

  it('shades students without staff, staff without students, and ratios outside half to double of last year’s', () => {
    expect(shown([row('101', 5, 5)], [centre('101', 0, 10)]).rows?.[0]?.[0]).toEqual([
      '0.0',
      null,
      'studentsWithoutStaff',
    ])
    expect(shown([row('101', 0, 5)], [centre('101', 2, 10)]).rows?.[0]?.[0]?.[2]).toBe('staffWithoutStudents')
    const ratios = (now: number, then: number) =>
      shown([row('101', now, then)], [centre('101', 10, 1000)], [centre('101', 10, 1000)]).rows?.[0]?.map(
        ([, , flag]) => flag,
      )
    expect(ratios(200, 100)).toEqual(['', '', '', ''])
    expect(ratios(201, 100)).toEqual(['', '', 'farFromLastYear', 'farFromLastYear'])
    expect(ratios(50, 100)).toEqual(['', '', '', ''])
    expect(ratios(49, 100)).toEqual(['', '', 'farFromLastYear', 'farFromLastYear'])
  })
})
