import { assign, emit, fromPromise, setup } from 'xstate'
import { toProblem } from '../../domain/problem.ts'
import { thrown } from '../support/fault.ts'
import { missing } from '../support/result.ts'
import type {
  ApplyInput,
  ApplyOutput,
  Chosen,
  CreateInput,
  CreateOutput,
  NewSpecificationContext,
  NewSpecificationEmitted,
  NewSpecificationEvent,
  NewSpecificationInput,
  NewSpecificationTag,
} from './types.ts'

const nothing: Chosen = { schemaId: null, rulesetId: null, increment: null }

/** The rulesets of a schema. */
const ofSchema = ({ rulesets }: NewSpecificationContext, schemaId: number | null) =>
  rulesets.filter(ruleset => ruleset.schemaId === schemaId)

/**
 * A specification in the making (specification 1 §2): three choices, of which the ruleset depends on the schema; it is made,
 * and then its rules are configured. Provide `create` and `apply`.
 */
export const newSpecificationMachine = setup({
  types: {
    context: {} as NewSpecificationContext,
    input: {} as NewSpecificationInput,
    events: {} as NewSpecificationEvent,
    emitted: {} as NewSpecificationEmitted,
    tags: {} as NewSpecificationTag,
  },
  actors: {
    create: fromPromise<CreateOutput, CreateInput>(missing('create')),
    apply: fromPromise<ApplyOutput, ApplyInput>(missing('apply')),
  },
  guards: {
    hasRulesets: ({ context }, id: number) => ofSchema(context, id).length > 0,
    isOfSchema: ({ context }, id: number) =>
      ofSchema(context, context.chosen.schemaId).some(ruleset => ruleset.id === id),
    isWhole: ({ context: { chosen } }) => Object.values(chosen).every(choice => choice !== null),
    isMade: (_, output: CreateOutput) => output.ok,
    isApplied: (_, output: ApplyOutput) => output.ok,
  },
  actions: {
    keepSchema: assign({
      chosen: ({ context }, schemaId: number) =>
        context.chosen.schemaId === schemaId
          ? context.chosen
          : { ...context.chosen, schemaId, rulesetId: null },
    }),
    keepRuleset: assign({
      chosen: ({ context }, rulesetId: number) => ({ ...context.chosen, rulesetId }),
    }),
    keepIncrement: assign({
      chosen: ({ context }, increment: Chosen['increment']) => ({ ...context.chosen, increment }),
    }),
    noteAsked: assign({ isSubmitAttempted: true }),
    keepMade: assign({ made: (_, output: CreateOutput) => (output.ok ? output.value : undefined) }),
    keepRefusal: assign({
      problem: (_, output: CreateOutput | ApplyOutput) => (output.ok ? undefined : output.problem),
    }),
    keepFault: assign({ problem: (_, error: unknown) => toProblem(error) }),
    forgetProblem: assign({ problem: undefined }),
    tellConfigured: emit({ type: 'specification.configured' as const }),
  },
}).createMachine({
  id: 'newSpecification',
  description: 'A specification in the making: chosen, made, configured.',
  context: ({ input }) => ({
    ...input,
    chosen: nothing,
    isSubmitAttempted: false,
    made: undefined,
    problem: undefined,
  }),
  initial: 'choosing',
  options: { maxIterations: 1000 },
  states: {
    choosing: {
      description: 'Schema, ruleset and increment are chosen; the rulesets are those of the schema.',
      on: {
        PICK_SCHEMA: {
          guard: { type: 'hasRulesets', params: ({ event }) => event.id },
          actions: { type: 'keepSchema', params: ({ event }) => event.id },
          description: 'A ruleset of another schema is chosen no more.',
        },
        PICK_RULESET: {
          guard: { type: 'isOfSchema', params: ({ event }) => event.id },
          actions: { type: 'keepRuleset', params: ({ event }) => event.id },
        },
        PICK_INCREMENT: { actions: { type: 'keepIncrement', params: ({ event }) => event.increment } },
        SUBMIT: [
          { target: 'creating', guard: 'isWhole' },
          { actions: 'noteAsked', description: 'What is missing is told beside its field.' },
        ],
      },
    },
    creating: {
      description: 'The server is asked to make it.',
      tags: ['busy'],
      entry: 'forgetProblem',
      invoke: {
        id: 'create',
        src: 'create',
        input: ({ context: { chosen } }) => ({
          schemaId: chosen.schemaId!,
          rulesetId: chosen.rulesetId!,
          increment: chosen.increment!,
        }),
        onDone: [
          {
            guard: { type: 'isMade', params: ({ event }) => event.output },
            target: 'configuring',
            actions: { type: 'keepMade', params: ({ event }) => event.output },
          },
          { target: 'choosing', actions: { type: 'keepRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'choosing', actions: { type: 'keepFault', params: thrown } },
      },
    },
    configuring: {
      description: 'It is made. How its rules are configured is confirmed.',
      tags: ['configuring'],
      on: { APPLY: { target: 'applying' } },
    },
    applying: {
      description: "The server gives its rules their ruleset's defaults.",
      tags: ['configuring', 'busy'],
      entry: 'forgetProblem',
      invoke: {
        id: 'apply',
        src: 'apply',
        input: ({ context }) => ({ id: context.made!.id }),
        onDone: [
          {
            guard: { type: 'isApplied', params: ({ event }) => event.output },
            target: 'configured',
            actions: 'tellConfigured',
          },
          { target: 'configuring', actions: { type: 'keepRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'configuring', actions: { type: 'keepFault', params: thrown } },
      },
    },
    configured: {
      description: 'It is a Draft; the page leads back to the list.',
      tags: ['configuring'],
    },
  },
})

export type NewSpecificationMachine = typeof newSpecificationMachine
