import { assign, fromPromise, setup } from 'xstate'
import { type Problem, toProblem } from '../../domain/problem.ts'
import { missing } from '../support/result.ts'
import type {
  ConformanceCheckContext,
  ConformanceCheckEvent,
  ReplayedPart,
  ReplayInput,
  ReplayOutput,
} from './types.ts'

/** What views ask of a check. */
export type ConformanceCheckTag = 'busy' | 'whole'

const nothing = {
  submissions: 0,
  events: 0,
  total: 0,
  deviations: [],
  after: null,
  problem: undefined,
} satisfies ConformanceCheckContext

/**
 * A chart, because it asks part after part and shows what it has found before it ends. Replays the whole stored history through
 * the lifecycle, part after part, so that a history of any length is checked in answers of bounded size and what was found
 * already is in sight. Provide `replay`.
 */
export const conformanceCheckMachine = setup({
  types: {
    context: {} as ConformanceCheckContext,
    events: {} as ConformanceCheckEvent,
    tags: {} as ConformanceCheckTag,
  },
  actors: {
    replay: fromPromise<ReplayOutput, ReplayInput>(missing('replay')),
  },
  guards: {
    isRefused: (_, output: ReplayOutput) => !output.ok,
    isLast: (_, output: ReplayOutput) => output.ok && output.value.next === null,
  },
  actions: {
    begin: assign(nothing),
    forgive: assign({ problem: undefined }),
    add: assign(({ context }, part: ReplayedPart | undefined) =>
      part
        ? {
            submissions: context.submissions + part.submissions,
            events: context.events + part.events,
            deviations: [...context.deviations, ...part.deviations],
            total: part.total,
            after: part.next,
          }
        : {},
    ),
    keepProblem: assign((_, problem: Problem | undefined) => ({ problem })),
  },
}).createMachine({
  id: 'conformanceCheck',
  description: 'Whether everything that ever happened is what the chart would have done.',
  context: nothing,
  initial: 'replaying',
  options: { maxIterations: 1000 },
  states: {
    replaying: {
      description: 'The next part of the history is being replayed on the server.',
      tags: ['busy'],
      invoke: {
        id: 'replay',
        src: 'replay',
        input: ({ context }) => ({ after: context.after }),
        onDone: [
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'failed',
            actions: {
              type: 'keepProblem',
              params: ({ event }) => (event.output.ok ? undefined : event.output.problem),
            },
            description: 'First, for a refusal has no part that could be added.',
          },
          {
            guard: { type: 'isLast', params: ({ event }) => event.output },
            target: 'replayed',
            actions: {
              type: 'add',
              params: ({ event }) => (event.output.ok ? event.output.value : undefined),
            },
            description: 'Only the server knows which part is the last; events may arrive while it replays.',
          },
          {
            target: 'replaying',
            reenter: true,
            actions: {
              type: 'add',
              params: ({ event }) => (event.output.ok ? event.output.value : undefined),
            },
            description: 'Entered anew for the next part: without it the check would end after the first.',
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => toProblem(event.error) },
        },
      },
      on: {
        STOP: {
          target: 'stopped',
          description: 'The part under way is dropped and not counted; RETRY asks for it again.',
        },
      },
    },
    replayed: {
      description: 'All of it has been replayed.',
      tags: ['whole'],
      on: {
        REPLAY: {
          target: 'replaying',
          actions: 'begin',
          description: 'From the beginning, with nothing kept, or events would be counted twice.',
        },
      },
    },
    stopped: {
      description: 'It was stopped on the way; what was found so far stays in sight.',
      on: {
        REPLAY: { target: 'replaying', actions: 'begin' },
        RETRY: { target: 'replaying', description: 'On from where it was stopped.' },
      },
    },
    failed: {
      description: 'A part could not be replayed; what was found so far stays in sight.',
      on: {
        REPLAY: { target: 'replaying', actions: 'begin' },
        RETRY: {
          target: 'replaying',
          actions: 'forgive',
          description: 'On from the part that failed: those before it are counted already.',
        },
      },
    },
  },
})

export type ConformanceCheckMachine = typeof conformanceCheckMachine
