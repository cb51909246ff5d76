import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadRecord, summaryOf } from './index.ts'
import { loadExample, secondStudent } from './testing/loadedExample.ts'
import {
  analysisContext,
  chunksOf,
  exampleFile,
  type StudentRecord,
  studentRecord,
} from './testing/studentRecord.ts'

let record: StudentRecord

beforeAll(async () => {
  record = await studentRecord()
})

/** Names of what findings are about, from the header of the ruleset. */
const names = {
  ukprn: 'Provider.UKPRN',
  collectionReference: 'Provider.RECID',
  unit: 'Student',
  identifier: 'Student.SID',
  sub: 'Engagement',
}

describe('load', () => {
  test('writes a table for each entity, takes the header and reports bytes', async () => {
    const { context, bytes, outcome, header } = await loadExample(record, { '+Student': secondStudent })
    expect(outcome).toMatchObject({ wellFormed: true, findingsTotal: 0 })
    expect(header).toEqual({
      ukprn: '10000001',
      collectionReference: '23056',
      names,
      studentCount: 2,
      identifiersByUkprn: { 10000001: 2 },
    })
    expect(await summaryOf(context, record.ruleset)).toMatchObject({
      studentCount: 2,
      rows: { Student: 2, Engagement: 2, StudentCourseSession: 2, ModuleInstance: 1 },
    })
    expect(context.progress.at(-1)).toEqual({ done: bytes.length, total: bytes.length, unit: 'bytes' })
  })

  test('without storing gives the same header and writes nothing', async () => {
    const { context, header } = await loadExample(record, {}, false)
    expect(header).toMatchObject({ ukprn: '10000001', studentCount: 1 })
    expect(existsSync(context.recordsFolder)).toBe(false)
  })

  test('keeps nothing of a file that does not fit its schema', async () => {
    const { context, outcome } = await loadExample(record, { 'Student.SEXID': 'X' })
    expect(outcome.findingsTotal).toBeGreaterThan(0)
    expect(existsSync(context.recordsFolder)).toBe(false)
  })

  test('asks once before the first row, and where the head is refused checks on and keeps nothing', async () => {
    const context = await analysisContext()
    const bytes = exampleFile(record, { '+Student': secondStudent })
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
    expect(asked).toEqual([{ ukprn: '10000001', collectionReference: '23056', names }])
    expect(outcome.findingsTotal).toBe(0)
    expect({ students: header.studentCount, isStored }).toEqual({ students: 2, isStored: false })
    expect(existsSync(context.recordsFolder)).toBe(false)
  })

  test('keeps nothing where the whole file is refused, however much of it was written', async () => {
    const context = await analysisContext()
    const bytes = exampleFile(record, { '+Student': secondStudent })
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
