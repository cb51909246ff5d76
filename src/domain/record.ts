/** What a record calls what it counts: "student, students", and what belongs to each: "engagement, engagements". */
export interface RecordWords {
  unit: string
  units: string
  sub: string
  subs: string
}

/**
 * Parts of screens that only some records have (decisions §17): counts of its units, findings by unit, transfers of units between
 * providers, additional reports, and files for a regulator.
 */
export const recordParts = ['counts', 'byUnit', 'transfers', 'additionalReports', 'outputs'] as const
export type RecordPart = (typeof recordParts)[number]

/** A record that is collected, as its ruleset describes it (decisions §17). */
export interface RecordDescription {
  id: string
  name: string
  words: RecordWords
  parts: readonly RecordPart[]
}

/** The parts of a manifest that describe its record. */
export interface DescribedRecord {
  record: { id: string; name: string; words?: RecordWords | undefined }
  /** Entities that are counted. */
  summary?: { units: string; subs?: string | undefined } | undefined
  students?: unknown
  transfers?: unknown
}

const pluralOf = (word: string): string => `${word}s`

/** A record by its manifest and its lists. If it names no words, they are those of the entities that it counts. */
export const describeRecord = (
  { record: { id, name, words }, summary, students, transfers }: DescribedRecord,
  listings: readonly { outputs: boolean }[],
): RecordDescription => {
  const unit = (summary?.units ?? 'record').toLowerCase()
  const sub = (summary?.subs ?? summary?.units ?? 'record').toLowerCase()
  const has: Record<RecordPart, boolean> = {
    counts: summary !== undefined,
    byUnit: students !== undefined,
    transfers: transfers !== undefined,
    additionalReports: listings.length > 0,
    outputs: listings.some(({ outputs }) => outputs),
  }
  return {
    id,
    name,
    words: words ?? { unit, units: pluralOf(unit), sub, subs: pluralOf(sub) },
    parts: recordParts.filter(part => has[part]),
  }
}

/** Whether a screen shows a part. Of a collection without a specification, nobody knows its record: all parts are shown. */
export const hasPart = (
  record: Pick<RecordDescription, 'parts'> | null | undefined,
  part: RecordPart,
): boolean => record?.parts.includes(part) ?? true

const unknownWords: RecordWords = { unit: 'record', units: 'records', sub: 'record', subs: 'records' }

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What a record calls its units, as parameters of messages; with a capital at the start of a label. */
export const unitsOf = (
  record: Pick<RecordDescription, 'words'> | null | undefined,
): Pick<RecordWords, 'unit' | 'units'> & { unitLabel: string; unitsLabel: string } => {
  const { unit, units } = record?.words ?? unknownWords
  return { unit, units, unitLabel: capitalised(unit), unitsLabel: capitalised(units) }
}
