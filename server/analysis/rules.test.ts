import { beforeAll, describe, expect, test } from 'vitest'
import { keptView, type RecordView } from '../privacy/index.ts'
import {
  failuresCsv,
  ruleFailures,
  ruleFailuresCsv,
  runQualityRules,
  transfersIn,
  transfersOut,
} from './index.ts'
import { parseTolerance } from './ruleset/tolerance.ts'
import { deriveExample, secondStudent, textOf } from './testing/loadedExample.ts'
import { ashbyFacts, type StudentRecord, studentRecord } from './testing/studentRecord.ts'

let record: StudentRecord
let view: RecordView

beforeAll(async () => {
  record = await studentRecord()
  view = keptView(record.ruleset, true, undefined)
})

const birth = 'QR.STUDENT.Student.BIRTHDTE.902.V01'
const course = 'QR.STUDENT.StudentCourseSession.COURSEID.901.V01'

describe('quality rules', () => {
  test('the example record is inside tolerance of every rule that England has', async () => {
    const context = await deriveExample(record)
    const results = await runQualityRules(context, record.ruleset, { facts: ashbyFacts() })
    expect(results.filter(result => result.status === 1).map(result => result.ruleCode)).toEqual([])
    expect(results.filter(result => result.isPrimary && result.regulatorCode !== '5016')).toEqual([])
    expect(context.progress.at(-1)).toMatchObject({ unit: 'rules' })
  })

  test('failures are counted, held against tolerance and kept with keys, details and line', async () => {
    const context = await deriveExample(record, { '+Student': secondStudent })
    const results = await runQualityRules(context, record.ruleset, { facts: ashbyFacts() })
    expect(results.find(result => result.ruleCode === birth)).toMatchObject({
      name: 'Student aged 99 or over',
      regulatorCode: '5016',
      isPrimary: true,
      tolerance: { conjunction: 'A', parts: [{ type: 2, from: 0, to: null }] },
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
    expect(await textOf(ruleFailuresCsv(context, birth, { line: 'Line', finding: 'Finding' }, view))).toMatch(
      /^SID,BIRTHDTE,Line,Finding\r\n"=""23100000010000021""",1910-01-01,\d+,"The student was born on 1 January 1910, so .*"\r\n$/,
    )
    const all = (await textOf(failuresCsv(context, undefined, view)))
      .split('\r\n')
      .map(line => line.split(',')[0])
    expect([all[0], all.at(-1)]).toEqual(['Rule', ''])
    expect(all.filter(code => code === birth || code === course)).toEqual([birth, course])
  })

  test("a provider's override and the specification's tolerance take the place of the ruleset's", async () => {
    const context = await deriveExample(record, { '+Student': secondStudent })
    const half = { conjunction: 'A' as const, parts: [{ type: 2 as const, from: 50, to: null }] }
    const setting = { ruleCode: birth, regulatorCode: '5016', tolerance: half }
    const resultWith = async (settings: object) =>
      (await runQualityRules(context, record.ruleset, { facts: ashbyFacts(), ...settings })).find(
        result => result.ruleCode === birth,
      )
    expect(await resultWith({ overrides: [setting] })).toMatchObject({
      status: 0,
      tolerance: half,
      isProviderToleranceOverride: true,
    })
    expect(await resultWith({ specification: [setting] })).toMatchObject({
      status: 0,
      isProviderToleranceOverride: false,
    })
  })

  test('are stopped by the signal between and within rules, keep nothing then, and can be run again', async () => {
    const context = await deriveExample(record, { '+Student': secondStudent })
    const found = () => textOf(failuresCsv(context, undefined, view))
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
    const context = await deriveExample(record, {}, wales)
    const results = await runQualityRules(context, record.ruleset, { facts: wales })
    const codes = new Set(results.map(result => result.ruleCode))
    expect(codes.has('QR.STUDENT.Course.CLSDCRS.901.V01')).toBe(false)
    expect(codes.has('QR.STUDENT.Course.CLSDCRS.902.V01')).toBe(true)
    expect(results.filter(result => result.ruleCode === 'QR.STUDENT.Course.TTCID.902.V01')).toMatchObject([
      { regulatorCode: '5002', isPrimary: true, tolerance: parseTolerance('5 records and 10%') },
      { regulatorCode: '5101', isPrimary: false, tolerance: parseTolerance('0 records and 5%') },
    ])
  })
})

const partner = 'QR.STUDENT.CollaborativeProvision.PARTNERSID.901.V01'

describe('transfers between providers', () => {
  test('are told to the other provider', async () => {
    const leaver = { ENGENDDATE: '2024-06-14', RSNENGEND: '12', INTENDEDDESTINATION: '10000002' }
    const context = await deriveExample(record, { Leaver: leaver })
    expect(await transfersOut(context, record.ruleset)).toEqual([
      { sid: '23100000010000010', numhus: 'E1', destinationUkprn: '10000002' },
    ])
    const stays = await deriveExample(record)
    expect(await transfersOut(stays, record.ruleset)).toEqual([])
  })

  test('are found in the file of the provider that receives the student', async () => {
    const came = { PARTNERUKPRN: '10000002', PARTNERSID: '22100000020000013', PARTNERNUMHUS: 'P1' }
    const context = await deriveExample(record, { CollaborativeProvision: came })
    expect(await transfersIn(context, record.ruleset)).toEqual([
      { sid: '22100000020000013', numhus: 'P1', partnerUkprn: '10000002' },
    ])
    const { returned: _, ...transfers } = record.ruleset.manifest.transfers!
    const without = { ...record.ruleset, manifest: { ...record.ruleset.manifest, transfers } }
    expect(await transfersIn(context, without)).toBeUndefined()
  })

  test('are held against what the other provider has returned, once it has', async () => {
    const came = { PARTNERUKPRN: '10000002', PARTNERSID: '22100000020000013', PARTNERNUMHUS: 'P1' }
    const countsWith = async (
      partners: { ukprn: string; transfers: { sid: string; numhus: string }[] }[],
    ) => {
      const facts = ashbyFacts({ partners })
      const context = await deriveExample(record, { CollaborativeProvision: came }, facts)
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
