import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { recordParts } from '../record.ts'

/** An instant, ISO 8601 in UTC. */
export const instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/))
/** A calendar date, yyyy-MM-dd: a day that there is. */
export const calendarDate = z.iso.date()
export const uuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))
/** Agency id of a provider or organisation. */
export const instId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,20}$/))
/** SHA-256 in hex digits. */
export const sha256Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** Two digits of the year and the three-digit stream. */
export const collectionReference = z.string().check(z.regex(/^\d{5}$/))
/** The last three digits of a collection's reference. */
export const streamId = z.string().check(z.regex(/^\d{3}$/))
/** A stream of collections. */
export const stream = z.object({ id: streamId, name: z.string(), isAvailable: z.boolean() })
/** What a record calls what it counts. */
export const recordWords = z.object({
  unit: z.string(),
  units: z.string(),
  sub: z.string(),
  subs: z.string(),
})
/** Id of the record of a ruleset, or of what is made with it; null while nobody knows it. */
export const recordId = z.nullable(z.string())
/** A record that is collected: what it calls what it counts, and the parts of screens that it has. */
export const recordDescription = z.object({
  id: z.string(),
  name: z.string(),
  words: recordWords,
  parts: z.array(z.enum(recordParts)),
})
export const collectionId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/))

/** Id of a row that the database numbers. */
export const rowId = z.int().check(z.gte(1), z.lte(2_147_483_647))

/** A value of a tolerance as it was entered: a number, or the text of a field. */
export const enteredValue = z.union([z.number(), z.string().check(z.maxLength(20))])

export const named = z.object({ id: z.number(), name: z.string() })
/** A status of the catalogue; the code is the one on the wire. */
export const statusNamed = z.extend(named, { code: z.string() })

/** A whole number in a query string. */
const wholeNumber = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(z.regex(/^-?\d{1,9}$/)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.gte(minimum), z.lte(maximum)),
    ),
  )

export const offset = z.optional(wholeNumber(0, 999_999_999))
/** Number of a page, from 1. */
export const pageNumber = z.optional(wholeNumber(1, 999_999))
export const limit = z.optional(wholeNumber(1, limits.pageLimit))
/** Page limit where -1 means all rows. */
export const limitOrAll = z.optional(wholeNumber(-1, limits.pageLimit))
/** Id of a status in a query string. */
export const statusNumber = z.optional(wholeNumber(0, 999))
export const flag = z.optional(z.enum(['0', '1', 'true', 'false']))
export const searchText = z.optional(z.string().check(z.maxLength(limits.searchText)))
/** A query parameter that may stand once or several times. */
export const several = z.optional(z.union([z.string(), z.array(z.string())]))

export const pagingMetadata = z.object({
  totalResultsCount: z.number(),
  limit: z.number(),
  offset: z.number(),
})

/** What is wrong with a line of a file, or with all of it. */
export const fileFault = z.object({
  line: z.number(),
  column: z.nullable(z.string()),
  value: z.string(),
  reason: z.string(),
  /** Values that would be right in its place, where there are only a few. */
  choices: z.optional(z.array(z.string())),
  /** The earlier line that names the same. */
  sameAs: z.optional(z.number()),
})
export type FileFaultWire = z.output<typeof fileFault>

export const fieldProblem = z.object({ field: z.string(), message: z.string() })

/** RFC 9457 problem document (decisions §2). */
export const problemDocument = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.optional(z.string()),
  /** The detail as a value: which message of the catalogue, with its parameters. */
  reason: z.optional(
    z.object({
      scope: z.string(),
      code: z.string(),
      params: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
  instance: z.optional(z.string()),
  /** The first faults of the fields; of many only these are told. */
  errors: z.optional(z.array(fieldProblem)),
  /** How many faults of fields there are besides. */
  moreErrors: z.optional(z.number()),
  /** Of a schema or a ruleset that was refused, what is wrong in which file and line. */
  faults: z.optional(z.array(z.object({ file: z.string(), line: z.number(), message: z.string() }))),
})
