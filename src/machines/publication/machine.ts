import { assign, fromPromise, setup } from 'xstate'
import { toProblem } from '../../domain/problem.ts'
import { thrown } from '../support/fault.ts'
import { missing } from '../support/result.ts'
import { hasRoom } from './guards.ts'
import type {
  Picked,
  PublicationContext,
  PublicationEvent,
  PublicationInput,
  PublicationTag,
  PublishInput,
  PublishOutput,
  Sample,
} from './types.ts'

/**
 * A schema or a ruleset on its way into the register (decisions §10): picked, sent, and published or refused with what is wrong
 * in which file. Another file can be picked then. Provide `publish`.
 */
export const publicationMachine = setup({
  types: {
    context: {} as PublicationContext,
    input: {} as PublicationInput,
    events: {} as PublicationEvent,
    tags: {} as PublicationTag,
  },
  actors: { publish: fromPromise<PublishOutput, PublishInput>(missing('publish')) },
  guards: {
    hasFile: ({ context }) => context.file !== undefined,
    hasRoom: ({ context }) => hasRoom(context),
    isPublished: (_, output: PublishOutput) => output.ok,
  },
  actions: {
    keepFile: assign({ file: (_, file: Picked) => file }),
    addSample: assign({
      samples: ({ context }, sample: Sample) => [...context.samples, sample],
    }),
    removeSample: assign({
      samples: ({ context }, id: string) => context.samples.filter(sample => sample.id !== id),
    }),
    noteAsked: assign({ isSubmitAttempted: true }),
    keepVersion: assign({
      version: (_, output: PublishOutput) => (output.ok ? output.value.version : undefined),
    }),
    keepRefusal: assign({ problem: (_, output: PublishOutput) => (output.ok ? undefined : output.problem) }),
    keepFault: assign({ problem: (_, error: unknown) => toProblem(error) }),
    forgetProblem: assign({ problem: undefined }),
  },
}).createMachine({
  id: 'publication',
  description: 'A schema or a ruleset that is picked, sent and published.',
  context: ({ input }) => ({
    ...input,
    file: undefined,
    samples: [],
    isSubmitAttempted: false,
    version: undefined,
    problem: undefined,
  }),
  initial: 'choosing',
  options: { maxIterations: 1000 },
  states: {
    choosing: {
      description: 'The file is picked; beside a schema files that it has to accept or refuse.',
      on: {
        PICK: {
          actions: [{ type: 'keepFile', params: ({ event }) => event.file }, 'forgetProblem'],
          description: 'What was wrong with the file before is told no more.',
        },
        ADD_SAMPLE: {
          guard: 'hasRoom',
          actions: { type: 'addSample', params: ({ event }) => event.sample },
        },
        REMOVE_SAMPLE: { actions: { type: 'removeSample', params: ({ event }) => event.id } },
        SUBMIT: [
          { target: 'publishing', guard: 'hasFile' },
          { actions: 'noteAsked', description: 'That nothing is picked is told beside the field.' },
        ],
      },
    },
    publishing: {
      description: 'The server checks it as a whole.',
      tags: ['busy'],
      entry: 'forgetProblem',
      invoke: {
        id: 'publish',
        src: 'publish',
        input: ({ context: { file, samples } }) => ({
          fileId: file!.id,
          samples: samples.map(({ id, isAccepted }) => ({ id, isAccepted })),
        }),
        onDone: [
          {
            guard: { type: 'isPublished', params: ({ event }) => event.output },
            target: 'published',
            actions: { type: 'keepVersion', params: ({ event }) => event.output },
          },
          { target: 'choosing', actions: { type: 'keepRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'choosing', actions: { type: 'keepFault', params: thrown } },
      },
    },
    published: { description: 'It is a Draft, for every server and worker.' },
  },
})

export type PublicationMachine = typeof publicationMachine
