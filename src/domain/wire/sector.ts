import * as z from 'zod/mini'
import { deliveryStandings } from '../deliveryConfiguration.ts'
import { countryCodes } from '../organisation.ts'
import { call } from './call.ts'
import { collectionReference, instId } from './common.ts'

/* A collection over all providers that the caller sees, beside the collection before. */

const standing = z.optional(z.enum(deliveryStandings))
const code = z.string()

const counted = z.object({
  /** Providers whose submission is counted. */
  providers: z.number(),
  /** Students of this year; null where nothing is counted. */
  now: z.nullable(z.number()),
  /** Students of the same providers in the collection before; null where there are none. */
  before: z.nullable(z.number()),
})

const place = z.extend(counted, { id: z.string() })

const sector = z.object({
  /** Whether figures are rounded, and those of small groups hidden: the caller may see no records. */
  isRounded: z.boolean(),
  /** The collection before; null where there is none. */
  before: z.nullable(z.object({ reference: collectionReference, name: z.string() })),
  /** Providers that the caller sees. */
  providersSeen: z.number(),
  total: counted,
  /** By code. */
  countries: z.array(place),
  regions: z.array(place),
  providers: z.array(z.extend(place, { name: z.string(), country: z.string(), region: z.string() })),
  /** Chapter by chapter, each with the name of its chapter. */
  reports: z.array(z.object({ code, title: z.string(), chapter: z.string() })),
})
export type SectorWire = z.output<typeof sector>

export const getSector = call({
  method: 'GET',
  path: '/collections/{reference}/sector',
  summary:
    'Students over all providers that the caller sees, by country, region and provider, beside the collection before; by signed-off submissions, or by those with results. As CSV too.',
  permission: 'monitoring.view',
  query: z.object({ standing }),
  response: sector,
  produces: ['text/csv'],
})

const heading = z.object({
  code,
  label: z.string(),
})
const figure = z.nullable(z.number())

const sectorReport = z.object({
  code,
  title: z.string(),
  details: z.string(),
  isRounded: z.boolean(),
  /** Providers that are counted. */
  providers: z.number(),
  hasBefore: z.boolean(),
  measure: z.object({
    kind: z.enum(['count', 'sum', 'mean', 'percent']),
    decimals: z.number(),
    suffix: z.string(),
  }),
  rowsLabel: z.string(),
  rows: z.array(heading),
  columns: z.array(heading),
  /** For each row a figure for each column; null where there is none, or it is over too few to be told. */
  cells: z.array(z.array(z.object({ now: figure, before: figure }))),
})
export type SectorReportWire = z.output<typeof sectorReport>

export const getSectorReport = call({
  method: 'GET',
  path: '/collections/{reference}/sector/reports/{reportCode}',
  summary:
    'One credibility table over all providers that the caller sees, or over those of a country, a region, or one of them. As CSV too.',
  permission: 'monitoring.view',
  query: z.object({
    standing,
    country: z.optional(z.enum(countryCodes)),
    region: z.optional(z.string().check(z.maxLength(100))),
    instId: z.optional(instId),
  }),
  response: sectorReport,
  produces: ['text/csv'],
})
