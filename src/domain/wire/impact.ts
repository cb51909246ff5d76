import * as z from 'zod/mini'
import { call } from './call.ts'
import { collectionReference, uuid } from './common.ts'
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
    'Finds out what a specification would change in the latest results of a collection, as a job with a row for each provider; `Location` names the job. Nothing of the results changes. The same id again finds the same job.',
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
