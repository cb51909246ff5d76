import * as z from 'zod/mini'
import { call } from './call.ts'
import { calendarDate, collectionReference, instId } from './common.ts'

/** A provider with results, named once for all of its rules: hundreds of providers fail tens of thousands together. */
const providerWithResults = z.object({
  instId,
  name: z.string(),
  submissionUuid: z.string(),
})
export type ProviderWithResults = z.output<typeof providerWithResults>

const ruleAtProvider = z.object({
  instId,
  regulatorCode: z.string(),
  isOutside: z.boolean(),
  failureCount: z.number(),
  populationCount: z.number(),
})

export const ruleAcross = z.object({
  code: z.string(),
  name: z.string(),
  isOperational: z.boolean(),
  /** Providers whose latest results hold the rule. */
  checked: z.number(),
  failing: z.number(),
  outside: z.number(),
  providers: z.array(ruleAtProvider),
})
export type RuleAcrossWire = z.output<typeof ruleAcross>

export const listRulesAcross = call({
  method: 'GET',
  path: '/collections/{reference}/rules',
  summary:
    'Which quality rules fail at how many providers, by the latest results of each that the caller sees.',
  permission: 'monitoring.rules',
  response: z.object({
    providers: z.array(providerWithResults),
    rules: z.array(ruleAcross),
  }),
})

export const listWorstRules = call({
  method: 'GET',
  path: '/collections/{reference}/worst-rules',
  summary: 'The quality rules that are outside tolerance at most providers, the first five.',
  permission: 'monitoring.rules',
  response: z.object({
    /** Providers with results. */
    providers: z.number(),
    rules: z.array(
      z.object({ code: z.string(), name: z.string(), outside: z.number(), checked: z.number() }),
    ),
  }),
})

const burnUpDay = z.object({
  day: calendarDate,
  reached: z.object({
    processing: z.number(),
    qualityAssurance: z.number(),
    approval: z.number(),
    signedOff: z.number(),
  }),
})

export const burnUpOfCollection = z.object({
  /** Providers that the caller sees in the collection. */
  providers: z.number(),
  /** Today in London. */
  today: calendarDate,
  deadline: z.nullable(calendarDate),
  /** Days on which something changed, oldest first. */
  days: z.array(burnUpDay),
  /** The collection of the stream before this one; null where there is none. Its days are a year earlier. */
  before: z.nullable(
    z.object({ reference: collectionReference, name: z.string(), days: z.array(burnUpDay) }),
  ),
})
export type BurnUpWire = z.output<typeof burnUpOfCollection>

export const getNewsSinceYesterday = call({
  method: 'GET',
  path: '/collections/{reference}/since-yesterday',
  summary:
    'What has changed in a collection since the beginning of yesterday in London: uploads, what was submitted, what was signed off.',
  permission: 'monitoring.view',
  response: z.object({
    /** Yesterday, in London. */
    since: calendarDate,
    uploads: z.number(),
    submitted: z.number(),
    signedOff: z.number(),
  }),
})

export const getBurnUp = call({
  method: 'GET',
  path: '/collections/{reference}/burn-up',
  summary: 'How many providers have come how far, day by day, beside the collection before.',
  permission: 'monitoring.view',
  response: burnUpOfCollection,
})
