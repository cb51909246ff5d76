import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { generateSample, type SampleOptions } from '../../src/sample/index.ts'
import { failureCountOf, renderReport } from './credibility/render.ts'
import type { AnalysisSource } from './facts.ts'
import {
  buildAdditionalReports,
  buildCredibilityReports,
  compareReport,
  deriveFields,
  drillDown,
  drillDownCsv,
  listingRows,
  loadRecord,
  runQualityRules,
  withoutZeroValues,
  writeHistory,
} from './index.ts'
import { deriveExample, loadExample, secondStudent, textOf } from './testing/loadedExample.ts'
import { analysisContext, ashbyFacts, type StudentRecord, studentRecord } from './testing/studentRecord.ts'

let record: StudentRecord

async function* sampleOf(options: SampleOptions): AsyncGenerator<Uint8Array> {
  yield* generateSample(options)
}

beforeAll(async () => {
  record = await studentRecord()
})

describe('reports', () => {
  const fifty = Array.from({ length: 60 }, (_, index) => ({
    SID: `2310000001${String(index).padStart(6, '0')}0`,
    Engagement: [
      {
        NUMHUS: 'E1',
        ENGSTARTDATE: '2023-09-18',
        StudentCourseSession: [
          {
            SCSESSIONID: 'X1',
            COURSEID: 'C1',
            SCSSTARTDATE: '2023-09-18',
            SCSENDDATE: '2024-06-14',
            SCSMODE: '31',
          },
        ],
      },
    ],
  }))

  test('credibility reports count, are shaded against last year and drill down to records', async () => {
    const { context } = await loadExample(record, { Student: fifty })
    await deriveFields(context, record.ruleset, ashbyFacts())
    const unshaded = await buildCredibilityReports(context, record.ruleset)
    expect(unshaded.cells.SEN1).toEqual({ 'FIRST~PT': 60, 'FIRST~*': 60, '*~PT': 60, '*~*': 60 })
    expect(unshaded.chapters[0]).toMatchObject({
      chapterId: 1,
      chapterName: 'Engagement profile',
      chapterFailureCount: 0,
    })

    const { reports, chapters } = await buildCredibilityReports(context, record.ruleset, {
      previousCells: {
        SEN1: { 'FIRST~PT': 120, 'FIRST~FT': 30, 'FIRST~*': 150, '*~PT': 120, '*~FT': 30, '*~*': 150 },
      },
    })
    const cells = reports.SEN1?.Tabs[0]?.DataRows.flat() ?? []
    const colourOf = (id: string) => cells.find(cell => cell.Id === id)?.Colour
    expect([colourOf('FIRST~PT'), colourOf('FIRST~FT'), colourOf('PGT~FT')]).toEqual([
      'Yellow',
      'Salmon',
      'Clear',
    ])
    expect(cells.find(cell => cell.Id === 'FIRST~PT')?.DataValues).toMatchObject({
      TopLeft: { Value: '60' },
      TopRight: { Value: '120' },
      BottomLeft: { Value: '-60' },
      BottomRight: { Value: '-50.00', Suffix: '%' },
      ChangeTooltipText: '-60 (-50.00%)',
      // From 120, the first rule shades a change of 50.
      Figures: { value: 60, previous: 120, band: { from: 70, to: 170 } },
    })
    expect(chapters[0]?.reports.find(report => report.ReportCode === 'SEN1')?.failureCount).toBe(
      cells.filter(cell => cell.Colour === 'Salmon').length,
    )

    const report = record.ruleset.reports.find(candidate => candidate.code === 'SEN1')!
    const list = await drillDown(context, {
      report,
      cellId: 'FIRST~PT',
      limit: 2,
      offset: 1,
      sortField: 'SID',
      sortOrder: 'DESC',
    })
    expect(list).toMatchObject({ total: 60, headers: expect.arrayContaining(['SID', 'NUMHUS']) })
    expect(list.data.map(row => row[0])).toEqual(['23100000010000580', '23100000010000570'])
    expect((await textOf(drillDownCsv(context, { report, cellId: 'FIRST~FT' }))).split('\r\n')).toHaveLength(
      2,
    )
    expect((await textOf(drillDownCsv(context, { report, cellId: '*~*' }))).split('\r\n')).toHaveLength(62)
  })

  test('what is told of a cell is of the figures that are shown, and the total of shares is no change', () => {
    const report = record.ruleset.reports.find(({ code }) => code === 'ATT1')!
    const shares = { '10~FE': 54.96, '11~FE': 45.04, '*~FE': 100, '10~UG': 54.96, '*~UG': 100 }
    const before = { '10~UG': 50, '*~UG': 100 }
    const shown = renderReport(report, shares, { cells: before, isExact: false })
    const cells = shown.Tabs[0]?.DataRows.flat() ?? []
    const of = (id: string) => cells.find(({ Id }) => Id === id)
    // 54.96 and 50 are shown as 55.0 and 50.0: five points, which is shaded.
    expect(of('10~UG')).toMatchObject({ Colour: 'Yellow', DataValues: { BottomLeft: { Value: '+5.0' } } })
    expect(of('10~FE')?.Colour).toBe('Salmon')
    expect(of('*~FE')?.Colour).toBe('Clear')
    expect(failureCountOf(shown)).toBe(2)
  })

  test('two uploads are compared cell by cell', () => {
    const report = compareReport(
      record.ruleset,
      'SEN1',
      { SEN1: { 'FIRST~PT': 61 } },
      { SEN1: { 'FIRST~PT': 60, 'PGT~FT': 3 } },
    )
    const changed = report?.Tabs[0]?.DataRows.flat().filter(cell => cell.Colour === 'Yellow')
    expect(changed?.map(cell => cell.Id)).toEqual(['PGT~FT', 'FIRST~PT'])
  })

  test('frequency counts have labels, zero lines and a line for what is not returned', async () => {
    const context = await deriveExample(record, { '+Student': { ...secondStudent, ETHNIC: '' } })
    const { frequencyCounts } = await buildAdditionalReports(context, record.ruleset, {
      codedFields: record.codedFields,
    })
    const ethnic = (counts: typeof frequencyCounts) =>
      counts.entities
        .find(({ entity }) => entity === 'Student')
        ?.fields.find(({ field }) => field === 'ETHNIC')
    expect(ethnic(frequencyCounts)?.total).toBe(2)
    expect(ethnic(frequencyCounts)?.values).toContainEqual({
      code: '100',
      label: 'Bangladeshi',
      count: 0,
      percent: 0,
    })
    expect(ethnic(withoutZeroValues(frequencyCounts))?.values).toMatchObject([
      { code: '160', count: 1, percent: 50 },
      { code: null, count: 1, percent: 50 },
    ])
  })

  test('the record of one year is the expectation of the next', async () => {
    const before = await deriveExample(record, { '+Student': { ...secondStudent, SID: '22100000010000035' } })
    const history = join(before.workFolder, 'history.parquet')
    await writeHistory(before, record.ruleset, history)

    const { context } = await loadExample(record, {
      '+Student': { ...secondStudent, SID: '22100000020000013' },
      // An engagement that the file returns twice is one that is found.
      '+Engagement': { NUMHUS: 'E1' },
    })
    const facts = ashbyFacts({ previousHistoryFile: join(context.workFolder, 'history.parquet') })
    await copyFile(history, facts.previousHistoryFile ?? '')
    await deriveFields(context, record.ruleset, facts)
    const { listings } = await buildAdditionalReports(context, record.ruleset, { codedFields: [] })
    expect(listings.filter(({ code }) => code === 'CONPOP')).toMatchObject([
      {
        code: 'CONPOP',
        tabs: [
          { name: 'Missing', total: 1 },
          { name: 'Found', total: 1 },
          { name: 'New', total: 1 },
        ],
      },
    ])
    const missing = await listingRows(context, record.ruleset, {
      code: 'CONPOP',
      tab: 0,
      limit: 10,
      offset: 0,
    })
    expect(missing).toMatchObject({
      total: 1,
      rows: [['22100000010000035', 'E1', '=1+1', null, 'C9', null, '2022-09-19', '01']],
    })
    const results = await runQualityRules(context, record.ruleset, { facts })
    expect(results.find(result => result.ruleCode === 'QR.STUDENT.Engagement.NUMHUS.902.V01')).toMatchObject({
      failureCount: 1,
      measuredPercent: 50,
      status: 1,
    })
  })

  /** An engagement that ends in the survey's window, and so is in its target population. */
  const surveyed = { 'Engagement.ENGSTARTDATE': '2021-09-20', 'Engagement.ENGEXPECTEDENDDATE': '2024-06-14' }
  const listed = async (context: AnalysisSource, code: string, tab: number, more: object = {}) => {
    const { headers, rows } = await listingRows(context, record.ruleset, {
      code,
      tab,
      limit: 100,
      offset: 0,
      ...more,
    })
    return { headers, rows }
  }

  test('the survey lists each student once: in its population with subjects, or excluded by the first reason', async () => {
    const within = await deriveExample(record, surveyed)
    expect((await listed(within, 'NSS', 0)).rows.slice(0, 2)).toEqual([
      ['00', 'In the target population', '1'],
      ['02', 'Not undergraduate', '0'],
    ])
    const included = await listed(within, 'NSS', 1)
    expect(included.headers).toEqual([
      'SID',
      'UKPRN',
      'NUMHUS',
      'VENUEID',
      'SURNAME',
      'FNAMES',
      'BIRTHDTE',
      'SEXID',
      'ENGSTARTDATE',
      'SCSMODE',
      'COURSETITLE',
      'OWNSTU',
      'OWNENGID',
      'HEALTH',
      'ITT',
    ])
    expect(included.rows.map(row => row.slice(0, 3))).toEqual([['23100000010000010', '10000001', 'E1']])
    const subjects = await listed(within, 'NSS', 2)
    expect(subjects.rows.map(row => [row[0], row.at(-1)])).toEqual([['23100000010000010', '100.000']])
    expect((await listed(within, 'NSS', 3)).rows).toEqual([])

    const outside = await deriveExample(record)
    expect((await listed(outside, 'NSS', 1)).rows).toEqual([])
    expect((await listed(outside, 'NSS', 3)).rows.map(row => [row[0], row.at(-1)])).toEqual([
      ['23100000010000010', '09'],
    ])
  })

  test('transfers out are listed for one receiver, in the order that is asked for', async () => {
    const leaver = (destination: string) => ({
      ENGENDDATE: '2024-06-14',
      RSNENGEND: '12',
      INTENDEDDESTINATION: destination,
    })
    const context = await deriveExample(record, { Leaver: leaver('10000002') })
    const { headers, rows } = await listed(context, 'PGROUT', 0, { sortField: 'SID', sortOrder: 'DESC' })
    expect(rows.map(row => [row[0], row[headers.indexOf('INTENDEDDESTINATION')]])).toEqual([
      ['23100000010000010', '10000002'],
    ])
    const only = (value: string) => ({ only: { column: 'INTENDEDDESTINATION', value } })
    expect((await listed(context, 'PGROUT', 0, only('10000002'))).rows).toHaveLength(1)
    expect((await listed(context, 'PGROUT', 0, only('10000003'))).rows).toEqual([])
  })

  test('the cost centre analysis counts FTE by cost centre and level, and leaves blank what other records hold', async () => {
    const context = await deriveExample(record, {
      ModuleCostCentre: [
        { COSTCN: '113', COSTCNPROPORTION: '25.0' },
        { COSTCN: '114', COSTCNPROPORTION: '75.0' },
      ],
    })
    const { reports, chapters } = await buildCredibilityReports(context, record.ruleset)
    const [tab] = reports.CCA?.Tabs ?? []
    const figures = tab?.DataRows.filter(([head]) =>
      ['row113', 'row114', 'row*'].includes(head?.Id ?? ''),
    ).map(row => row.slice(1).map(cell => cell.DataValues?.TopLeft?.Value))
    const blank = [null, null, null, null]
    expect(tab?.HeaderRow.slice(-4).map(({ Label }) => Label)).toEqual([
      'Staff FTE',
      'Expenditure',
      'Students per member of staff',
      'Expenditure per student FTE',
    ])
    expect(figures).toEqual([
      ['0.3', '0.0', '0.0', '0.0', '0.3', ...blank],
      ['0.8', '0.0', '0.0', '0.0', '0.8', ...blank],
      ['1.0', '0.0', '0.0', '0.0', '1.0', ...blank],
    ])
    expect(
      chapters.flatMap(({ reports: listedReports }) => listedReports).map(({ ReportCode }) => ReportCode),
    ).not.toContain('CCA')
  })

  test('a sample has rows in every report and in the survey, with leavers of before it', async () => {
    const context = await analysisContext()
    const { schema, ruleset } = record
    await loadRecord(context, {
      bytes: sampleOf({ provider: '0001', students: 700 }),
      totalBytes: 1,
      schema,
      header: ruleset.manifest.header,
      store: ruleset.manifest.columns,
    })
    await deriveFields(context, ruleset, ashbyFacts())
    const { cells } = await buildCredibilityReports(context, ruleset)
    const empty = Object.entries(cells).filter(([, values]) => !((values['*~*'] ?? 0) > 0))
    expect(empty.map(([code]) => code)).toEqual([])
    const reasons = (await listed(context, 'NSS', 0)).rows
    const students = (code: string) => Number(reasons.find(([one]) => one === code)?.[2])
    expect(students('00')).toBeGreaterThan(100)
    expect(students('12')).toBeGreaterThan(0)
  })

  test('outputs for the regulator are files made with the report', async () => {
    const context = await deriveExample(record)
    const { listings } = await buildAdditionalReports(context, record.ruleset, { codedFields: [] })
    expect(
      listings.find(({ code }) => code === 'IRIS')?.tabs.map(({ csv }) => csv?.split('\r\n')[0]),
    ).toEqual(['LEVEL,MODE,ENGAGEMENTS', 'FUNDINGBODY,ENGAGEMENTS,FTE', 'DOMICILE,LEVEL,ENTRANTS'])
  })
})
