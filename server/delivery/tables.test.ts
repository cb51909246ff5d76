import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DeliveryManifest } from '../../src/domain/delivery.ts'
import { deriveFields, loadRecord } from '../analysis/index.ts'
import {
  analysisContext,
  ashbyFacts,
  chunksOf,
  exampleFile,
  type StudentRecord,
  studentRecord,
} from '../analysis/testing/studentRecord.ts'
import { writeDeliverySet, zippedSet } from './tables.ts'
import { faultsOfSet } from './verify.ts'

/* The files that are delivered of a record: names, order, header and form as reference §7.3 says. */

let record: StudentRecord
let folder: string
let manifest: DeliveryManifest
const submissionId = '00000000-0000-4000-8000-000000000001'

beforeAll(async () => {
  record = await studentRecord()
  const { schema, ruleset } = record
  const context = await analysisContext()
  const bytes = exampleFile(record, { 'Venue.VENUENAME': 'Two lines & a "quote"' })
  await loadRecord(context, {
    bytes: chunksOf(bytes),
    totalBytes: bytes.length,
    schema,
    header: ruleset.manifest.header,
    store: ruleset.manifest.columns,
  })
  await deriveFields(context, ruleset, ashbyFacts())
  folder = join(context.workFolder, 'set')
  await mkdir(folder)
  const subject = {
    collectionReference: '23056',
    instId: '0001',
    submissionId,
    schemaVersion: '23056_1.0.0',
    rulesetVersion: '23056_1.0.0',
  }
  const files = ruleset.delivery.map(file => ({ file }))
  manifest = await writeDeliverySet(context, files, subject, folder)
})

const linesOf = async (name: string): Promise<string[]> => {
  const text = await readFile(join(folder, `23056_0001_${name}_${submissionId}.tsv`), 'utf8')
  expect(text.endsWith('\n')).toBe(true)
  expect(text).not.toMatch(/\r|\uFEFF/)
  return text.slice(0, -1).split('\n')
}

const names = [
  'StudentEngagement',
  'StudentCourseSession',
  'ModuleInstance',
  'QualificationAwarded',
  'EntryQualificationAward',
  'EntryQualificationSubject',
  'StudyLocation',
  'OffVenueActivity',
  'SupervisorAllocation',
  'StudentFinancialSupport',
  'StudentInitiative',
  'StudentAccreditationAim',
  'SessionStatus',
  'FundingBody',
  'ReferencePeriodStudentLoad',
  'Disability',
  'EngagementSubject',
  'EngagementCostCentre',
]

test('are in their order, each with its rows, columns and hash in the manifest', async () => {
  expect(manifest.files.map(({ file }) => file)).toEqual(
    names.map(name => `23056_0001_${name}_${submissionId}.tsv`),
  )
  expect(manifest.specification).toEqual({ schema: '23056_1.0.0', ruleset: '23056_1.0.0' })
  expect(await faultsOfSet(folder)).toEqual([])
})

describe('a file', () => {
  test.each(names)(
    '%s has its key first, as many cells in each line, and its rows in the order of the key',
    async name => {
      const [header = '', ...rows] = await linesOf(name)
      const columns = header.split('\t')
      const listed = manifest.files.find(({ file }) => file.includes(`_${name}_`))
      expect(columns).toEqual(listed?.columns)
      expect(rows).toHaveLength(listed?.rows ?? -1)
      expect(new Set(columns).size).toBe(columns.length)
      expect(columns.every(column => /^[A-Za-z]+\.\w+$/.test(column))).toBe(true)
      expect(columns[0]).toBe(name === 'Disability' ? 'Student.SID' : 'Engagement.Z_UKPRN')
      for (const row of rows) expect(row.split('\t')).toHaveLength(columns.length)
      expect(rows.toSorted()).toEqual(rows)
    },
  )

  test('StudentEngagement merges what stands beside an engagement once, with derived fields', async () => {
    const [header = '', row = ''] = await linesOf('StudentEngagement')
    const values = new Map(header.split('\t').map((column, at) => [column, row.split('\t')[at]]))
    const { Student: [student] = [] } = record.ruleset.exampleRecord
    expect(values.get('Engagement.Z_UKPRN')).toBe('10000001')
    expect(values.get('Student.SURNAME')).toBe(String(student?.SURNAME))
    expect(values.get('Student.BIRTHDTE')).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect([...values.keys()]).toEqual(
      expect.arrayContaining([
        'EntryProfile.HIGHESTQOE',
        'Leaver.RSNENGEND',
        'StudentCourseSession.SCSMODE',
        'Engagement.Z_FTE',
      ]),
    )
    expect([...values.keys()]).not.toContain('Engagement.Z_LATESTSESSION')
    expect(values.get('Leaver.RSNENGEND'), 'nothing is nothing').toBe('')
  })

  test('quotes nothing', async () => {
    const text = (await linesOf('StudyLocation')).join('\n')
    expect(text).toContain('\tTwo lines & a "quote"')
  })
})

test('a set that was altered, or lacks a file, is told', async () => {
  const { rm, appendFile } = await import('node:fs/promises')
  await appendFile(join(folder, manifest.files[0]?.file ?? ''), 'x\n')
  await rm(join(folder, manifest.files[1]?.file ?? ''))
  const faults = await faultsOfSet(folder)
  expect(faults).toHaveLength(2)
  expect(faults[0]).toContain('is not the file that the manifest names')
  expect(faults[1]).toContain('is missing')
})

test('a set whose files are gone ends its zip, for who reads it, and nothing else', async () => {
  const gone = join(folder, 'removed')
  await expect(buffer(zippedSet(manifest, gone))).rejects.toThrow('ENOENT')
})
