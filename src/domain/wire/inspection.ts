import * as z from 'zod/mini'
import { usualSteps } from '../tracking.ts'
import { call } from './call.ts'
import { instant, instId, limit, searchText, statusNumber, uuid } from './common.ts'
import { lifecycleFacts, sharedLifecycleFacts } from './facts.ts'

/** Who caused an event. A provider reads the organisation of others, not their people. */
export const lifecycleActor = z.object({
  kind: z.enum(['user', 'system']),
  name: z.string(),
  organisationId: z.nullable(z.string()),
  organisationType: z.nullable(z.enum(['provider', 'agency', 'statutory_customer'])),
})

/** A guard as the decision found it. */
export const lifecycleCheck = z.object({
  guard: z.string(),
  kind: z.enum(['right', 'separation', 'condition', 'route']),
  holds: z.boolean(),
  sentence: z.string(),
})

/** The submission that an entry is about. */
const submissionNamed = { submissionId: uuid, fileName: z.string(), instId, providerName: z.string() }

/** An event and the statuses between which it leads. */
const wayTaken = { event: z.string(), fromStatusId: z.number(), toStatusId: z.number() }

/** A status, how many submissions that none has replaced are there now, and how often it was come to. */
const statusFigures = { statusId: z.number(), current: z.number(), visits: z.number() }

/** One event of a submission's lifecycle with everything that decided on it. */
export const lifecycleEntry = z.object({
  sequence: z.number(),
  ...wayTaken,
  actor: lifecycleActor,
  occurredAt: instant,
  /** What the event said besides type and actor. */
  payload: z.record(z.string(), z.unknown()),
  /** What the guards read at that moment. */
  facts: lifecycleFacts,
  /** What the guards read after the newest event, as of now; what they read after an earlier one stands with the next. */
  factsAfter: z.optional(lifecycleFacts),
  checks: z.array(lifecycleCheck),
  /** What who decided wrote to the provider; left out where nothing was written, or the reader sees only some rules. */
  note: z.optional(z.string()),
  /** Whether who gave this approval also gave the one before. Left out for providers, who read organisations (decisions §12). */
  isSameApprover: z.optional(z.literal(true)),
  /** What came with it: results of a step, the submission that took its place. The agency has all of it, others what the reports say. */
  detail: z.record(z.string(), z.unknown()),
})
export type LifecycleEntry = z.output<typeof lifecycleEntry>

export const submissionLifecycleHistory = z.object({
  ...submissionNamed,
  collectionReference: z.string(),
  collectionName: z.string(),
  statusId: z.number(),
  /** Number of the institution's last live message when this was read. */
  liveSequence: z.number(),
  events: z.array(lifecycleEntry),
})
export type SubmissionHistory = z.output<typeof submissionLifecycleHistory>

export const getLifecycle = call({
  method: 'GET',
  path: '/submissions/{id}/lifecycle',
  summary: 'Every event of the lifecycle of one submission, in order, with what decided on it.',
  permission: ['collections.view-submission', 'online-validation.ingestion-ovt'],
  response: submissionLifecycleHistory,
})

const usualLength = z.object({
  step: z.enum(usualSteps),
  /** Decisions behind it. */
  decisions: z.number(),
  /** In working days: half of the decisions lie between the two. */
  from: z.number(),
  to: z.number(),
})

export const getUsualLengths = call({
  method: 'GET',
  path: '/submissions/{id}/usual-lengths',
  summary:
    'How long the steps from approval to sign-off usually take; those with too few decisions are left out.',
  permission: ['collections.view-submission', 'online-validation.ingestion-ovt'],
  response: z.object({
    steps: z.array(usualLength),
    /** When the signed form was returned that waits to be recorded; null while none does. */
    formReturnedAt: z.nullable(instant),
  }),
})

/** Parts of the system between which messages pass. */
export const lanes = ['browser', 'api', 'worker', 'store', 'tracker'] as const
export type Lane = (typeof lanes)[number]

export const sequenceMessage = z.object({
  at: instant,
  from: z.enum(lanes),
  to: z.enum(lanes),
  kind: z.enum(['event', 'refusal', 'work', 'attempt', 'fault', 'result', 'live']),
  name: z.string(),
  actor: z.nullable(z.string()),
  /** Number of the event in the history that it belongs to, if any. */
  sequence: z.nullable(z.number()),
  payload: z.record(z.string(), z.unknown()),
})
export type SequenceMessage = z.output<typeof sequenceMessage>

export const getSequence = call({
  method: 'GET',
  path: '/submissions/{id}/sequence',
  summary: 'Every message about a submission between browser, API, worker, store and tracker, in order.',
  permission: ['collections.view-submission', 'online-validation.ingestion-ovt'],
  response: z.object({ messages: z.array(sequenceMessage) }),
})

const heatQuery = z.object({
  instId: z.optional(z.string()),
  regulatorCode: z.optional(z.string()),
  riskCode: z.optional(z.string()),
  specification: z.optional(z.string()),
  /** Calendar days in London of the first event, inclusive. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
})

/** Lengths in seconds at which the classes of stays part: a minute, an hour, one day, three, seven and fourteen days. */
export const stayEdges = [60, 3_600, 86_400, 259_200, 604_800, 1_209_600] as const

export const heat = z.object({
  /** The collection before this one, in the same series; null for the first. */
  former: z.nullable(z.object({ reference: z.string(), name: z.string() })),
  /** The collection's targets, also for statuses that no submission came to (`domain/stayTargets.ts`). */
  stayTargets: z.nullable(z.string()),
  submissions: z.number(),
  /** Of these submissions. */
  providers: z.number(),
  states: z.array(
    z.object({
      ...statusFigures,
      /** Whose submissions came to it. */
      providers: z.number(),
      /** Seconds spent there by a visit; one that still lasts counts as long as it has lasted. Null without a visit. */
      median: z.nullable(z.number()),
      p95: z.nullable(z.number()),
      /** Seconds that the longest stay of those there now has lasted. Null without one. */
      longest: z.nullable(z.number()),
      /** Median stay in the collection before this one, in seconds. Null without a visit. */
      formerMedian: z.nullable(z.number()),
      /** The collection's target in working days; null without one. */
      target: z.nullable(z.number()),
      /** How many of those there now are over the target; null without one. */
      over: z.nullable(z.number()),
      /** How many stays were shorter than each of `stayEdges` and not shorter than the one before; the last, longer than all. */
      lengths: z.array(z.number()),
    }),
  ),
  transitions: z.array(z.object({ ...wayTaken, count: z.number() })),
  /** What the filters can be set to. */
  choices: z.object({
    providers: z.array(z.object({ instId, name: z.string() })),
    regulators: z.array(z.string()),
    riskCodes: z.array(z.string()),
    specifications: z.array(z.string()),
  }),
})
export type Heat = z.output<typeof heat>

export const getHeat = call({
  method: 'GET',
  path: '/inspection/{reference}/heat',
  summary:
    'How often and how long the submissions of a collection were in each status, and every transition taken.',
  permission: 'monitoring.inspector',
  query: z.extend(heatQuery, {
    /** A submission to leave out, so that it is compared with the others only. */
    except: z.optional(uuid),
  }),
  response: heat,
})

export const inspectedSubmission = z.object({
  ...submissionNamed,
  statusId: z.number(),
  isLatest: z.boolean(),
  hasStoredFile: z.boolean(),
  /** When it came into its status. */
  since: instant,
  /** Number of its first event on the day that was asked for; null without a day. */
  firstOfDay: z.nullable(z.number()),
  /** Seconds of its longest stay in the status that was asked for; null without one. */
  longestStay: z.nullable(z.number()),
  facts: lifecycleFacts,
})
export type InspectedSubmission = z.output<typeof inspectedSubmission>

export const listInspectedSubmissions = call({
  method: 'GET',
  path: '/inspection/{reference}/submissions',
  summary:
    'Submissions of a collection: all or those that took a transition, the last changed first; those in a status, or once in it, the longest stay first.',
  permission: 'monitoring.inspector',
  query: z.extend(heatQuery, {
    /** The status that they are at now, as `current` counts them, and one that they are or were at. */
    statusId: statusNumber,
    visited: statusNumber,
    /** Only those that are over the target of the status that they are at now. */
    over: z.optional(z.enum(['yes'])),
    event: z.optional(z.string()),
    /** Ways that the event took them: ids of the statuses before and after, as "2-3,4-3". */
    ways: z.optional(z.string().check(z.regex(/^\d+-\d+(,\d+-\d+)*$/))),
    /** A part of the provider's name or the file's name, the provider's code, the beginning of the submission's id, or a part of the
     * name of somebody who caused an event. */
    search: searchText,
    /** A calendar day in London on which something happened to them. */
    day: z.optional(z.iso.date()),
    limit,
  }),
  response: z.object({ total: z.number(), submissions: z.array(inspectedSubmission) }),
})

/** Live submissions in the same status with the same facts. */
export const liveSubmissionGroup = z.object({
  statusId: z.number(),
  facts: sharedLifecycleFacts,
  submissions: z.array(
    z.object({ ...submissionNamed, collectionReference: z.string(), collectionId: z.string() }),
  ),
})
export type LiveSubmissionGroup = z.output<typeof liveSubmissionGroup>

export const listLiveSubmissions = call({
  method: 'GET',
  path: '/inspection/live-submissions',
  summary:
    'Submissions that are not finished, of collections that are not archived, grouped by status and by the facts that decide.',
  permission: 'monitoring.inspector',
  response: z.object({
    /** All of them; more than the groups hold where there are very many. */
    total: z.number(),
    groups: z.array(liveSubmissionGroup),
  }),
})

export const failure = z.object({
  ...statusFigures,
  lastReason: z.nullable(z.string()),
  lastAt: instant,
  lastSubmissionId: uuid,
  /** Takings of the step over all submissions beyond the first. */
  retries: z.number(),
})
export type FailureWire = z.output<typeof failure>

export const getFailures = call({
  method: 'GET',
  path: '/inspection/{reference}/failures',
  summary:
    'The error and failure statuses that submissions of a collection reached, with the last reason and retries.',
  permission: 'monitoring.inspector',
  response: z.object({ failures: z.array(failure) }),
})

const walkedBy = z.enum(['chart', 'api', 'browser', 'qa'])
/** How often each transition and each pair was walked, in the order of what is counted. */
const walkedCounts = z.object({ transitions: z.array(z.number()), pairs: z.array(z.number()) })

/** What was walked of a chart (`FoldedCoverage` of src/model): numbers are places in the list of transitions. */
export const chartCoverage = z.object({
  transitions: z.array(z.string()),
  pairs: z.array(z.tuple([z.number(), z.number()])),
  levels: z.partialRecord(walkedBy, walkedCounts),
  ruledOut: z.partialRecord(walkedBy, z.record(z.string(), z.array(z.number()))),
})

export const getCoverage = call({
  method: 'GET',
  path: '/inspection/coverage/{chartId}',
  summary: 'What the tests on this machine have walked of a chart; null while none has.',
  permission: 'monitoring.inspector',
  response: z.object({ coverage: z.nullable(chartCoverage) }),
})

export const deviation = z.object({
  submissionId: uuid,
  sequence: z.number(),
  ...wayTaken,
  reason: z.string(),
})
export type DeviationWire = z.output<typeof deviation>

export const getConformance = call({
  method: 'GET',
  path: '/inspection/conformance',
  summary:
    'Replays a part of the stored history through the chart; lists every event that the chart would not have taken.',
  permission: 'monitoring.inspector',
  query: z.object({
    /** The submission after which the part begins; absent for the first. */
    after: z.optional(uuid),
    limit,
  }),
  response: z.object({
    submissions: z.number(),
    events: z.number(),
    deviations: z.array(deviation),
    /** Where the next part begins; null after the last. */
    next: z.nullable(uuid),
    /** Submissions in all. */
    total: z.number(),
  }),
})
