import { assign, emit, fromPromise, setup } from 'xstate'
import { toProblem } from '../../domain/problem.ts'
import { missing } from '../support/result.ts'
import type {
  ActionDialogContext,
  ActionDialogEmitted,
  ActionDialogEvent,
  CarryOutInput,
  CarryOutOutput,
} from './types.ts'

/** What views ask of an action. `dialog`: the confirmation is open, also while it runs and when it went wrong. */
export type ActionDialogTag = 'dialog' | 'busy' | 'problem'

/**
 * Something that the user does, with or without a confirmation: approve, decline, submit, sign off, a download. `id`
 * names it in the inspector. Provide `carryOut`. The types of action and output are open; see `resourceMachine`.
 */
export const actionDialogMachine = <Action, Output>(id: string) =>
  setup({
    types: {
      context: {} as ActionDialogContext<Action, Output>,
      events: {} as ActionDialogEvent<Action>,
      emitted: {} as ActionDialogEmitted<Action, Output>,
      tags: {} as ActionDialogTag,
    },
    actors: {
      carryOut: fromPromise<CarryOutOutput<Output>, CarryOutInput<Action>>(missing('carryOut')),
    },
    guards: {
      isOk: (_, output: CarryOutOutput<unknown>) => output.ok,
    },
    actions: {
      forget: assign({ action: undefined, output: undefined, problem: undefined }),
      forgetProblem: assign({ problem: undefined }),
    },
  }).createMachine({
    id,
    description: 'Something that the user does, confirmed first where it cannot be undone.',
    context: { action: undefined, output: undefined, problem: undefined },
    initial: 'idle',
    options: { maxIterations: 1000 },
    states: {
      idle: {
        description: 'Nothing is asked.',
        on: {
          ASK: { target: 'confirming', actions: assign(({ event }) => ({ action: event.action })) },
          RUN: { target: 'running', actions: assign(({ event }) => ({ action: event.action })) },
        },
      },
      confirming: {
        description: 'The dialog says what will happen and asks whether the user wants that.',
        tags: ['dialog'],
        on: {
          CONFIRM: { target: 'running' },
          DISMISS: { target: 'idle', actions: 'forget' },
        },
      },
      running: {
        description: 'It is being done; it cannot be taken back any more.',
        tags: ['dialog', 'busy'],
        entry: 'forgetProblem',
        invoke: {
          id: 'carryOut',
          src: 'carryOut',
          input: ({ context }) => ({ action: context.action! }),
          onDone: [
            {
              guard: { type: 'isOk', params: ({ event }) => event.output },
              target: 'succeeded',
              actions: assign(({ event }) => (event.output.ok ? { output: event.output.value } : {})),
            },
            {
              target: 'refused',
              actions: assign(({ event }) => (event.output.ok ? {} : { problem: event.output.problem })),
            },
          ],
          onError: {
            target: 'failed',
            actions: assign(({ event }) => ({ problem: toProblem(event.error) })),
          },
        },
      },
      succeeded: {
        description: 'It is done.',
        entry: emit(({ context }) => ({
          type: 'action.succeeded',
          action: context.action!,
          output: context.output!,
        })),
        on: {
          ASK: {
            target: 'confirming',
            actions: ['forget', assign(({ event }) => ({ action: event.action }))],
          },
          RUN: { target: 'running', actions: ['forget', assign(({ event }) => ({ action: event.action }))] },
          DISMISS: { target: 'idle', actions: 'forget' },
        },
      },
      refused: {
        description: 'The server has refused it and says why; trying again would not help by itself.',
        tags: ['dialog', 'problem'],
        entry: emit(({ context }) => ({
          type: 'action.failed',
          action: context.action!,
          problem: context.problem!,
        })),
        on: {
          ASK: {
            target: 'confirming',
            actions: ['forget', assign(({ event }) => ({ action: event.action }))],
          },
          RUN: { target: 'running', actions: ['forget', assign(({ event }) => ({ action: event.action }))] },
          RETRY: { target: 'running' },
          DISMISS: { target: 'idle', actions: 'forget' },
        },
      },
      failed: {
        description: 'It could not be done because of a fault; it can be tried again.',
        tags: ['dialog', 'problem'],
        entry: emit(({ context }) => ({
          type: 'action.failed',
          action: context.action!,
          problem: context.problem!,
        })),
        on: {
          ASK: {
            target: 'confirming',
            actions: ['forget', assign(({ event }) => ({ action: event.action }))],
          },
          RUN: { target: 'running', actions: ['forget', assign(({ event }) => ({ action: event.action }))] },
          RETRY: { target: 'running' },
          DISMISS: { target: 'idle', actions: 'forget' },
        },
      },
    },
  })

/** The machine of an action with this description and this output. */
export type ActionDialogMachine<Action, Output> = ReturnType<typeof actionDialogMachine<Action, Output>>
