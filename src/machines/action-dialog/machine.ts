import { assign, emit, fromPromise, setup } from 'xstate'
import { toProblem } from '../../domain/problem.ts'
import { thrown } from '../support/fault.ts'
import { missing, outputOf, type Result } from '../support/result.ts'
import type {
  ActionDialogContext,
  ActionDialogEmitted,
  ActionDialogEvent,
  ActionDialogTag,
  ExecuteInput,
  ExecuteOutput,
} from './types.ts'

interface Wish {
  action: unknown
  key: string
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const wishOf = ({ event: { action, key } }: { event: Wish }): Wish => ({ action, key })

const keepsAction = { type: 'keepAction', params: wishOf } as const

/** Once it is over, anything else can be asked for; nothing of what came of it stays. */
const asksAnew = {
  ASK: { target: 'confirming', actions: ['forget', keepsAction] },
  RUN: { target: 'running', actions: ['forget', keepsAction] },
  DISMISS: { target: 'idle', actions: 'forget' },
} as const

/**
 * A chart, because a second press, a refusal and a lost answer are decided once for every action of the portal. Something that
 * the user does, with or without a confirmation: approve, decline, submit, sign off, a download. The terms beside a button are
 * such a confirmation (specification 2 §2.12): who ticks them asks, the button confirms. `id` names it in the inspector. Provide
 * `execute`.
 *
 * The types of action and output are open here, and xstate gives named actions no parameters of an open type; so their
 * parameters are unknown, and each action says what it is.
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
      execute: fromPromise<ExecuteOutput<Output>, ExecuteInput<Action>>(missing('execute')),
    },
    guards: {
      isOk: (_, output: Result<unknown>) => output.ok,
    },
    actions: {
      keepAction: assign(({ context: { unanswered } }, { action, key }: Wish) => ({
        action: action as Action,
        key: unanswered && same(unanswered.action, action) ? unanswered.key : key,
      })),
      keepOutput: assign((_, output: Result<unknown>) =>
        output.ok ? { output: output.value as Output, unanswered: undefined } : {},
      ),
      keepRefusal: assign((_, output: Result<unknown>) =>
        output.ok ? {} : { problem: output.problem, unanswered: undefined },
      ),
      keepFault: assign(({ context: { action, key } }, error: unknown) => ({
        problem: toProblem(error),
        unanswered: { action: action!, key: key! },
      })),
      forget: assign({ action: undefined, key: undefined, output: undefined, problem: undefined }),
      forgetProblem: assign({ problem: undefined }),
      notifySuccess: emit(({ context }) => ({
        type: 'action.succeeded' as const,
        action: context.action!,
        output: context.output!,
      })),
      notifyFailure: emit(({ context }) => ({
        type: 'action.failed' as const,
        action: context.action!,
        problem: context.problem!,
      })),
    },
  }).createMachine({
    id,
    description: 'Something that the user does, confirmed first where it cannot be undone.',
    context: {
      action: undefined,
      key: undefined,
      unanswered: undefined,
      output: undefined,
      problem: undefined,
    },
    initial: 'idle',
    options: { maxIterations: 1000 },
    states: {
      idle: {
        description: 'Nothing is asked.',
        on: {
          ASK: { target: 'confirming', actions: keepsAction },
          RUN: { target: 'running', actions: keepsAction },
        },
      },
      confirming: {
        description: 'The dialog says what will happen and asks whether the user wants that.',
        tags: ['dialog'],
        on: {
          CONFIRM: { target: 'running' },
          RUN: {
            target: 'running',
            actions: keepsAction,
            description: 'Confirmed together with what was entered in the dialog, a note for instance.',
          },
          DISMISS: { target: 'idle', actions: 'forget' },
        },
      },
      running: {
        // No event is taken: a second press must not do it twice, and closing the dialog would not take it back.
        description: 'It is being done; it cannot be taken back any more.',
        tags: ['dialog', 'busy'],
        entry: 'forgetProblem',
        invoke: {
          id: 'execute',
          src: 'execute',
          input: ({ context }) => ({ action: context.action!, key: context.key! }),
          onDone: [
            {
              guard: { type: 'isOk', params: outputOf },
              target: 'succeeded',
              actions: { type: 'keepOutput', params: outputOf },
            },
            { target: 'refused', actions: { type: 'keepRefusal', params: outputOf } },
          ],
          onError: { target: 'failed', actions: { type: 'keepFault', params: thrown } },
        },
      },
      succeeded: {
        description: 'It is done.',
        entry: 'notifySuccess',
        on: asksAnew,
      },
      refused: {
        description: 'The server has refused it and says why; trying again would not help by itself.',
        tags: ['dialog'],
        entry: 'notifyFailure',
        on: { ...asksAnew, RETRY: { target: 'running' } },
      },
      failed: {
        description:
          'It could not be done because of a fault; it can be tried again. The server may have done it: the same keeps its key.',
        tags: ['dialog'],
        entry: 'notifyFailure',
        on: { ...asksAnew, RETRY: { target: 'running' } },
      },
    },
  })

/** The machine of an action with this description and this output. */
export type ActionDialogMachine<Action, Output> = ReturnType<typeof actionDialogMachine<Action, Output>>
