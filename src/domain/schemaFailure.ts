import { csvLine } from './csv.ts'
import type { RecordPlace, SchemaFailure } from './wire/quality.ts'

/** What a check of a file found, as the record engine tells it. */
export interface FileFinding extends Readonly<RecordPlace> {
  readonly code: string
  readonly message: string
  readonly line: number
  readonly column: number
  readonly path: string
  readonly value?: string
  readonly expected?: string
}

/** A constraint of the schema (xs:key and its kin) with more keys than are held: from this line on not every key was compared. */
export interface UncheckedKeys {
  readonly kind: string
  readonly name: string
  readonly line: number
}

/** A record with those around it: `Student[SID=1]/Engagement[NUMHUS=2]`. */
export const placeText = ({ name, ids, parent }: RecordPlace): string =>
  `${parent === null ? '' : `${placeText(parent)}/`}${name}${ids.map(({ field, value }) => `[${field}=${value}]`).join('')}`

/** A finding of the schema check in the form of the wire; the browser's check uses the same. */
export const failureOfFinding = (finding: FileFinding): SchemaFailure => ({
  LineNumber: finding.line,
  Column: finding.column,
  Code: finding.code,
  Error: finding.message,
  Details: {
    name: finding.name,
    ids: finding.ids,
    parent: finding.parent,
    path: finding.path,
    value: finding.value ?? null,
    expected: finding.expected ?? null,
  },
})

/** Failures as CSV, with last lines for those that were only counted and for keys that were not compared. */
export function* schemaFailuresCsv(
  failures: Iterable<SchemaFailure>,
  total: number,
  unchecked: readonly UncheckedKeys[] = [],
): Generator<string> {
  yield csvLine(['LineNumber', 'Column', 'Code', 'Error', 'Record', 'Path', 'Value', 'Expected'])
  let written = 0
  for (const { LineNumber, Column, Code, Error: message, Details } of failures) {
    written += 1
    yield csvLine([
      LineNumber,
      Column,
      Code,
      message,
      placeText(Details),
      Details.path,
      Details.value,
      Details.expected,
    ])
  }
  if (total > written) yield csvLine([null, null, '', `${total - written} more errors are not listed.`])
  for (const { kind, name, line } of unchecked)
    yield csvLine([
      line,
      null,
      'KEYS_NOT_COMPARED',
      `From here on not every value of ${kind} "${name}" was compared: there are too many for the browser.`,
    ])
}
