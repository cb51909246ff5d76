import { csvLine } from './csv.ts'
import type { SchemaFailure } from './wire/submissions.ts'

/** A record by name and keys, inside another. */
export interface FailurePlace {
  readonly name: string
  readonly ids: readonly { readonly field: string; readonly value: string }[]
  readonly parent: FailurePlace | null
}

/** What a check of a file found, as the record engine tells it. */
export interface FileFinding extends FailurePlace {
  readonly code: string
  readonly message: string
  readonly line: number
  readonly column: number
  readonly path: string
  readonly value?: string
  readonly expected?: string
}

const placeText = (place: FailurePlace | null): string =>
  place === null ? '' : `${place.name}${place.ids.map(({ field, value }) => `[${field}=${value}]`).join('')}`

/** A finding of the schema check in the form of the wire; the browser's check uses the same. */
export const failureOfFinding = (finding: FileFinding): SchemaFailure => ({
  LineNumber: finding.line,
  Column: finding.column,
  Code: finding.code,
  Error: finding.message,
  Details: {
    name: finding.name,
    ids: finding.ids.map(({ field, value }) => ({ field, value })),
    parent: placeText(finding.parent),
    path: finding.path,
    value: finding.value ?? null,
    expected: finding.expected ?? null,
  },
})

/** Failures as CSV, with a last line where more were only counted. */
export function* schemaFailuresCsv(failures: Iterable<SchemaFailure>, total: number): Generator<string> {
  yield csvLine(['LineNumber', 'Column', 'Code', 'Error', 'Record', 'Path', 'Value', 'Expected'])
  let written = 0
  for (const { LineNumber, Column, Code, Error: message, Details } of failures) {
    const record = [
      Details.parent,
      Details.name + Details.ids.map(({ field, value }) => `[${field}=${value}]`).join(''),
    ]
    written += 1
    yield csvLine([
      LineNumber,
      Column,
      Code,
      message,
      record.filter(part => part !== '').join('/'),
      Details.path,
      Details.value,
      Details.expected,
    ])
  }
  if (total > written) yield csvLine([null, null, '', `${total - written} more errors are not listed.`])
}
