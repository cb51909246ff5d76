import { assign, emit, fromPromise, setup } from 'xstate'
import { type Problem, toProblem } from '../../domain/problem.ts'
import { missing } from '../support/result.ts'
import type {
  BulkDecisionContext,
  BulkDecisionEmitted,
  BulkDecisionEvent,
  BulkDecisionTag,
  DecideInput,
  DecideOutput,
  RowDecision,
} from './types.ts'

const nothing = { chosen: [], waiting: [], outcomes: {} } satisfies BulkDecisionContext

const keepsAnswer = {
  type: 'keepOutcome',
  params: ({ event }: { event: { output: DecideOutput } }): Problem | undefined =>
    event.output.ok ? undefined : event.output.problem,
} as const
const keepsFault = {
  type: 'keepOutcome',
  params: ({ event }: { event: { error: unknown } }): Problem => toProblem(event.error),
} as const

/** The next row, or the end; a refusal or a fault is the row's own and keeps none of the others back. */
const goesOn = <const Keeps>(keeps: Keeps) =>
  [
    { guard: 'isLast', target: 'settled', actions: [keeps, 'tellSettled'] },
    {
      target: 'deciding',
      reenter: true,
      actions: keeps,
      description: 'Entered anew for the next row: without it only the first would be decided.',
    },
  ] as const

/**
 * A chart of its own beside `action-dialog`, because it decides row after row, keeps each answer and can be stopped between two
 * rows. The same decision about many rows of a table (specification 2 §2.5, §4.3): chosen, confirmed by counts, then made one
 * after another by the very call that decides one. Provide `decide`.
 */
export const bulkDecisionMachine = setup({
  types: {
    context: {} as BulkDecisionContext,
    events: {} as BulkDecisionEvent,
    emitted: {} as BulkDecisionEmitted,
    tags: {} as BulkDecisionTag,
  },
  actors: {
    decide: fromPromise<DecideOutput, DecideInput>(missing('decide')),
  },
  guards: {
    hasChosen: ({ context }) => context.chosen.length > 0,
    hasDecisions: (_, decisions: readonly RowDecision[]) => decisions.length > 0,
    isLast: ({ context }) => context.waiting.length === 1,
  },
  actions: {
    choose: assign({
      chosen: ({ context }, { instIds, isChosen }: { instIds: readonly string[]; isChosen: boolean }) => {
        const others = context.chosen.filter(id => !instIds.includes(id))
        return isChosen ? [...others, ...instIds] : others
      },
    }),
    keepDecisions: assign({ waiting: (_, decisions: readonly RowDecision[]) => decisions }),
    keepOutcome: assign(({ context }, problem: Problem | undefined) => {
      const [decided, ...waiting] = context.waiting
      return {
        waiting,
        outcomes: { ...context.outcomes, [decided!.instId]: { isDone: problem === undefined, problem } },
      }
    }),
    forgetRest: assign({ waiting: ({ context }) => context.waiting.slice(0, 1) }),
    forgetAll: assign(nothing),
    tellSettled: emit({ type: 'bulkDecision.settled' }),
  },
}).createMachine({
  id: 'bulkDecision',
  description: 'The same decision about many rows: chosen, confirmed, and made one after another.',
  context: nothing,
  initial: 'selecting',
  options: { maxIterations: 1000 },
  states: {
    selecting: {
      description: 'Rows are chosen in the table; a choice stays while the filters change.',
      tags: ['choosing'],
      on: {
        CHOOSE: { actions: { type: 'choose', params: ({ event }) => event } },
        ASK: { guard: 'hasChosen', target: 'confirming' },
      },
    },
    confirming: {
      description: 'The dialog says what will happen to how many, and who is left out and why.',
      tags: ['dialog'],
      on: {
        CONFIRM: {
          guard: { type: 'hasDecisions', params: ({ event }) => event.decisions },
          target: 'deciding',
          actions: { type: 'keepDecisions', params: ({ event }) => event.decisions },
        },
        DISMISS: { target: 'selecting' },
      },
    },
    deciding: {
      description: 'One row after another is decided by the server; each answer is its own.',
      tags: ['busy'],
      invoke: {
        id: 'decide',
        src: 'decide',
        input: ({ context }) => context.waiting[0]!,
        onDone: goesOn(keepsAnswer),
        onError: goesOn(keepsFault),
      },
      on: {
        STOP: {
          actions: 'forgetRest',
          description: 'The row under way is finished: its answer must not be lost.',
        },
      },
    },
    settled: {
      description: 'Each row says what became of it, until the result is put away.',
      tags: ['settled'],
      on: { DISMISS: { target: 'selecting', actions: 'forgetAll' } },
    },
  },
})

export type BulkDecisionMachine = typeof bulkDecisionMachine
