import type { XmlError } from 'bedel-record'
import { sql, type Transaction } from 'kysely'
import type { RightToProcessFinding } from '../../src/domain/recordHeader.ts'
import type { SchemaFailure, SchemaFailureGroup } from '../../src/domain/wire/quality.ts'
import { message } from '../../src/messages/message.ts'
import type { StoredFailure } from '../database/queries/results.ts'
import type { Database } from '../database/schema.ts'
import { toColumn } from '../messages.ts'

/** Findings that are kept as rows; the CSV in the store has more. */
export const findingsAsRows = 1000

/** Name of the CSV of all findings of an attempt; that without special category data is for readers who may not see those. */
export const schemaErrorsFile = (isWhole: boolean, fencingToken: number) =>
  isWhole
    ? (`schema-errors.${fencingToken}.csv` as const)
    : (`schema-errors.without-special.${fencingToken}.csv` as const)

const noPlace = { name: '', ids: [], parent: null, path: '', value: null, expected: null }

/** The fault that makes a file no XML, as the only finding of its schema check. */
export const failureOfXmlError = (error: XmlError): SchemaFailure => ({
  LineNumber: error.line,
  Column: error.column,
  Code: error.code,
  Error: error.message,
  Details: noPlace,
})

/** Why there is no right to process a file. */
export const failureOfRight = (finding: RightToProcessFinding): StoredFailure => ({
  LineNumber: 0,
  Column: 0,
  Code: 'RIGHT_TO_PROCESS',
  Error: message('problems', 'rightToProcess.finding', finding),
  Details: { ...noPlace, name: finding.item, value: finding.found, expected: finding.expected },
})

/** Replaces the submission's findings, and their counts by field and code. */
export const storeFindings = async (
  tx: Transaction<Database>,
  of: { submissionId: string; instId: string },
  failures: readonly StoredFailure[],
  groups: readonly SchemaFailureGroup[] = [],
): Promise<void> => {
  await sql`delete from schema_finding where submission_id = ${of.submissionId}::uuid`.execute(tx)
  await sql`delete from schema_finding_group where submission_id = ${of.submissionId}::uuid`.execute(tx)
  if (failures.length === 0) return
  const numbered = groups.map((group, index) => ({ ordinal: index + 1, ...group }))
  await sql`insert into schema_finding_group
      (submission_id, inst_id, ordinal, code, place, count, places, characters, example)
    select ${of.submissionId}::uuid, ${of.instId}, g.ordinal, g.code, g.place, g.count, g.places, g.characters, g.example
    from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as g
      (ordinal int, code text, place text, count bigint, places jsonb, characters jsonb, example jsonb)`.execute(
    tx,
  )
  const rows = failures.slice(0, findingsAsRows).map((failure, index) => ({
    ordinal: index + 1,
    line_number: failure.LineNumber,
    column_number: failure.Column,
    code: failure.Code,
    error: toColumn(failure.Error),
    details: failure.Details,
  }))
  await sql`insert into schema_finding (submission_id, inst_id, ordinal, line_number, column_number, code, error, details)
    select ${of.submissionId}::uuid, ${of.instId}, f.ordinal, f.line_number, f.column_number, f.code, f.error, f.details
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as f (ordinal int, line_number int, column_number int, code text, error text, details jsonb)`.execute(
    tx,
  )
}
