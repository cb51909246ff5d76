import * as z from 'zod/mini'
import { collectionDetails, contactForm } from '../collectionDetails.ts'
import { limits } from '../limits.ts'
import { organisationTypes } from '../organisation.ts'
import { readTargets } from '../stayTargets.ts'
import { call } from './call.ts'
import { collection } from './collections.ts'
import { calendarDate, collectionReference, instant, named, rowId, stream, streamId } from './common.ts'

/** What a collection is called, in its list and in its forms. */
export const collectionName = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.collectionName))

export const createCollection = call({
  method: 'POST',
  path: '/collections',
  summary: 'Makes a collection, as a Draft without a specification (decisions §10).',
  permission: 'management.view',
  body: z.object({
    reference: collectionReference,
    name: collectionName,
    streamId,
    referencePeriodStart: calendarDate,
    referencePeriodEnd: calendarDate,
  }),
  response: collection,
})

const streamList = z.object({ streams: z.array(stream) })

export const listStreams = call({
  method: 'GET',
  path: '/streams',
  summary: 'Streams of collections, in their order (decisions §17).',
  permission: 'management.view',
  response: streamList,
})

export const addStream = call({
  method: 'POST',
  path: '/streams',
  summary: 'Adds a stream, which is available at once. References of its collections end with its id.',
  permission: 'management.configure-collection',
  body: z.object({
    id: streamId,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.streamName)),
  }),
  response: streamList,
})

export const makeStreamAvailable = call({
  method: 'PUT',
  path: '/streams/{id}/available',
  summary: 'Makes a stream available, so that collections of it can be made.',
  permission: 'management.configure-collection',
  response: streamList,
})

export const changeCollection = call({
  method: 'PATCH',
  path: '/collections/{reference}',
  summary:
    'Changes what a collection is called, when it is and what it allows; the period only while it is a Draft.',
  permission: 'management.view',
  body: z.object({
    name: z.exactOptional(collectionName),
    referencePeriodStart: z.exactOptional(calendarDate),
    referencePeriodEnd: z.exactOptional(calendarDate),
    disallowCreateIssues: z.exactOptional(z.boolean()),
    additionalReportsReleased: z.exactOptional(z.boolean()),
    signsInPortal: z.exactOptional(z.boolean()),
    approversDiffer: z.exactOptional(z.boolean()),
    /** Working days by status, as `writeTargets` writes them. */
    stayTargets: z.exactOptional(
      z.nullable(z.string().check(z.refine(stored => readTargets(stored) !== undefined))),
    ),
    supportContact: z.exactOptional(
      z.nullable(z.string().check(z.maxLength(limits.supportContact), z.regex(contactForm))),
    ),
    submissionDeadline: z.exactOptional(z.nullable(calendarDate)),
    /** Pauses submissions; null lets them go on. */
    pauseReason: z.exactOptional(
      z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.pauseReason))),
    ),
    /** Days on which it moves to Validation, Open and Closed automatically. */
    validationOn: z.exactOptional(z.nullable(calendarDate)),
    opensOn: z.exactOptional(z.nullable(calendarDate)),
    closesOn: z.exactOptional(z.nullable(calendarDate)),
  }),
  response: collection,
})

export const assignSpecification = call({
  method: 'PUT',
  path: '/collections/{reference}',
  summary: 'Gives a collection a specification, while it is a Draft, in Validation or Open.',
  permission: 'management.view',
  body: z.object({ specificationId: rowId }),
  response: collection,
})

export const changeCollectionState = call({
  method: 'PUT',
  path: '/collections/{reference}/state',
  summary: 'Gives a collection one of the states that it offers (`availableStates`).',
  permission: 'management.view',
  body: z.object({ stateId: z.int() }),
  response: collection,
})

export const getOpeningAudience = call({
  method: 'GET',
  path: '/collections/{reference}/opening-audience',
  summary: 'How many people are told when a collection opens, on the page and by email.',
  permission: 'management.view',
  response: z.object({
    parties: z.array(
      z.object({
        type: z.enum(organisationTypes),
        organisations: z.number(),
        people: z.number(),
        mails: z.number(),
      }),
    ),
    withoutReader: z.number(),
  }),
})

const detailValue = z.nullable(z.union([z.string(), z.boolean()]))

const collectionEvent = z.object({
  /** Number of the event in the collection's history. */
  sequence: z.number(),
  /** Event of the chart `collection-state`. */
  event: z.string(),
  /** State before; null where the event made the collection. */
  from: z.nullable(named),
  to: named,
  /** What was changed; `before` is null too where it is not known. A specification is named by its version. */
  changes: z.array(z.object({ field: z.enum(collectionDetails), before: detailValue, after: detailValue })),
  /** Who did it. */
  by: z.string(),
  occurredUtc: instant,
})
export type CollectionEventWire = z.output<typeof collectionEvent>

export const listCollectionEvents = call({
  method: 'GET',
  path: '/collections/{reference}/events',
  summary: 'What was changed of a collection, by whom and when, newest first.',
  permission: 'management.view',
  response: z.object({ events: z.array(collectionEvent) }),
})

const costCentreFile = z.object({
  /** Lines of the file; 0 where there is none. */
  costCentres: z.number(),
  providers: z.number(),
  sentUtc: z.nullable(instant),
  sentBy: z.nullable(z.string()),
})

export const getCostCentres = call({
  method: 'GET',
  path: '/collections/{reference}/cost-centres',
  summary:
    'The reference file of staff and expenditure by cost centre, which the Cost Centre Analysis (CCA) sets beside the students; as CSV the file itself.',
  permission: 'management.view',
  response: costCentreFile,
  produces: ['text/csv'],
})

export const putCostCentres = call({
  method: 'PUT',
  path: '/collections/{reference}/cost-centres',
  summary:
    'Puts a reference file in the place of the one that is there: INSTID, COSTCN, STAFFFTE, EXPENDITURE. Every Cost Centre Analysis of the collection shows its figures from then on. All of it is taken, or each line at fault is named.',
  permission: 'management.configure-collection',
  body: z.object({ csv: z.string().check(z.maxLength(limits.costCentreFile)) }),
  response: costCentreFile,
})
