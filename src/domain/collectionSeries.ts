import { collectionStateOf } from './collection.ts'

/** How many years two digits can name. */
const yearsOfReferences = 100

/** Whether a reference is one of the stream's: two digits of the year, then the three of the stream (decisions §1). */
export const isReferenceOf = (streamId: string, reference: string): boolean =>
  /^\d{5}$/.test(reference) && reference.endsWith(streamId)

/** The year of a reference as people write it: 2023/24 for 23056. */
export const yearOfReference = (reference: string): string => {
  const year = Number(reference.slice(0, 2))
  return `20${reference.slice(0, 2)}/${String((year + 1) % yearsOfReferences).padStart(2, '0')}`
}

/** A collection, or what is made for one, with the id of its record; null while nobody knows that. */
export interface OfRecord {
  reference: string
  recordId: string | null
}

/**
 * Whether two are of the same stream and record, in the same or another year (decisions §17). One whose record is not known may be
 * of any.
 */
export const isSameRecord = (one: OfRecord, other: OfRecord): boolean =>
  one.reference.slice(2) === other.reference.slice(2) &&
  (one.recordId === null || other.recordId === null || one.recordId === other.recordId)

interface Year {
  reference: string
  name: string
  /** First and last day, yyyy-MM-dd. */
  referencePeriodStart: string
  referencePeriodEnd: string
}

/** What a collection that follows another of its stream begins with: the same a year later (decisions §10). */
export const followingCollection = (latest: Year): Year => {
  const later = (digits: string) => String(Number(digits) + 1).padStart(digits.length, '0')
  const yearAfter = (day: string) => {
    const [year = '', month = '', date = ''] = day.split('-')
    // A year later has no 29 February.
    return [later(year), month, month === '02' && date === '29' ? '28' : date].join('-')
  }
  return {
    reference: `${later(latest.reference.slice(0, 2)).slice(-2)}${latest.reference.slice(2)}`,
    name: latest.name.replace(
      /(\d{4})\/(\d{2})/,
      (_, first: string, second: string) => `${later(first)}/${later(second).slice(-2)}`,
    ),
    referencePeriodStart: yearAfter(latest.referencePeriodStart),
    referencePeriodEnd: yearAfter(latest.referencePeriodEnd),
  }
}

const placeInSeries = ({ referencePeriodStart, referencePeriodEnd, reference }: Year): string =>
  `${referencePeriodStart} ${referencePeriodEnd} ${reference}`

/**
 * What the form of a new collection begins with: the year after the latest of the stream, by period, then reference (decisions §10,
 * §17). One that was deleted is not the latest of anything, but its reference stays taken: years of such are gone past, and given
 * as `passed`. Undefined where the stream has no collection to follow.
 */
export const nextCollection = <C extends Year & { state: { id: number } }>(
  streamId: string,
  collections: readonly C[],
): { proposed: Year; passed: C[] } | undefined => {
  const isThere = ({ state }: C) => state.id !== collectionStateOf('Deleted').id
  const latest = collections
    .filter(one => isReferenceOf(streamId, one.reference) && isThere(one))
    .toSorted((one, other) => placeInSeries(other).localeCompare(placeInSeries(one)))[0]
  if (!latest) return undefined
  const goPast = (proposed: Year, passed: C[]): { proposed: Year; passed: C[] } => {
    const taken = collections.find(({ reference }) => reference === proposed.reference)
    return taken && passed.length < yearsOfReferences
      ? goPast(followingCollection(proposed), [...passed, taken])
      : { proposed, passed }
  }
  return goPast(followingCollection(latest), [])
}

/** The collection before another, of the same stream and record, by period, then reference (decisions §17). */
export const collectionBefore = <C extends Year & { state: { id: number }; record: { id: string } | null }>(
  collections: readonly C[],
  own: Pick<C, keyof Year | 'record'>,
): C | undefined => {
  const ofRecord = ({ reference, record }: Pick<C, 'reference' | 'record'>) => ({
    reference,
    recordId: record?.id ?? null,
  })
  return collections
    .filter(other => other.state.id !== collectionStateOf('Deleted').id)
    .filter(
      other => isSameRecord(ofRecord(other), ofRecord(own)) && placeInSeries(other) < placeInSeries(own),
    )
    .toSorted((one, other) => placeInSeries(other).localeCompare(placeInSeries(one)))[0]
}
