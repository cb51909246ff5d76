import { and, assign, emit, fromPromise, setup } from 'xstate'
import { toProblem } from '../../domain/problem.ts'
import { thrown } from '../support/fault.ts'
import { missing } from '../support/result.ts'
import type {
  InlineChoiceContext,
  InlineChoiceEmitted,
  InlineChoiceEvent,
  InlineChoiceInput,
  InlineChoiceTag,
  SaveInput,
  SaveOutput,
} from './types.ts'

/**
 * A chart of its own beside `action-dialog`, because what was picked is kept through a refusal and follows what others store. A
 * choice that is made in its place in a table (specification 1 §2, §4): the state of a collection, its specification, the state
 * of a specification, a schema or a ruleset. Nothing is sent until something else is picked and saved; a refusal leaves what was
 * picked, to be tried again or given up. What cannot be taken back is asked about before it is saved. Provide `save`.
 */
export const inlineChoiceMachine = setup({
  types: {
    context: {} as InlineChoiceContext,
    input: {} as InlineChoiceInput,
    events: {} as InlineChoiceEvent,
    emitted: {} as InlineChoiceEmitted,
    tags: {} as InlineChoiceTag,
  },
  actors: {
    save: fromPromise<SaveOutput, SaveInput>(missing('save')),
  },
  guards: {
    isAnother: ({ context }) => context.picked !== null && context.picked !== context.current,
    isAskedFirst: ({ context }) => context.picked !== null && context.asksFirst.includes(context.picked),
    isNews: ({ context }, current: number | null) => current !== context.current,
    isOvertaken: ({ context }) => context.isOvertaken,
    isOfOthers: ({ context }, current: number | null) =>
      current !== context.current && current !== context.picked,
    isTaken: (_, output: SaveOutput) => output.ok,
  },
  actions: {
    keepPick: assign({ picked: (_, id: number) => id, problem: undefined }),
    keepCurrent: assign({ current: (_, current: number | null) => current }),
    noteOvertaken: assign({ isOvertaken: true }),
    keepSaved: assign(({ context }) => ({ current: context.picked })),
    keepRefusal: assign({ problem: (_, output: SaveOutput) => (output.ok ? undefined : output.problem) }),
    keepFault: assign({ problem: (_, error: unknown) => toProblem(error) }),
    forget: assign({ picked: null, problem: undefined, isOvertaken: false }),
    forgetProblem: assign({ problem: undefined }),
    tellSaved: emit((_, output: SaveOutput) => ({
      type: 'inlineChoice.saved' as const,
      answer: output.ok ? output.value : undefined,
    })),
  },
}).createMachine({
  id: 'inlineChoice',
  description: 'A choice that is made in its place, and saved or given up.',
  context: ({ input }) => ({ ...input, picked: null, problem: undefined, isOvertaken: false }),
  initial: 'display',
  options: { maxIterations: 1000 },
  on: {
    CHANGED: {
      guard: { type: 'isNews', params: ({ event }) => event.current },
      actions: [{ type: 'keepCurrent', params: ({ event }) => event.current }, 'noteOvertaken'],
      description: 'What was picked stays; the person is told that somebody else has chosen.',
    },
  },
  states: {
    display: {
      description: 'What is chosen is shown.',
      on: {
        EDIT: { target: 'editing' },
        CHANGED: { actions: { type: 'keepCurrent', params: ({ event }) => event.current } },
      },
    },
    editing: {
      description: 'The options are shown; nothing is sent before something else is picked.',
      tags: ['open'],
      on: {
        PICK: { actions: { type: 'keepPick', params: ({ event }) => event.id } },
        SAVE: [
          { target: 'confirming', guard: and(['isAnother', 'isAskedFirst']) },
          { target: 'saving', guard: 'isAnother' },
        ],
        CANCEL: { target: 'display', actions: 'forget' },
      },
    },
    confirming: {
      description: 'What was picked cannot be taken back: the person is asked whether it is meant.',
      tags: ['open', 'dialog'],
      on: {
        CONFIRM: { target: 'saving' },
        DISMISS: { target: 'editing' },
        CHANGED: {
          guard: { type: 'isNews', params: ({ event }) => event.current },
          target: 'editing',
          actions: [{ type: 'keepCurrent', params: ({ event }) => event.current }, 'noteOvertaken'],
          description: 'What was asked about is no longer as the question says.',
        },
      },
    },
    saving: {
      description: 'The server is asked to take it. It cannot be given up any more.',
      tags: ['open', 'busy'],
      entry: 'forgetProblem',
      on: {
        CHANGED: [
          {
            guard: { type: 'isOfOthers', params: ({ event }) => event.current },
            actions: [{ type: 'keepCurrent', params: ({ event }) => event.current }, 'noteOvertaken'],
            description: 'Somebody else was faster. If the save is refused, the person is told.',
          },
          {
            actions: { type: 'keepCurrent', params: ({ event }) => event.current },
            description: 'The live message may come before the answer.',
          },
        ],
      },
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => ({ picked: context.picked! }),
        onDone: [
          {
            guard: { type: 'isTaken', params: ({ event }) => event.output },
            target: 'display',
            actions: ['keepSaved', 'forget', { type: 'tellSaved', params: ({ event }) => event.output }],
          },
          {
            target: 'failed',
            actions: { type: 'keepRefusal', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'failed', actions: { type: 'keepFault', params: thrown } },
      },
    },
    failed: {
      description: 'It was not taken, and the cell says why; what was picked stays.',
      tags: ['open'],
      on: {
        PICK: { target: 'editing', actions: { type: 'keepPick', params: ({ event }) => event.id } },
        SAVE: [
          {
            target: 'confirming',
            guard: and(['isAnother', 'isAskedFirst', 'isOvertaken']),
            actions: 'forgetProblem',
            description: 'The first answer was about what was chosen then; somebody else has chosen since.',
          },
          { target: 'saving', guard: 'isAnother' },
        ],
        CANCEL: { target: 'display', actions: 'forget' },
      },
    },
  },
})

export type InlineChoiceMachine = typeof inlineChoiceMachine
