import {
  type CheckOutcome,
  type CompiledSchema,
  createChecker,
  type Finding,
  type XmlError,
  type XmlErrorCode,
} from 'bedel-record'
import { xmlLimits } from '../../src/domain/limits.ts'
import type { RightToProcessFinding } from '../../src/domain/recordHeader.ts'
import { endOf } from '../analysis/ending.ts'
import { openKeyFile } from '../analysis/keyFile.ts'
import type { RulesChecked } from './rulesChecked.ts'

/** Findings of the schema that are kept, as many as of a submission; beyond, they are counted. */
export const findingsCap = 20_000

/** Keys held: some three million. Here no rule and no database needs the memory. */
const schemaKeyBytes = 128 * 1024 * 1024

/** Why a file cannot be read as XML, and where. */
export interface Fault {
  code: XmlErrorCode
  message: string
  line: number
  column: number
  byte: number
}

/**
 * What a check found. Failures inside a rule's tolerance are told and leave the file clean. `rules` is null where none
 * were run: without a collection, without a ruleset, or because the file does not fit its schema.
 */
export interface CheckResult {
  schema: string | null
  verdict: 'clean' | 'findings' | 'unreadable'
  fault: Fault | null
  findingsTotal: number
  findings: readonly Finding[]
  rules: RulesChecked | null
  /** Why a file of the collection would not be processed; no rule is run then. */
  rightToProcess: readonly RightToProcessFinding[]
}

/** Where and why a text is no well-formed XML, without what only the reader needs. Lines and columns count from 1. */
export const faultOf = ({ code, message, line, column, byte }: XmlError): Fault => ({
  code,
  message,
  line,
  column,
  byte,
})

/** What a check against a schema says of the file. */
export const schemaResult = (outcome: CheckOutcome, schemaName: string): CheckResult => {
  const { findings, findingsTotal } = outcome
  const fault = outcome.wellFormed ? null : faultOf(outcome.error)
  return {
    schema: schemaName,
    verdict: fault ? 'unreadable' : findingsTotal > 0 ? 'findings' : 'clean',
    fault,
    findingsTotal,
    findings,
    rules: null,
    rightToProcess: [],
  }
}

/**
 * Checks a file against a schema alone. Neither the rules nor their database are loaded. `workFolder` takes the keys of its constraints
 * that are too many for memory.
 */
export const checkAgainstSchema = async (
  bytes: AsyncIterable<Uint8Array>,
  options: {
    schema: CompiledSchema
    schemaName: string
    keyBytes?: number | undefined
    workFolder: string
    signal: AbortSignal
  },
): Promise<CheckResult> => {
  const { schema, schemaName, keyBytes = schemaKeyBytes, workFolder, signal } = options
  const store = openKeyFile(workFolder)
  try {
    const checker = createChecker(schema, {
      findingsCap,
      limits: xmlLimits,
      keys: { store, limit: keyBytes },
    })
    for await (const chunk of bytes) {
      signal.throwIfAborted()
      checker.write(chunk)
      if (checker.hasFailed) break
    }
    return schemaResult(await endOf(checker, signal), schemaName)
  } finally {
    store.close()
  }
}
