import { assign, fromPromise, setup } from 'xstate'
import { toProblem } from '../../domain/problem.ts'
import type { RuleFieldId } from '../../domain/ruleSource.ts'
import { thrown } from '../support/fault.ts'
import { missing } from '../support/result.ts'
import type {
  RuleSourceContext,
  RuleSourceEvent,
  RuleSourceInput,
  RuleSourceTag,
  RunOutput,
  SaveOutput,
  TextsInput,
} from './types.ts'

/** Milliseconds without typing after which the examples are run. */
export const quietMs = 500

const enters = {
  target: 'editing',
  actions: {
    type: 'keepEntered',
    params: ({ event }: { event: { field: RuleFieldId; text: string } }) => event,
  },
} as const
const saves = { target: 'saving', guard: 'isAnother' } as const

/**
 * A chart, because examples run while the user types, and a save ends the run. Edits a rule of a Draft ruleset: its examples
 * run after a pause in typing, and a save makes the next version of the ruleset. Provide `run` and `save`.
 */
export const ruleSourceMachine = setup({
  types: {
    context: {} as RuleSourceContext,
    input: {} as RuleSourceInput,
    events: {} as RuleSourceEvent,
    tags: {} as RuleSourceTag,
  },
  actors: {
    run: fromPromise<RunOutput, TextsInput>(missing('run')),
    save: fromPromise<SaveOutput, TextsInput>(missing('save')),
  },
  delays: { quiet: quietMs },
  guards: {
    isAnother: ({ context: { entered, stored } }) =>
      (Object.keys(entered) as RuleFieldId[]).some(id => entered[id] !== stored[id]),
    hasRun: (_, output: RunOutput) => output.ok,
    isSaved: (_, output: SaveOutput) => output.ok,
  },
  actions: {
    keepEntered: assign({
      entered: ({ context }, { field, text }: { field: RuleFieldId; text: string }) => ({
        ...context.entered,
        [field]: text,
      }),
    }),
    keepResult: assign({ result: (_, output: RunOutput) => (output.ok ? output.value : undefined) }),
    keepSaved: assign({ saved: (_, output: SaveOutput) => (output.ok ? output.value : undefined) }),
    keepRefusal: assign({
      problem: (_, output: RunOutput | SaveOutput) => (output.ok ? undefined : output.problem),
    }),
    keepFault: assign({ problem: (_, error: unknown) => toProblem(error) }),
    forgetProblem: assign({ problem: undefined }),
  },
}).createMachine({
  id: 'ruleSource',
  description: 'One rule of a Draft ruleset, changed and tried out.',
  context: ({ input }) => ({
    ...input,
    entered: input.stored,
    result: undefined,
    saved: undefined,
    problem: undefined,
  }),
  initial: 'running',
  options: { maxIterations: 1000 },
  states: {
    editing: {
      description: 'Somebody types.',
      tags: ['stale'],
      entry: 'forgetProblem',
      after: { quiet: { target: 'running' } },
      on: {
        ENTER: { ...enters, reenter: true, description: 'It has to be quiet anew.' },
        SAVE: saves,
      },
    },
    running: {
      description: 'The server compiles the rule as it is entered and runs its examples.',
      tags: ['stale'],
      invoke: {
        id: 'run',
        src: 'run',
        input: ({ context }) => ({ texts: context.entered }),
        onDone: [
          {
            guard: { type: 'hasRun', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'keepResult', params: ({ event }) => event.output },
          },
          { target: 'shown', actions: { type: 'keepRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'shown', actions: { type: 'keepFault', params: thrown } },
      },
      on: { ENTER: { ...enters, description: 'The answer is not waited for.' }, SAVE: saves },
    },
    shown: {
      description: 'What the examples give is in sight.',
      on: { ENTER: enters, SAVE: saves },
    },
    saving: {
      description: 'The server runs every example of the ruleset and publishes its next version.',
      tags: ['saving'],
      entry: 'forgetProblem',
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => ({ texts: context.entered }),
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => event.output },
            target: 'saved',
            actions: { type: 'keepSaved', params: ({ event }) => event.output },
          },
          { target: 'refused', actions: { type: 'keepRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused', actions: { type: 'keepFault', params: thrown } },
      },
    },
    refused: {
      description: 'It is not saved; why is told, and what was entered stays.',
      on: {
        ENTER: enters,
        SAVE: { target: 'saving', description: 'Once more: what was refused is another rule for certain.' },
      },
    },
    saved: { description: 'It is in the next version of the ruleset, a Draft.' },
  },
})

export type RuleSourceMachine = typeof ruleSourceMachine
