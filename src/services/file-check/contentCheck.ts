import {
  type CompiledSchema,
  compileSchema,
  createChecker,
  createReader,
  SchemaCompileError,
  schemaPath,
  XmlError,
} from 'bedel-record'
import { limits, xmlLimits } from '../../domain/limits.ts'
import { createHeaderReader, fileFindings, headFindings } from '../../domain/recordHeader.ts'
import { recordMessages } from '../../domain/recordMessages.ts'
import { failureGroupsOf, failureLines, failureOfFinding } from '../../domain/schemaFailure.ts'
import type { CheckFileOutput, WellFormednessError } from '../../machines/upload/types.ts'
import type { Expectations } from '../fileExpectations.ts'

/** Where a finding is: its byte in the file, and its path without the keys of records, by which findings are counted. */
export interface FindingPlace {
  byte: number
  path: string
}

/** Takes the bytes of a file and says in the end what they were. */
export interface ContentCheck {
  write: (bytes: Uint8Array) => void
  /** Nothing more needs to be read: the verdict stands. */
  readonly isSettled: boolean
  /** The verdict, all findings as lines of CSV where there are any, and the bytes at which those of the verdict are. */
  end: () => { output: CheckFileOutput; report: string[]; places: FindingPlace[] }
}

const errorOf = ({ code, message, line, column, byte }: XmlError): WellFormednessError => ({
  code,
  message,
  line,
  column,
  byte,
})

const wellFormedness = (kind: 'none' | 'unavailable'): ContentCheck => {
  const reader = createReader({}, xmlLimits)
  let error: XmlError | undefined
  const attempt = (work: () => void): void => {
    if (error) return
    try {
      work()
    } catch (thrown) {
      if (!(thrown instanceof XmlError)) throw thrown
      error = thrown
    }
  }
  return {
    write: bytes => attempt(() => reader.write(bytes)),
    get isSettled() {
      return error !== undefined
    },
    end: () => {
      attempt(() => reader.end())
      if (error)
        return {
          output: { wellFormed: false, error: errorOf(error) },
          report: [],
          places: [{ byte: error.byte, path: '' }],
        }
      const nothing = { findings: [], findingsTotal: 0, groups: [], keysUnchecked: [], rightToProcess: [] }
      return { output: { wellFormed: true, schema: { kind }, ...nothing }, report: [], places: [] }
    },
  }
}

const againstSchema = (
  schema: CompiledSchema,
  {
    version,
    header,
    keyBytes,
    shown = limits.schemaFailuresShown,
  }: {
    version: string
    header?: Expectations['header']
    keyBytes?: number | undefined
    /** Findings of the verdict; the report has all. */
    shown?: number
  },
): ContentCheck => {
  const head = createHeaderReader(header?.paths)
  const checker = createChecker(schema, {
    findingsCap: limits.schemaFailuresKept,
    limits: xmlLimits,
    messages: recordMessages,
    watch: head.watch,
    ...(keyBytes === undefined ? {} : { keys: { limit: keyBytes } }),
  })
  return {
    write: bytes => checker.write(bytes),
    get isSettled() {
      return checker.hasFailed
    },
    end: () => {
      const outcome = checker.end()
      if (!outcome.wellFormed)
        return {
          output: { wellFormed: false, error: errorOf(outcome.error) },
          report: [],
          places: [{ byte: outcome.error.byte, path: '' }],
        }
      const { findings, findingsTotal, keysUnchecked } = outcome
      const failures = findings.map(failureOfFinding)
      return {
        output: {
          wellFormed: true,
          schema: { kind: 'checked', version },
          findings: failures.slice(0, shown),
          findingsTotal,
          groups: failureGroupsOf(outcome.groups, findingsTotal),
          keysUnchecked,
          // What does not fit the schema is not counted: of such a file only the head is known.
          rightToProcess: header
            ? (findingsTotal > 0 ? headFindings : fileFindings)(head.header(), header.expected)
            : [],
        },
        report: [...failureLines(failures)],
        places: findings.slice(0, shown).map(finding => ({ byte: finding.byte, path: schemaPath(finding) })),
      }
    },
  }
}

/** A schema that this version of the page cannot use is left to the server. */
const compiled = (document: string): CompiledSchema | undefined => {
  try {
    return compileSchema(document)
  } catch (error) {
    if (error instanceof SchemaCompileError) return undefined
    throw error
  }
}

/**
 * Checks one file with the engine of the server: as XML, and where there is a schema against it and the header that is
 * expected of the provider. Memory stays constant: of the keys of the schema's constraints at most `keyBytes` are held (128 MiB
 * by default), and those beyond are left to the server.
 */
export const createContentCheck = ({ schema, header }: Expectations, keyBytes?: number): ContentCheck => {
  if (typeof schema === 'string') return wellFormedness(schema)
  const usable = compiled(schema.document)
  return usable
    ? againstSchema(usable, { version: schema.version, header, keyBytes })
    : wellFormedness('unavailable')
}

/** Checks one file against a schema that is not of the portal, with all findings that are kept; as XML alone without one. */
export const createSchemaCheck = (schema: CompiledSchema | undefined): ContentCheck =>
  schema
    ? againstSchema(schema, { version: schema.version, shown: limits.schemaFailuresKept })
    : wellFormedness('none')
