import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { CredibilityCell, CredibilityReport } from '../../../src/domain/wire/reports.ts'
import '../../messages.ts'
import { reportCsv, reportsZip, reportWorkbook } from './reportFiles.ts'

/** Content of a zip by the names in its directory. */
const entriesOf = (zip: Buffer): Map<string, Buffer> => {
  const entries = new Map<string, Buffer>()
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
    const [size, name] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(from, from + size)
    const isStored = zip.readUInt16LE(at + 10) === 0
    entries.set(zip.toString('utf8', at + 46, at + 46 + name), isStored ? content : inflateRawSync(content))
  }
  return entries
}

const head = (Id: string, Label: string): CredibilityCell => ({
  Id,
  Label,
  Colour: 'HeaderColour',
  DataValues: null,
})
const report = (ReportCode: string): CredibilityReport => ({
  ReportMetadata: {
    ReportCode,
    Title: 'Student numbers',
    UpperNotes: '=not a formula',
    LowerNotes: '',
    Details: '',
    WhatToLookOutFor: 'Jumps.',
    Tips: '',
    StartExpanded: true,
    DrilldownAvailable: true,
  },
  Tabs: [
    {
      TabName: 'Student numbers',
      Failures: 1,
      HeaderRow: [head('corner', 'Level'), head('columnFT', 'Full-time')],
      DataRows: [
        [
          head('rowPGR', 'Research'),
          {
            Id: 'PGR~FT',
            Label: null,
            Colour: 'Salmon',
            DataValues: {
              ShadingRules: [{ RuleText: 'Changed by at least 100' }],
              ChangeTooltipText: null,
              Figures: { value: 1250, previous: 1000, band: { from: 900, to: 1100 } },
              TopLeft: { Label: 'This submission', Value: '1,250' },
              TopRight: { Label: 'Last year', Value: '1,000' },
              BottomLeft: { Label: 'Difference', Value: '+250' },
              BottomRight: { Label: 'Change', Value: '+25.00', Suffix: '%' },
            },
          },
        ],
      ],
    },
  ],
})

it('has a line for each figure, as numbers, with the band in which it is not shaded', () => {
  expect(reportCsv(report('SEN1'), 'en')).toEqual([
    'Row,Column,This submission,Last year,Difference,Change,Not shaded from,Not shaded to,Reason for shading\r\n',
    'Research,Full-time,1250,1000,250,25,900,1100,Changed by at least 100\r\n',
  ])
})

it('is a workbook with the table, its figures and its notes, none of them a formula', async () => {
  const entries = entriesOf(await reportWorkbook(report('SEN1'), 'en'))
  const sheets = [...entries]
    .filter(([name]) => name.startsWith('xl/worksheets/'))
    .map(([, xml]) => xml.toString())
  expect(sheets).toHaveLength(3)
  expect(sheets[0]).toContain('<c><v>1250</v></c>')
  expect(sheets[1]).toContain('<c><v>900</v></c><c><v>1100</v></c>')
  expect(sheets[2]).toContain('=not a formula')
  expect(sheets.join('')).not.toContain('<f>')
  const names = [
    ...(entries
      .get('xl/workbook.xml')
      ?.toString()
      .matchAll(/<sheet name="([^"]*)"/g) ?? []),
  ]
  expect(names.map(([, name]) => name)).toEqual(['Student numbers', 'Values', 'About this report'])
})

it('makes a zip of several, each named by its code', async () => {
  const zip = await buffer(await reportsZip([report('SEN1'), report('SEN2')], 'en'))
  expect([...entriesOf(zip).keys()]).toEqual(['SEN1.xlsx', 'SEN2.xlsx'])
})
