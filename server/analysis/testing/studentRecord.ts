import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeLists, compileSchema, entityTables } from 'bedel-record'
import {
  type AnalysisContext,
  analysisPaths,
  type Progress,
  type RegisteredProvider,
  type SubmissionFacts,
} from '../facts.ts'
import { loadRuleset } from '../ruleset/compile.ts'
import { changed } from '../ruleset/exampleRecord.ts'
import type { ExampleChanges } from '../ruleset/model.ts'
import { recordXml } from './recordXml.ts'

const root = join(import.meta.dirname, '../../..')

const compiled = async (version: string) => {
  const schemaFile = join(root, 'schemas/student', `${version.replaceAll('.', '_')}.xsd`)
  const schema = compileSchema(await readFile(schemaFile, 'utf8'))
  const tables = entityTables(schema)
  const ruleset = await loadRuleset(join(root, 'rulesets/student', version), tables, {
    codedFields: codeLists(schema),
  })
  return { schema, tables, ruleset, codedFields: codeLists(schema) }
}
export type StudentRecord = Awaited<ReturnType<typeof compiled>>

const records = new Map<string, Promise<StudentRecord>>()

/** Schema, tables and ruleset of the student record in one version, as the pipeline has them; compiled once for all files. */
export const studentRecord = (version = '23056_1.0.0'): Promise<StudentRecord> => {
  const record = records.get(version) ?? compiled(version)
  records.set(version, record)
  return record
}

const ashby: RegisteredProvider = {
  instId: '0001',
  ukprn: '10000001',
  name: 'University of Ashby',
  countryCode: 'E',
  degreeAwardingPowers: true,
}

export const ashbyFacts = (changes: Partial<SubmissionFacts> = {}): SubmissionFacts => ({
  submissionId: '00000000-0000-4000-8000-000000000001',
  collectionReference: '23056',
  referencePeriodStart: '2023-08-01',
  referencePeriodEnd: '2024-07-31',
  provider: ashby,
  register: [ashby, { ...ashby, instId: '0002', ukprn: '10000002', name: 'Brackley Institute of Arts' }],
  ...changes,
})

/** A context with folders of its own; progress is collected. */
export const analysisContext = async (): Promise<AnalysisContext & { progress: Progress[] }> => {
  const workFolder = await mkdtemp(join(tmpdir(), 'analysis-'))
  const progress: Progress[] = []
  return {
    ...analysisPaths(workFolder),
    workFolder,
    memoryMb: 256,
    threads: 2,
    signal: new AbortController().signal,
    progress,
    onProgress: step => progress.push(step),
  }
}

/** The example record of the ruleset with changes, as the bytes of a file. */
export const exampleFile = ({ ruleset, tables }: StudentRecord, changes: ExampleChanges = {}): Uint8Array =>
  new TextEncoder().encode(recordXml('DataFutures', changed(ruleset.exampleRecord, changes, tables), tables))

export async function* chunksOf(bytes: Uint8Array, size = 1024): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
