import { assign, emit, fromPromise, setup } from 'xstate'
import { toProblem } from '../../domain/problem.ts'
import { thrown } from '../support/fault.ts'
import { missing, outputOf, type Result } from '../support/result.ts'
import type {
  Asked,
  BulkRunContext,
  BulkRunEmitted,
  BulkRunEvent,
  BulkRunInput,
  BulkRunTag,
  CancelInput,
  CancelOutput,
  FollowedJob,
  RequestInput,
  RequestOutput,
} from './types.ts'

type Confirmed = Extract<BulkRunEvent, { type: 'CONFIRM' }>

const same = (one: Asked, other: Asked): boolean =>
  one.withSubmitted === other.withSubmitted && one.instIds.join() === other.instIds.join()

const jobOf = ({ event }: { event: { job: FollowedJob } }): FollowedJob => event.job
const instIdsOf = ({ event }: { event: { instIds: readonly string[] } }) => event.instIds
const isTaken = { type: 'isTaken', params: outputOf } as const
const keepsRefusal = { type: 'keepRefusal', params: outputOf } as const
const keepsFault = { type: 'keepFault', params: thrown } as const
const keepsJob = { type: 'keepJob', params: jobOf } as const

const followsJob = [
  { guard: { type: 'isNewsOfEnd', params: jobOf }, target: 'settled', actions: keepsJob },
  { guard: { type: 'isNews', params: jobOf }, actions: keepsJob },
] as const

/**
 * A chart, because the page follows a job of the server from a choice, an address or a message, whichever comes first. One
 * decision about many providers of a collection (specification 1 §2, decisions §10): chosen in a table, confirmed by counts, and
 * followed row by row. The job itself is the server's, so a page that is left and opened again follows it on. Provide `request`
 * and `cancel`.
 */
export const bulkRunMachine = setup({
  types: {
    context: {} as BulkRunContext,
    input: {} as BulkRunInput,
    events: {} as BulkRunEvent,
    emitted: {} as BulkRunEmitted,
    tags: {} as BulkRunTag,
  },
  actors: {
    request: fromPromise<RequestOutput, RequestInput>(missing('request')),
    cancel: fromPromise<CancelOutput, CancelInput>(missing('cancel')),
  },
  guards: {
    hasJob: ({ context }) => context.jobId !== undefined,
    isForAll: ({ context }) => context.isForAll,
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
    includeSubmitted: assign({ withSubmitted: (_, isIncluded: boolean) => isIncluded }),
    /** Asked again after a lost answer it keeps its id: the server knows it for the same job. Anything else is another job. */
    keepAsked: assign(({ context: { asked, withSubmitted } }, { instIds, jobId }: Confirmed) => {
      const now = { instIds, withSubmitted, jobId }
      return { asked: asked && same(asked, now) ? asked : now }
    }),
    forgetAsked: assign({ asked: undefined }),
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
      job: undefined,
      problem: undefined,
    }),
    tellStarted: emit(({ context }) => ({ type: 'bulkRun.started' as const, jobId: context.jobId ?? '' })),
    tellAgain: emit({ type: 'bulkRun.again' }),
  },
}).createMachine({
  id: 'bulkRun',
  description: 'One decision about many providers: chosen, confirmed, and followed row by row.',
  context: ({ input }) => ({
    jobId: input.jobId,
    isForAll: input.isForAll ?? false,
    chosen: [],
    withSubmitted: false,
    asked: undefined,
    job: undefined,
    problem: undefined,
  }),
  initial: 'placing',
  options: { maxIterations: 1000 },
  states: {
    placing: {
      description: 'Follows the job that the address names, or lets choose.',
      always: [
        { guard: 'hasJob', target: 'running' },
        { guard: 'isForAll', target: 'proposing' },
        { target: 'selecting' },
      ],
    },
    proposing: {
      description: 'Who can be decided about is not known yet; all of them are chosen, once.',
      on: {
        ROWS_KNOWN: {
          target: 'selecting',
          actions: { type: 'choose', params: ({ event: { instIds } }) => ({ instIds, isChosen: true }) },
        },
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
      description: 'The dialog says what will happen to how many; submitted ones are left out unless ticked.',
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
            target: 'running',
            actions: ['keepJobId', 'forgetAsked', 'tellStarted'],
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
    running: {
      description: 'The job goes on by itself; the page may be closed.',
      on: { PROGRESS: followsJob, CANCEL: { target: 'cancelling' } },
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
      on: { PROGRESS: followsJob },
    },
    settled: {
      description: 'The job is over, and each row says what came of it.',
      entry: 'forgetProblem',
      on: { AGAIN: { target: 'selecting', actions: ['forgetAll', 'tellAgain'] } },
    },
  },
})

export type BulkRunMachine = typeof bulkRunMachine
