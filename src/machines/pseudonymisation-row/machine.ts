import { assign, fromPromise, sendTo, setup } from 'xstate'
import { toProblem } from '../../domain/problem.ts'
import type { DpsFileStatus } from '../../domain/pseudonymisation.ts'
import { thrown } from '../support/fault.ts'
import { missing, outputOf, type Result } from '../support/result.ts'
import type {
  AddressOutput,
  PseudonymisationRowContext,
  PseudonymisationRowEvent,
  PseudonymisationRowInput,
  PseudonymisationRowParentEvent,
  PseudonymisationRowTag,
  RowTarget,
  TakenOutput,
  TaskStatus,
} from './types.ts'

const targetOf = ({ context: { uuid } }: { context: PseudonymisationRowContext }): RowTarget => ({ uuid })
const isTaken = { type: 'isTaken', params: outputOf } as const
const keepsRefusal = { type: 'keepRefusal', params: outputOf } as const
const keepsFault = { type: 'keepFault', params: thrown } as const

/**
 * A chart, because the list, a live message and the viewer's own call report the same task in any order. One row of the page
 * Data Pseudonymisation (specification 1 §2, §4): its status and its button. The server's chart decides; this one shows the
 * latest of what the list and the live messages report. Provide `request`, `fetch` and `reset`.
 */
export const pseudonymisationRowMachine = setup({
  types: {
    context: {} as PseudonymisationRowContext,
    input: {} as PseudonymisationRowInput,
    events: {} as PseudonymisationRowEvent,
    tags: {} as PseudonymisationRowTag,
  },
  actors: {
    request: fromPromise<TakenOutput, RowTarget>(missing('request')),
    fetch: fromPromise<AddressOutput, RowTarget>(missing('fetch')),
    reset: fromPromise<TakenOutput, RowTarget>(missing('reset')),
  },
  guards: {
    isNews: ({ context, event }) => event.type === 'STATUS' && event.version > context.version,
    says: ({ context }, status: DpsFileStatus) => context.status === status,
    isTaken: (_, output: Result<unknown>) => output.ok,
  },
  actions: {
    keepTask: assign((_, { status, version }: TaskStatus) => ({ status, version })),
    keepRefusal: assign({
      problem: (_, output: Result<unknown>) => (output.ok ? undefined : output.problem),
    }),
    keepFault: assign({ problem: (_, error: unknown) => toProblem(error) }),
    forgetProblem: assign({ problem: undefined }),
    giveAddress: sendTo(
      ({ context }) => context.parent,
      (_, output: AddressOutput): PseudonymisationRowParentEvent => ({
        type: 'ADDRESS_GIVEN',
        url: output.ok ? output.value : '',
      }),
    ),
  },
}).createMachine({
  id: 'pseudonymisationRow',
  description: 'The button of one submission on the page Data Pseudonymisation, and what it is doing.',
  context: ({ input }) => ({ ...input, problem: undefined }),
  initial: 'placing',
  options: { maxIterations: 1000 },
  on: {
    STATUS: {
      target: '.placing',
      guard: 'isNews',
      actions: [{ type: 'keepTask', params: ({ event }) => event }, 'forgetProblem'],
      description: 'What is older than what the row knows changes nothing.',
    },
  },
  states: {
    placing: {
      description: 'Finds the place for what the server says.',
      always: [
        { target: 'pending', guard: { type: 'says', params: 'Pending' } },
        { target: 'success', guard: { type: 'says', params: 'Success' } },
        { target: 'failed', guard: { type: 'says', params: 'Failed' } },
        { target: 'idle' },
      ],
    },
    idle: {
      description: 'Nobody has asked: the button says Anonymise.',
      on: { ANONYMISE: { target: 'requesting' } },
    },
    requesting: {
      description: 'The server is asked to take the task. A second click is no second request.',
      tags: ['pending', 'busy'],
      entry: 'forgetProblem',
      invoke: {
        id: 'request',
        src: 'request',
        input: targetOf,
        onDone: [
          { guard: isTaken, target: 'pending' },
          { target: 'idle', actions: keepsRefusal },
        ],
        onError: { target: 'idle', actions: keepsFault },
      },
    },
    pending: {
      description: 'The task is under way: "Anonymising...".',
      tags: ['pending'],
    },
    success: {
      description: 'The output can be downloaded.',
      tags: ['success'],
      on: { DOWNLOAD: { target: 'fetching' } },
    },
    fetching: {
      description: 'A short-lived address of the output is asked for.',
      tags: ['success', 'busy'],
      entry: 'forgetProblem',
      invoke: {
        id: 'fetch',
        src: 'fetch',
        input: targetOf,
        onDone: [
          {
            guard: isTaken,
            target: 'success',
            actions: { type: 'giveAddress', params: ({ event }) => event.output },
          },
          { target: 'success', actions: keepsRefusal },
        ],
        onError: { target: 'success', actions: keepsFault },
      },
    },
    failed: {
      description: 'The task was given up. Only who may reset it is offered that.',
      tags: ['failed'],
      on: { RESET: { target: 'resetting' } },
    },
    resetting: {
      description: 'The server is asked to let the task begin anew.',
      tags: ['failed', 'busy'],
      entry: 'forgetProblem',
      invoke: {
        id: 'reset',
        src: 'reset',
        input: targetOf,
        onDone: [
          { guard: isTaken, target: 'idle' },
          { target: 'failed', actions: keepsRefusal },
        ],
        onError: { target: 'failed', actions: keepsFault },
      },
    },
  },
})

export type PseudonymisationRowMachine = typeof pseudonymisationRowMachine
