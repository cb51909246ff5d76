import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnalysisSource } from './facts.ts'
import {
  buildAdditionalReports,
  buildCredibilityReports,
  compareReport,
  deriveFields,
  drillDown,
  drillDownCsv,
  failuresCsv,
  listingRows,
  loadRecord,
  ruleFailures,
  ruleFailuresCsv,
  runQualityRules,
  summaryOf,
  transfersOut,
  withoutZeroValues,
  writeHistory,
} from './index.ts'
import type { ExampleChanges } from './ruleset/model.ts'
import {
  analysisContext,
  ashbyFacts,
  chunksOf,
  exampleFile,
  type StudentRecord,
  studentRecord,
} from './testing/studentRecord.ts'

let record: StudentRecord

beforeAll(async () => {
  record = await studentRecord()
})

const second = {
  SID: '23100000010000021',
  SURNAME: 'Nowak, "Jan"',
  OWNSTU: '=1+1',
  BIRTHDTE: '1910-01-01',
  Engagement: [
    {
      NUMHUS: 'E1',
      ENGSTARTDATE: '2022-09-19',
      ENGEXPECTEDENDDATE: '2025-06-13',
      FEEELIG: '01',
      StudentCourseSession: [
        {
          SCSESSIONID: 'X1',
          COURSEID: 'C9',
          SCSSTARTDATE: '2023-09-18',
          SCSMODE: '31',
          SESSIONYEARID: 'SY1',
        },
      ],
    },
  ],
} satisfies ExampleChanges[string]

const load = async (changes: ExampleChanges = {}, store = true) => {
  const context = await analysisContext()
  const bytes = exampleFile(record, changes)
  const result = await loadRecord(context, {
    bytes: chunksOf(bytes),
    totalBytes: bytes.length,
    schema: record.schema,
    header: record.ruleset.manifest.header,
    ...(store && { store: record.ruleset.manifest.columns }),
  })
  return { context, bytes, ...result }
}

const enriched = async (changes: ExampleChanges = {}, facts = ashbyFacts()) => {
  const { context } = await load(changes)
  await deriveFields(context, record.ruleset, facts)
  return context
}

const textOf = async (parts: AsyncIterable<string>) => (await Array.fromAsync(parts)).join('')

describe('load', () => {
  test('writes a table for each entity, takes the header and reports bytes', async () => {
    const { context, bytes, outcome, header } = await load({ '+Student': second })
    expect(outcome).toMatchObject({ wellFormed: true, findingsTotal: 0 })
    expect(header).toEqual({
      ukprn: '10000001',
      collectionReference: '23056',
      studentCount: 2,
      identifiersByUkprn: { 10000001: 2 },
    })
    expect(await summaryOf(context, record.ruleset)).toMatchObject({
      studentCount: 2,
      engagementCount: 2,
      rows: { Student: 2, Engagement: 2, StudentCourseSession: 2, ModuleInstance: 1 },
    })
    expect(context.progress.at(-1)).toEqual({ done: bytes.length, total: bytes.length, unit: 'bytes' })
  })

  test('without storing gives the same header and writes nothing', async () => {
    const { context, header } = await load({}, false)
    expect(header).toMatchObject({ ukprn: '10000001', studentCount: 1 })
    expect(existsSync(context.recordsFolder)).toBe(false)
  })

  test('keeps nothing of a file that does not fit its schema', async () => {
    const { context, outcome } = await load({ 'Student.SEXID': 'X' })
    expect(outcome.findingsTotal).toBeGreaterThan(0)
    expect(existsSync(context.recordsFolder)).toBe(false)
  })

  test('asks once before the first row, and where the head is refused checks on and keeps nothing', async () => {
    const context = await analysisContext()
    const bytes = exampleFile(record, { '+Student': second })
    const asked: unknown[] = []
    const { outcome, header, isStored } = await loadRecord(context, {
      bytes: chunksOf(bytes),
      totalBytes: bytes.length,
      schema: record.schema,
      header: record.ruleset.manifest.header,
      store: record.ruleset.manifest.columns,
      mayStore: head => {
        asked.push({ ...head })
        return false
      },
    })
    expect(asked).toEqual([{ ukprn: '10000001', collectionReference: '23056' }])
    expect(outcome.findingsTotal).toBe(0)
    expect({ students: header.studentCount, isStored }).toEqual({ students: 2, isStored: false })
    expect(existsSync(context.recordsFolder)).toBe(false)
  })

  test('keeps nothing where the whole file is refused, however much of it was written', async () => {
    const context = await analysisContext()
    const bytes = exampleFile(record, { '+Student': second })
    const asked: unknown[] = []
    const input = {
      bytes: chunksOf(bytes),
      totalBytes: bytes.length,
      schema: record.schema,
      header: record.ruleset.manifest.header,
      store: record.ruleset.manifest.columns,
    }
    const { outcome, isStored } = await loadRecord(context, {
      ...input,
      mayKeep: header => {
        asked.push(header.studentCount)
        return false
      },
    })
    expect({ asked, findings: outcome.findingsTotal, isStored }).toEqual({
      asked: [2],
      findings: 0,
      isStored: false,
    })
    expect(existsSync(context.recordsFolder)).toBe(false)
  })

  test('leaves nothing where the disk takes no more', async () => {
    const context = await analysisContext()
    const bytes = exampleFile(record)
    const recordsFolder = join(context.workFolder, 'in the way')
    // A folder stands where the file of the last table should be.
    const { tables } = record
    const last = `${tables.at(-1)?.name}.parquet`
    const full = loadRecord(
      { ...context, recordsFolder, onProgress: () => mkdirSync(join(recordsFolder, last)) },
      {
        bytes: chunksOf(bytes, bytes.length),
        totalBytes: bytes.length,
        schema: record.schema,
        header: record.ruleset.manifest.header,
        store: record.ruleset.manifest.columns,
      },
    )
    await expect(full).rejects.toThrow('EEXIST')
    expect(existsSync(recordsFolder)).toBe(false)
  })

  test('is stopped by its signal and leaves nothing', async () => {
    const context = await analysisContext()
    const stop = new AbortController()
    const bytes = exampleFile(record)
    const stopped = loadRecord(
      { ...context, signal: stop.signal, onProgress: () => stop.abort(new Error('no longer wanted')) },
      {
        bytes: chunksOf(bytes),
        totalBytes: bytes.length,
        schema: record.schema,
        header: record.ruleset.manifest.header,
        store: record.ruleset.manifest.columns,
      },
    )
    await expect(stopped).rejects.toThrow('no longer wanted')
    expect(existsSync(context.recordsFolder)).toBe(false)
  })
})

const birth = 'QR.STUDENT.Student.BIRTHDTE.902.V01'
const course = 'QR.STUDENT.StudentCourseSession.COURSEID.901.V01'

describe('quality rules', () => {
  test('the example record is inside tolerance of every rule that England has', async () => {
    const context = await enriched()
    const results = await runQualityRules(context, record.ruleset, { facts: ashbyFacts() })
    expect(results.filter(result => result.status === 1).map(result => result.ruleCode)).toEqual([])
    expect(results.filter(result => result.isPrimary && result.regulatorCode !== '5016')).toEqual([])
    expect(context.progress.at(-1)).toMatchObject({ unit: 'rules' })
  })

  test('failures are counted, held against tolerance and kept with keys, details and line', async () => {
    const context = await enriched({ '+Student': second })
    const results = await runQualityRules(context, record.ruleset, { facts: ashbyFacts() })
    expect(results.find(result => result.ruleCode === birth)).toMatchObject({
      name: 'Date of birth too long ago',
      regulatorCode: '5016',
      isPrimary: true,
      conjoinedTolerances: '0%',
      isProviderToleranceOverride: false,
      populationCount: 2,
      failureCount: 1,
      failurePercent: 50,
      status: 1,
    })
    expect(results.find(result => result.ruleCode === course)).toMatchObject({
      kind: 'operational',
      status: 1,
    })

    const { total, rows } = await ruleFailures(context, { ruleCode: course, offset: 0, limit: 10 })
    expect(total).toBe(1)
    expect(rows).toEqual([
      {
        ruleCode: course,
        description: 'The course that the session names is not in the file.',
        entity: 'StudentCourseSession',
        rowIdentifier: 'SID 23100000010000021, NUMHUS E1, SCSESSIONID X1',
        keys: [
          { name: 'SID', value: '23100000010000021' },
          { name: 'NUMHUS', value: 'E1' },
          { name: 'SCSESSIONID', value: 'X1' },
        ],
        details: [{ name: 'COURSEID', value: 'C9' }],
        line: expect.any(Number),
        byte: expect.any(Number),
      },
    ])
    expect((await ruleFailures(context, { ruleCode: course, offset: 1, limit: 10 })).rows).toEqual([])
    expect(await textOf(ruleFailuresCsv(context, birth, 'Line'))).toMatch(
      /^SID,BIRTHDTE,Line\r\n23100000010000021,1910-01-01,\d+\r\n$/,
    )
    const all = (await textOf(failuresCsv(context))).split('\r\n').map(line => line.split(',')[0])
    expect([all[0], all.at(-1)]).toEqual(['Rule', ''])
    expect(all.filter(code => code === birth || code === course)).toEqual([birth, course])
  })

  test("a provider's override and the specification's tolerance take the place of the ruleset's", async () => {
    const context = await enriched({ '+Student': second })
    const half = { conjunction: 'A' as const, parts: [{ type: 2 as const, from: 50, to: null }] }
    const setting = { ruleCode: birth, regulatorCode: '5016', tolerance: half }
    const resultWith = async (settings: object) =>
      (await runQualityRules(context, record.ruleset, { facts: ashbyFacts(), ...settings })).find(
        result => result.ruleCode === birth,
      )
    expect(await resultWith({ overrides: [setting] })).toMatchObject({
      status: 0,
      conjoinedTolerances: '50%',
      isProviderToleranceOverride: true,
    })
    expect(await resultWith({ specification: [setting] })).toMatchObject({
      status: 0,
      isProviderToleranceOverride: false,
    })
  })

  test('are stopped by the signal between and within rules, keep nothing then, and can be run again', async () => {
    const context = await enriched({ '+Student': second })
    const found = () => textOf(failuresCsv(context))
    const first = await runQualityRules(context, record.ruleset, { facts: ashbyFacts() })
    const before = await found()
    expect(before.split('\r\n').length).toBeGreaterThan(3)
    const stop = new AbortController()
    const stopped = runQualityRules(
      {
        ...context,
        signal: stop.signal,
        onProgress: ({ done }) => {
          if (done === 20) stop.abort(new Error('worker stops'))
        },
      },
      record.ruleset,
      { facts: ashbyFacts() },
    )
    await expect(stopped).rejects.toThrow('worker stops')
    await expect(found()).rejects.toThrow('ENOENT')
    expect(await runQualityRules(context, record.ruleset, { facts: ashbyFacts() })).toEqual(first)
    expect(await found()).toBe(before)
  })

  test('rules run for the countries that have them, with specialist rows under their primary row', async () => {
    const wales = ashbyFacts({ provider: { ...ashbyFacts().provider, countryCode: 'W' } })
    const context = await enriched({}, wales)
    const results = await runQualityRules(context, record.ruleset, { facts: wales })
    const codes = new Set(results.map(result => result.ruleCode))
    expect(codes.has('QR.STUDENT.Course.CLSDCRS.901.V01')).toBe(false)
    expect(codes.has('QR.STUDENT.Course.CLSDCRS.902.V01')).toBe(true)
    expect(results.filter(result => result.ruleCode === 'QR.STUDENT.Course.TTCID.902.V01')).toMatchObject([
      { regulatorCode: '5002', isPrimary: true, conjoinedTolerances: '5 records and 10%' },
      { regulatorCode: '5101', isPrimary: false, conjoinedTolerances: '0 records and 5%' },
    ])
  })
})

const partner = 'QR.STUDENT.CollaborativeProvision.PARTNERSID.901.V01'

describe('transfers between providers', () => {
  test('are told to the other provider', async () => {
    const leaver = { ENGENDDATE: '2024-06-14', RSNENGEND: '12', INTENDEDDESTINATION: '10000002' }
    const context = await enriched({ Leaver: leaver })
    expect(await transfersOut(context, record.ruleset)).toEqual([
      { sid: '23100000010000010', numhus: 'E1', destinationUkprn: '10000002' },
    ])
    const stays = await enriched()
    expect(await transfersOut(stays, record.ruleset)).toEqual([])
  })

  test('are held against what the other provider has returned, once it has', async () => {
    const came = { PARTNERUKPRN: '10000002', PARTNERSID: '22100000020000013', PARTNERNUMHUS: 'P1' }
    const countsWith = async (
      partners: { ukprn: string; transfers: { sid: string; numhus: string }[] }[],
    ) => {
      const facts = ashbyFacts({ partners })
      const context = await enriched({ CollaborativeProvision: came }, facts)
      const results = await runQualityRules(context, record.ruleset, { facts })
      const found = results.find(result => result.ruleCode === partner)
      return [found?.populationCount, found?.failureCount]
    }
    expect(await countsWith([])).toEqual([0, 0])
    expect(await countsWith([{ ukprn: '10000002', transfers: [] }])).toEqual([1, 1])
    const transfers = [{ sid: '22100000020000013', numhus: 'P1' }]
    expect(await countsWith([{ ukprn: '10000002', transfers }])).toEqual([1, 0])
  })
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
    const { context } = await load({ Student: fifty })
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
    const context = await enriched({ '+Student': { ...second, ETHNIC: '' } })
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
    const before = await enriched({ '+Student': { ...second, SID: '22100000010000035' } })
    const history = join(before.workFolder, 'history.parquet')
    await writeHistory(before, record.ruleset, history)

    const { context } = await load({ '+Student': { ...second, SID: '22100000020000013' } })
    const facts = ashbyFacts({ previousHistoryFile: join(context.workFolder, 'history.parquet') })
    await (await import('node:fs/promises')).copyFile(history, facts.previousHistoryFile ?? '')
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
    const within = await enriched(surveyed)
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

    const outside = await enriched()
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
    const context = await enriched({ Leaver: leaver('10000002') })
    const { headers, rows } = await listed(context, 'PGROUT', 0, { sortField: 'SID', sortOrder: 'DESC' })
    expect(rows.map(row => [row[0], row[headers.indexOf('INTENDEDDESTINATION')]])).toEqual([
      ['23100000010000010', '10000002'],
    ])
    const only = (value: string) => ({ only: { column: 'INTENDEDDESTINATION', value } })
    expect((await listed(context, 'PGROUT', 0, only('10000002'))).rows).toHaveLength(1)
    expect((await listed(context, 'PGROUT', 0, only('10000003'))).rows).toEqual([])
  })

  test('the cost centre analysis counts FTE by cost centre and level, and leaves blank what other records hold', async () => {
    const context = await enriched({
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
      ['0.3', '0.0', '0.0', '0.3', ...blank],
      ['0.8', '0.0', '0.0', '0.8', ...blank],
      ['1.0', '0.0', '0.0', '1.0', ...blank],
    ])
    expect(
      chapters.flatMap(({ reports: listedReports }) => listedReports).map(({ ReportCode }) => ReportCode),
    ).not.toContain('CCA')
  })

  test('outputs for the regulator are files made with the report', async () => {
    const context = await enriched()
    const { listings } = await buildAdditionalReports(context, record.ruleset, { codedFields: [] })
    expect(
      listings.find(({ code }) => code === 'IRIS')?.tabs.map(({ csv }) => csv?.split('\r\n')[0]),
    ).toEqual(['LEVEL,MODE,ENGAGEMENTS', 'FUNDINGBODY,ENGAGEMENTS,FTE', 'DOMICILE,LEVEL,ENTRANTS'])
  })
})
