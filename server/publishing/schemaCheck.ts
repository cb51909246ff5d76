import { setImmediate } from 'node:timers/promises'
import {
  type CompiledSchema,
  compileSchema,
  createChecker,
  entityTables,
  SchemaCompileError,
} from 'bedel-record'
import type { FileFault } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'

/** A file beside a schema, and what the schema has to say to it. */
export interface SampleFile {
  name: string
  content: Buffer
  isAccepted: boolean
}

/** Versions of schemas, as `25056_1_0_0`. */
const version = /^\d{5}_\d{1,4}_\d{1,4}_\d{1,4}$/

/** Told of each file; a file with one fault often has thousands. */
const maxFindings = 10

/** Checked at once before others have their turn. */
const pieceBytes = 256 * 1024

const schemaFile = 'schema.xsd'

const compiled = (document: string): CompiledSchema | FileFault => {
  try {
    const schema = compileSchema(document)
    // What cannot be laid out as tables cannot be analysed.
    entityTables(schema)
    return schema
  } catch (error) {
    const line = error instanceof SchemaCompileError ? error.line : 1
    return { file: schemaFile, line, message: error instanceof Error ? error.message : String(error) }
  }
}

const sampleFaults = async (
  schema: CompiledSchema,
  { name, content, isAccepted }: SampleFile,
): Promise<FileFault[]> => {
  const checker = createChecker(schema, { findingsCap: maxFindings })
  for (let at = 0; at < content.length && !checker.hasFailed; at += pieceBytes) {
    checker.write(content.subarray(at, at + pieceBytes))
    await setImmediate()
  }
  const outcome = checker.end()
  const isFitting = outcome.wellFormed && outcome.findingsTotal === 0
  if (!isAccepted)
    return isFitting ? [{ file: name, line: 1, message: message('specification', 'sample.fits') }] : []
  return [
    ...outcome.findings.map(finding => ({ file: name, line: finding.line, message: finding.message })),
    ...(outcome.wellFormed ? [] : [{ file: name, line: outcome.error.line, message: outcome.error.message }]),
  ]
}

/**
 * Holds a schema against our engine: whether it compiles and names its version, and whether each sample file is accepted or
 * refused as it should be. Gives the version, or what is wrong in which file and line.
 */
export const checkSchema = async (
  document: Buffer,
  samples: readonly SampleFile[],
): Promise<{ version: string } | { faults: FileFault[] }> => {
  const schema = compiled(document.toString('utf8'))
  if ('line' in schema) return { faults: [schema] }
  const faults: FileFault[] = version.test(schema.version)
    ? []
    : [{ file: schemaFile, line: 1, message: message('specification', 'schemaVersion.form') }]
  for (const sample of samples) faults.push(...(await sampleFaults(schema, sample)))
  return faults.length > 0 ? { faults } : { version: schema.version }
}
