import { assign, emit, fromPromise, setup } from 'xstate'
import { isJobOver } from '../../domain/job.ts'
import { toProblem } from '../../domain/problem.ts'
import type { ResponseOf } from '../../domain/wire/call.ts'
import type { listCollectionSubmissions, MonitoringRow } from '../../domain/wire/collections.ts'
import type { getJob, JobWithRows } from '../../domain/wire/jobs.ts'
import { type ResourceRequest, resourceMachine } from '../resource/index.ts'
import { thrown } from '../support/fault.ts'
import { missing, outputOf, type Result } from '../support/result.ts'
import { ableOf } from './refusal.ts'
import type {
  Asked,
  BulkRunContext,
  BulkRunEmitted,
  BulkRunEvent,
  BulkRunInput,
  BulkRunTag,
  CancelInput,
  CancelOutput,
  CollectionOfRun,
  FetchedAnswer,
  FollowedJob,
  RequestInput,
  RequestOutput,
} from './types.ts'

type Rows = ResponseOf<typeof listCollectionSubmissions>
type RowsRequest = ResourceRequest<typeof listCollectionSubmissions>
type Confirmed = Extract<BulkRunEvent, { type: 'CONFIRM' }>
type Addressed = Extract<BulkRunEvent, { type: 'ADDRESS_CHANGED' }>

const questionOf = ({ reference }: CollectionOfRun): RowsRequest => ({
  path: { reference },
  query: { ovt: 'false' },
})

const same = (one: Asked, other: Asked): boolean =>
  one.withSubmitted === other.withSubmitted && one.instIds.join() === other.instIds.join()

const rowsOf = ({ event: { data } }: { event: { data: FetchedAnswer } }): readonly MonitoringRow[] =>
  'submissions' in data ? data.submissions : []
const jobOf = ({ event: { data } }: { event: { data: FetchedAnswer } }): FollowedJob =>
  'state' in data ? { version: data.version, isOver: isJobOver(data.state) } : { version: 0, isOver: false }
const addressOf = ({ event }: { event: Addressed }): Addressed => event
const instIdsOf = ({ event }: { event: { instIds: readonly string[] } }) => event.instIds
const isTaken = { type: 'isTaken', params: outputOf } as const
const keepsRefusal = { type: 'keepRefusal', params: outputOf } as const
const keepsFault = { type: 'keepFault', params: thrown } as const
const faultIsReported = { actions: { type: 'reportFault', params: thrown } } as const
const keepsJob = { type: 'keepJob', params: jobOf } as const

const followsJob = [
  { guard: { type: 'isNewsOfEnd', params: jobOf }, target: 'settled', actions: keepsJob },
  { guard: { type: 'isNews', params: jobOf }, actions: keepsJob },
] as const

/**
 * A chart, because the page follows a job of the server from a choice, an address or a message, whichever comes first. One
 * decision about many providers of a collection (specification 1 §2, decisions §10): chosen in a table, confirmed by counts, and
 * followed row by row. It runs what it fetches: the rows to choose from, then the job. The job itself is the server's, so a page
 * that is left and opened again follows it on. Provide `rows`, `job`, `request` and `cancel`.
 */
export const bulkRunMachine = setup({
  types: {
    context: {} as BulkRunContext,
    input: {} as BulkRunInput,
    events: {} as BulkRunEvent,
    emitted: {} as BulkRunEmitted,
    tags: {} as BulkRunTag,
    children: {} as { rows: 'rows'; job: 'job'; request: 'request'; cancel: 'cancel' },
  },
  actors: {
    rows: resourceMachine<Rows, RowsRequest>('rows'),
    job: resourceMachine<JobWithRows, ResourceRequest<typeof getJob>>('job'),
    request: fromPromise<RequestOutput, RequestInput>(missing('request')),
    cancel: fromPromise<CancelOutput, CancelInput>(missing('cancel')),
  },
  guards: {
    hasJob: ({ context }) => context.jobId !== undefined,
    isForAll: ({ context }) => context.isForAll,
    isOtherJob: ({ context }, { jobId }: Addressed) => jobId !== context.jobId,
    hasChosen: ({ context }) => context.chosen.length > 0,
    hasRows: (_, instIds: readonly string[]) => instIds.length > 0,
    isNews: ({ context }, { version }: FollowedJob) => version > (context.job?.version ?? 0),
    isNewsOfEnd: ({ context }, { version, isOver }: FollowedJob) =>
      isOver && version > (context.job?.version ?? 0),
    isTaken: (_, output: Result<unknown>) => output.ok,
  },
  actions: {
    choose: assign({
      chosen: ({ context }, { instIds, isChosen }: { instIds: readonly string[]; isChosen: boolean }) => {
        const others = context.chosen.filter(id => !instIds.includes(id))
        return isChosen ? [...others, ...instIds] : others
      },
    }),
    chooseAll: assign({
      chosen: ({ context: { collection } }, rows: readonly MonitoringRow[]) => ableOf(rows, collection!),
    }),
    includeSubmitted: assign({ withSubmitted: (_, isIncluded: boolean) => isIncluded }),
    /** Asked again after a lost answer it keeps its id: the server knows it for the same job. Anything else is another job. */
    keepAsked: assign(({ context: { asked, withSubmitted } }, { instIds, jobId }: Confirmed) => {
      const now = { instIds, withSubmitted, jobId }
      return { asked: asked && same(asked, now) ? asked : now }
    }),
    forgetAsked: assign({ asked: undefined }),
    keepAddress: assign((_, { jobId, isForAll }: Addressed) => ({ jobId, isForAll })),
    keepJobId: assign({ jobId: ({ context }) => context.asked?.jobId }),
    keepJob: assign({ job: (_, job: FollowedJob) => job }),
    keepRefusal: assign({
      problem: (_, output: Result<unknown>) => (output.ok ? undefined : output.problem),
    }),
    keepFault: assign({ problem: (_, error: unknown) => toProblem(error) }),
    forgetProblem: assign({ problem: undefined }),
    forgetTicked: assign({ withSubmitted: false }),
    forgetAll: assign({
      chosen: [],
      withSubmitted: false,
      jobId: undefined,
      asked: undefined,
      job: undefined,
      problem: undefined,
    }),
    lead: emit(({ context }) => ({ type: 'bulkRun.leads' as const, jobId: context.jobId })),
    reportFault: emit((_, error: unknown) => ({ type: 'bulkRun.fault' as const, error })),
  },
}).createMachine({
  id: 'bulkRun',
  description: 'One decision about many providers: chosen, confirmed, and followed row by row.',
  context: ({ input }) => ({
    jobId: input.jobId,
    isForAll: input.isForAll ?? false,
    collection: input.collection,
    spread: input.spread,
    chosen: [],
    withSubmitted: false,
    asked: undefined,
    job: undefined,
    problem: undefined,
  }),
  initial: 'placing',
  options: { maxIterations: 1000 },
  on: {
    ADDRESS_CHANGED: {
      guard: { type: 'isOtherJob', params: addressOf },
      target: '.placing',
      actions: ['forgetAll', { type: 'keepAddress', params: addressOf }],
      description: 'The reader went to another job, or back to the table.',
    },
  },
  states: {
    placing: {
      description: 'Left at once: follows the job in the address, or offers the choice.',
      always: [
        { guard: 'hasJob', target: 'following' },
        { guard: 'isForAll', target: 'choosing.proposing' },
        { target: 'choosing' },
      ],
    },
    choosing: {
      description: 'Providers are chosen and the job is confirmed.',
      initial: 'selecting',
      invoke: {
        id: 'rows',
        src: 'rows',
        // A page of outputs has a list of its own: then nothing is fetched here.
        input: ({ context: { collection, spread }, self }) => ({
          parent: self,
          params: collection && questionOf(collection),
          spread,
        }),
        onError: faultIsReported,
      },
      states: {
        proposing: {
          description: 'The rows are being fetched. All that can be taken are then chosen, once.',
          on: {
            RESOURCE_UPDATED: { target: 'selecting', actions: { type: 'chooseAll', params: rowsOf } },
          },
        },
        selecting: {
          description: 'Providers are chosen in the table; a choice stays while the filters change.',
          on: {
            CHOOSE: { actions: { type: 'choose', params: ({ event }) => event } },
            ASK: { guard: 'hasChosen', target: 'confirming' },
          },
        },
        confirming: {
          // Submitted ones are ticked for one run, on purpose: going back takes the tick away.
          description:
            'The dialog says what will happen to how many; submitted ones are left out unless ticked.',
          tags: ['dialog'],
          on: {
            INCLUDE_SUBMITTED: {
              actions: { type: 'includeSubmitted', params: ({ event }) => event.isIncluded },
            },
            CONFIRM: {
              guard: { type: 'hasRows', params: instIdsOf },
              target: 'requesting',
              actions: { type: 'keepAsked', params: ({ event }) => event },
            },
            DISMISS: { target: 'selecting', actions: ['forgetTicked', 'forgetProblem'] },
          },
        },
        requesting: {
          // No event is taken: a second press must not start it twice.
          description: 'The server is asked for the job.',
          tags: ['dialog', 'busy'],
          entry: 'forgetProblem',
          invoke: {
            id: 'request',
            src: 'request',
            input: ({ context }) => context.asked!,
            onDone: [
              {
                guard: isTaken,
                target: '#bulkRun.following',
                actions: ['keepJobId', 'forgetAsked', 'lead'],
              },
              { target: 'confirming', actions: [keepsRefusal, 'forgetAsked'] },
            ],
            onError: {
              target: 'confirming',
              actions: keepsFault,
              description:
                'Whether the server has made the job is open: the same is asked for again under the same id.',
            },
          },
        },
      },
    },
    following: {
      description: 'A job is shown, row by row.',
      tags: ['following'],
      initial: 'running',
      invoke: {
        id: 'job',
        src: 'job',
        input: ({ context: { jobId, spread }, self }) => ({
          parent: self,
          params: { path: { id: jobId! } },
          spread,
        }),
        onError: faultIsReported,
      },
      states: {
        running: {
          description: 'The job goes on by itself; the page may be closed.',
          on: { RESOURCE_UPDATED: followsJob, CANCEL: { target: 'cancelling' } },
        },
        cancelling: {
          description: 'The server is asked to end the job. It may come to its end meanwhile.',
          tags: ['busy'],
          entry: 'forgetProblem',
          invoke: {
            id: 'cancel',
            src: 'cancel',
            input: ({ context }) => ({ jobId: context.jobId ?? '' }),
            // The job's own message says that it has ended.
            onDone: { target: 'running', actions: keepsRefusal },
            onError: { target: 'running', actions: keepsFault },
          },
          on: { RESOURCE_UPDATED: followsJob },
        },
        settled: {
          description: 'The job is over, and each row says what came of it.',
          entry: 'forgetProblem',
          on: { AGAIN: { target: '#bulkRun.choosing', actions: ['forgetAll', 'lead'] } },
        },
      },
    },
  },
})

export type BulkRunMachine = typeof bulkRunMachine
