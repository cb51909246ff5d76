import { type Message, message } from '../messages/message.ts'
import { csvLine } from './csv.ts'
import type { RecordPlace, SchemaFailure, SchemaFailureGroup } from './wire/quality.ts'

/** What a check of a file found, as the record engine tells it. */
export interface FileFinding extends Readonly<RecordPlace> {
  readonly code: string
  readonly message: string
  readonly line: number
  readonly column: number
  readonly path: string
  readonly value?: string
  readonly expected?: string
  readonly wrong?: { readonly position: number; readonly character: string }
  readonly suggestion?: string
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
    ...(finding.wrong && { wrong: { ...finding.wrong } }),
    ...(finding.suggestion === undefined ? {} : { suggestion: finding.suggestion }),
  },
})

/** Errors with one code at one place, as the record engine counts them. */
interface CountedFindings {
  readonly code: string
  readonly place: string
  readonly count: number
  readonly places: readonly { readonly line: number; readonly column: number }[]
  readonly characters: ReadonlyMap<string, number>
  readonly example: FileFinding
}

/** Code of the group that holds errors which are only counted. */
export const otherErrors = 'OTHER'

/** All errors of a file by field and code, in the form of the wire. A file with very many fields in error has a last group for the rest. */
export const failureGroupsOf = (groups: readonly CountedFindings[], total: number): SchemaFailureGroup[] => {
  const rest = total - groups.reduce((sum, { count }) => sum + count, 0)
  return [
    ...groups.map(({ code, place, count, places, characters, example }) => ({
      code,
      place,
      count,
      places: [...places],
      characters: [...characters].map(([character, times]) => ({ character, count: times })),
      example: failureOfFinding(example),
    })),
    ...(rest > 0
      ? [{ code: otherErrors, place: '', count: rest, places: [], characters: [], example: null }]
      : []),
  ]
}

/** Errors in all groups. */
export const countOfErrors = (groups: readonly SchemaFailureGroup[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0)

/** The group of an error about the whole file. */
export const groupOfFile = (failure: SchemaFailure): SchemaFailureGroup => ({
  code: failure.Code,
  place: '',
  count: 1,
  places: isPlaced(failure) ? [{ line: failure.LineNumber, column: failure.Column }] : [],
  characters: [],
  example: failure,
})

/** Whether a finding has a line: one about the whole file has none, nor has one whose place is withheld. */
export const isPlaced = ({ LineNumber }: Pick<SchemaFailure, 'LineNumber'>): boolean => LineNumber > 0

/** Turns a message into text, in the language of the person who downloads the file. */
type InText = (message: Message) => string

/** The first line of the failures as CSV. LineNumber and Error are named by the specification (2 §3). */
export const failuresHeading = (text: InText): string => {
  const name = (code: 'column' | 'code' | 'record' | 'path' | 'value' | 'expected' | 'suggestion') =>
    text(message('submissions.upload', `csv.${code}`))
  return csvLine([
    'LineNumber',
    name('column'),
    name('code'),
    'Error',
    name('record'),
    name('path'),
    name('value'),
    name('expected'),
    name('suggestion'),
  ])
}

/** A line of CSV for each failure. */
export function* failureLines(failures: Iterable<SchemaFailure>): Generator<string> {
  for (const { LineNumber, Column, Code, Error: sentence, Details } of failures)
    yield csvLine([
      // A finding about the whole file, or at a place that is withheld, has no line.
      ...(LineNumber === 0 ? [null, null] : [LineNumber, Column]),
      Code,
      sentence,
      placeText(Details),
      Details.path,
      Details.value,
      Details.expected,
      Details.suggestion ?? null,
    ])
}

/** Last lines for the failures that were only counted and for keys that were not compared. */
export function* failuresEnd(
  text: InText,
  notListed: number,
  unchecked: readonly UncheckedKeys[] = [],
): Generator<string> {
  if (notListed > 0)
    yield csvLine([
      null,
      null,
      '',
      text(message('submissions.upload', 'csv.notListed', { count: notListed })),
    ])
  for (const { kind, name, line } of unchecked) {
    const sentence = text(message('submissions.upload', 'csv.notCompared', { kind, name }))
    yield csvLine([line, null, 'KEYS_NOT_COMPARED', sentence])
  }
}

/** Failures as CSV; of more than are given the rest is counted. */
export function* schemaFailuresCsv(
  text: InText,
  failures: readonly SchemaFailure[],
  total: number,
): Generator<string> {
  yield failuresHeading(text)
  yield* failureLines(failures)
  yield* failuresEnd(text, total - failures.length)
}
