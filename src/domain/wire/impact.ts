import * as z from 'zod/mini'
import { call } from './call.ts'
import { collectionReference, instId, uuid } from './common.ts'
import { job } from './jobs.ts'

const sums = {
  newlyOutside: z.number(),
  newlyInside: z.number(),
  failuresBefore: z.number(),
  failuresAfter: z.number(),
}

export const startImpact = call({
  method: 'POST',
  path: '/specifications/{id}/impacts',
  summary:
    'Finds out what a specification would change in the latest results of a collection, as a job with a row for each provider; `Location` names the job. Nothing of the results changes. The same request again finds the same job; another one under its id is refused.',
  permission: 'management.view',
  status: 202,
  body: z.object({ id: uuid, collectionReference }),
})

export const listImpacts = call({
  method: 'GET',
  path: '/specifications/{id}/impacts',
  summary: 'What was found out of a specification before, newest first.',
  permission: 'management.view',
  response: z.object({ jobs: z.array(job) }),
})

export const getImpact = call({
  method: 'GET',
  path: '/specifications/{id}/impacts/{jobId}',
  summary:
    'What a specification would change, by rule, by provider and by regulator, as far as its job has come.',
  permission: 'management.view',
  response: z.object({
    job,
    rules: z.array(
      z.object({
        ...sums,
        ruleCode: z.string(),
        name: z.string(),
        regulators: z.array(z.string()),
        providers: z.number(),
        faults: z.number(),
        fault: z.nullable(z.string()),
      }),
    ),
    providers: z.array(
      z.object({
        ...sums,
        instId: z.string(),
        provider: z.string(),
        rules: z.number(),
        faults: z.number(),
        turns: z.array(
          z.object({
            ruleCode: z.string(),
            regulatorCode: z.string(),
            turn: z.enum(['outside', 'inside']),
          }),
        ),
      }),
    ),
    regulators: z.array(z.object({ code: z.string(), rules: z.number(), providers: z.number() })),
  }),
})
export type ImpactWire = z.output<typeof getImpact.response>

const tolerance = z.object({
  /** A: outside when every part is exceeded; O: when any is. */
  conjunction: z.enum(['A', 'O']),
  parts: z.array(
    z.object({
      /** 1 count, 2 percentage, 3 range. */
      type: z.literal([1, 2, 3]),
      from: z.number(),
      /** Upper end of a range; null for a count or a percentage. */
      to: z.nullable(z.number()),
    }),
  ),
})

export const getRuleSpread = call({
  method: 'GET',
  path: '/specifications/{id}/validations/{validationId}/spread',
  summary:
    "What a rule counts in the latest results of a collection's providers, to be held against another tolerance: of the collection that the specification is for, or of the last one that has results.",
  permission: 'management.view',
  query: z.object({ collectionReference: z.optional(collectionReference) }),
  response: z.object({
    /** Null where no collection has results. */
    collection: z.nullable(z.object({ reference: collectionReference, name: z.string() })),
    /** The tolerances of the rule in the collection's specification; none where it does not have the rule. */
    today: z.array(z.object({ regulatorCode: z.string(), tolerance })),
    results: z.array(
      z.object({
        instId,
        provider: z.string(),
        /** Who the provider's result is for, without those for whom it has a tolerance of its own. */
        regulatorCodes: z.array(z.string()),
        failureCount: z.number(),
        populationCount: z.number(),
        measuredPercent: z.nullable(z.number()),
      }),
    ),
    /** Providers that have a tolerance of their own for a regulator: another one of the specification changes nothing there. */
    overridden: z.number(),
    /** Providers whose results were counted by another wording of the rule, or without it: they are not among the results. */
    unknown: z.number(),
  }),
})
export type RuleSpreadWire = z.output<typeof getRuleSpread.response>
