import * as z from 'zod/mini'
import { issueStatuses } from '../issue.ts'
import { excesses } from '../rulesAcross.ts'
import { call } from './call.ts'
import { calendarDate, collectionReference, instId } from './common.ts'

/** A provider with results, named once for all of its rules: hundreds of providers fail tens of thousands together. */
const providerWithResults = z.object({
  instId,
  name: z.string(),
  submissionUuid: z.string(),
  /** Name of its country's regulator; null if there is none. */
  regulator: z.nullable(z.string()),
})
export type ProviderWithResults = z.output<typeof providerWithResults>

const ruleAtProvider = z.object({
  instId,
  regulatorCode: z.string(),
  isOutside: z.boolean(),
  /** How far the result is from its tolerance. */
  excess: z.enum(excesses),
  failureCount: z.number(),
  populationCount: z.number(),
  /** The change of a rule that compares files, in percent; null for other rules. */
  measuredPercent: z.nullable(z.number()),
  /** Status of the provider's issue about the rule; null if there is none that the caller sees. */
  issue: z.nullable(z.enum(issueStatuses)),
  isExplained: z.boolean(),
})

const tolerance = z.object({
  conjunction: z.enum(['A', 'O']),
  parts: z.readonly(
    z.array(z.object({ type: z.literal([1, 2, 3]), from: z.number(), to: z.nullable(z.number()) })),
  ),
})

export const ruleAcross = z.object({
  code: z.string(),
  name: z.string(),
  /** What the rule requires of a file. */
  requirement: z.string(),
  isOperational: z.boolean(),
  /** Providers whose latest results contain the rule. */
  checked: z.number(),
  failing: z.number(),
  outside: z.number(),
  /** Providers outside tolerance whose issue has an explanation. */
  explained: z.number(),
  /** broken: probably at fault itself; manyMore: outside at many more providers than in the collection before. */
  alarm: z.nullable(z.enum(['broken', 'manyMore'])),
  /** The tolerance of most providers. */
  tolerance: z.nullable(tolerance),
  /** The rule in the collection before; null if there is none. */
  before: z.nullable(z.object({ outside: z.number(), tolerance: z.nullable(tolerance) })),
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
    /** Providers of the collection that the caller sees; `providers` are those with results. */
    expected: z.number(),
    /** Different rules that were run; null for a regulator that sees only the rules that name it. */
    run: z.nullable(z.number()),
    /** The collection before, and how many of its providers have results. */
    before: z.nullable(z.object({ name: z.string(), providers: z.number() })),
    providers: z.array(providerWithResults),
    rules: z.array(ruleAcross),
  }),
  produces: ['text/csv'],
})
export type RulesAcrossWire = z.output<typeof listRulesAcross.response>

export const listWorstRules = call({
  method: 'GET',
  path: '/collections/{reference}/worst-rules',
  summary:
    'The quality rules that are outside tolerance at most providers, and the providers with most rules outside, the first ten of each.',
  permission: 'monitoring.rules',
  response: z.object({
    /** Providers with results. */
    providers: z.number(),
    rules: z.array(
      z.object({ code: z.string(), name: z.string(), outside: z.number(), checked: z.number() }),
    ),
    worstProviders: z.array(
      z.object({
        instId,
        name: z.string(),
        submissionUuid: z.string(),
        /** Rules outside tolerance in the latest submission, and those of them that block submitting. */
        outside: z.number(),
        blocking: z.number(),
      }),
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
