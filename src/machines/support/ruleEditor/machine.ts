import { assign, emit, fromPromise, setup } from 'xstate'
import { toProblem } from '../../../domain/problem.ts'
import { type Entered, faultsIn } from '../../../domain/ruleConfiguration.ts'
import { thrown } from '../fault.ts'
import { missing } from '../result.ts'
import { isTouched } from './touched.ts'
import type {
  RuleEditorContext,
  RuleEditorEmitted,
  RuleEditorEvent,
  RuleEditorInput,
  RuleEditorTag,
  SaveInput,
  SaveOutput,
} from './types.ts'

const keepsStored = [
  {
    type: 'keepStored',
    params: ({ event }: { event: { stored: Entered } }): Entered => event.stored,
  },
  'tellDraft',
] as const

const isSame = (one: Entered, other: Entered): boolean =>
  Object.keys(one).every(id => one[id]?.trim() === other[id]?.trim())

/**
 * What follows from something else being stored: fields that the person has not touched follow, what was entered stays and
 * is told to be overtaken; not by the same, which may be the person's own, told before its answer.
 */
const withStored = (
  { stored, entered, isOvertaken }: RuleEditorContext,
  next: Entered,
): Pick<RuleEditorContext, 'stored' | 'entered' | 'isOvertaken'> => ({
  stored: next,
  entered: Object.fromEntries(
    Object.keys(next).map(id => [id, (entered[id] === stored[id] ? next[id] : entered[id]) ?? '']),
  ),
  isOvertaken: isOvertaken || (!isSame(entered, stored) && !isSame(stored, next) && !isSame(entered, next)),
})

/**
 * The fields in which something of a rule is changed (specification 1 §2, §5): validated when they are left, saved once
 * something else is entered and none of it is in error. Provide `save`.
 */
export const ruleEditor = ({ id, description }: { id: string; description: string }) =>
  setup({
    types: {
      context: {} as RuleEditorContext,
      input: {} as RuleEditorInput,
      events: {} as RuleEditorEvent,
      emitted: {} as RuleEditorEmitted,
      tags: {} as RuleEditorTag,
    },
    actors: {
      save: fromPromise<SaveOutput, SaveInput>(missing('save')),
    },
    guards: {
      isAnotherAndValid: ({ context: { entered, stored, fields } }) =>
        !isSame(entered, stored) && Object.keys(faultsIn(fields, entered)).length === 0,
      isTaken: (_, output: SaveOutput) => output.ok,
    },
    actions: {
      keepEntered: assign({
        entered: ({ context }, entered: Entered) => ({ ...context.entered, ...entered }),
      }),
      keepLeft: assign({
        left: ({ context }, fields: readonly string[]) => [...new Set([...context.left, ...fields])],
      }),
      keepStored: assign(({ context }, stored: Entered) => withStored(context, stored)),
      keepSaved: assign(({ context }) => ({ stored: context.entered })),
      keepRefusal: assign({ problem: (_, output: SaveOutput) => (output.ok ? undefined : output.problem) }),
      keepFault: assign({ problem: (_, error: unknown) => toProblem(error) }),
      forget: assign(({ context }) => ({
        entered: context.stored,
        left: [],
        problem: undefined,
        isOvertaken: false,
      })),
      forgetProblem: assign({ problem: undefined }),
      tellSaved: emit(
        (_, output: SaveOutput): RuleEditorEmitted => ({
          type: 'ruleEditor.saved',
          answer: output.ok ? output.value : undefined,
        }),
      ),
      tellDraft: emit(
        ({ context }): RuleEditorEmitted =>
          isTouched(context)
            ? { type: 'ruleEditor.entered', stored: context.stored, entered: context.entered }
            : { type: 'ruleEditor.untouched' },
      ),
    },
  }).createMachine({
    id,
    description,
    context: ({ input: { fields, stored, entered = stored } }) => ({
      fields,
      stored,
      entered,
      // What was entered before was left since: what is wrong with it is told.
      left: Object.keys(entered).filter(field => entered[field] !== stored[field]),
      problem: undefined,
      isOvertaken: false,
    }),
    initial: 'editing',
    options: { maxIterations: 1000 },
    states: {
      editing: {
        description:
          'The fields are open; nothing is sent before something else is entered and all of it is valid.',
        on: {
          ENTER: { actions: [{ type: 'keepEntered', params: ({ event }) => event.entered }, 'tellDraft'] },
          LEAVE: { actions: { type: 'keepLeft', params: ({ event }) => event.fields } },
          SAVE: { target: 'saving', guard: 'isAnotherAndValid' },
          CANCEL: { actions: ['forget', 'tellDraft'], description: 'The fields show again what is stored.' },
          STORED: { actions: keepsStored },
        },
      },
      saving: {
        description: 'The server is asked to take it. The fields wait for the answer.',
        tags: ['busy'],
        entry: 'forgetProblem',
        invoke: {
          id: 'save',
          src: 'save',
          input: ({ context }) => ({ entered: context.entered }),
          onDone: [
            {
              guard: { type: 'isTaken', params: ({ event }) => event.output },
              target: 'editing',
              actions: [
                'keepSaved',
                'forget',
                'tellDraft',
                { type: 'tellSaved', params: ({ event }) => event.output },
              ],
            },
            {
              target: 'failed',
              actions: { type: 'keepRefusal', params: ({ event }) => event.output },
            },
          ],
          onError: { target: 'failed', actions: { type: 'keepFault', params: thrown } },
        },
        on: {
          STORED: {
            actions: keepsStored,
            description: 'Where the save is refused, what the others have stored is what there is.',
          },
        },
      },
      failed: {
        description: 'It was not taken; what was entered stays, to be changed, tried again or given up.',
        on: {
          ENTER: {
            target: 'editing',
            actions: [{ type: 'keepEntered', params: ({ event }) => event.entered }, 'tellDraft'],
          },
          SAVE: { target: 'saving', guard: 'isAnotherAndValid' },
          CANCEL: { target: 'editing', actions: ['forget', 'tellDraft'] },
          STORED: { actions: keepsStored },
        },
      },
    },
  })

export type RuleEditorMachine = ReturnType<typeof ruleEditor>
