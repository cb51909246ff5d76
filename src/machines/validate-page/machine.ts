import { assign, emit, fromPromise, setup } from 'xstate'
import { toProblem } from '../../domain/problem.ts'
import { thrown } from '../support/fault.ts'
import { missing, outputOf } from '../support/result.ts'
import type { CheckProgress } from '../upload/types.ts'
import { notChecked, withFiles, withoutFile } from './choice.ts'
import { faultsOf, positionBeside, positionWithin } from './faults.ts'
import type {
  CheckedFile,
  CheckInput,
  CheckOutput,
  OfferOutput,
  SchemaChoice,
  ValidatePageContext,
  ValidatePageEmitted,
  ValidatePageEvent,
  ValidatePageInput,
  ValidatePageTag,
} from './types.ts'

const schemaOf = (reference: string | undefined): SchemaChoice =>
  reference === undefined ? { kind: 'none' } : { kind: 'published', reference }

/**
 * A chart, because files, schema and check depend on each other, and the answer of the server decides whether the page is shown at
 * all. The page /validate: a file is checked in the browser and its faults are shown in its text. Provide `readOffer` and
 * `checkFile`.
 */
export const validatePageMachine = setup({
  types: {
    context: {} as ValidatePageContext,
    events: {} as ValidatePageEvent,
    input: {} as ValidatePageInput,
    emitted: {} as ValidatePageEmitted,
    tags: {} as ValidatePageTag,
  },
  actors: {
    readOffer: fromPromise<OfferOutput>(missing('readOffer')),
    checkFile: fromPromise<CheckOutput, CheckInput>(missing('checkFile')),
  },
  guards: {
    needsSignIn: ({ context }, output: OfferOutput) =>
      !output.ok && output.problem.kind === 'unauthorised' && !context.hasSignedIn,
    hasFile: ({ context }) => context.file !== undefined,
    isRefused: (_, output: CheckOutput) => !output.ok,
    isValid: (_, output: CheckOutput) => output.ok && output.value.kind === 'valid',
    isThere: ({ context }, position: number) => faultsOf(context)[position] !== undefined,
  },
  actions: {
    askToSignIn: emit({ type: 'validatePage.signIn' as const }),
    keepOffer: assign(({ context }, output: OfferOutput) => {
      if (!output.ok) return { schema: schemaOf(undefined), problem: output.problem }
      const { reference } = context
      const isOffered = output.value.some(schema => schema.reference === reference)
      return { offer: output.value, schema: schemaOf(isOffered ? reference : undefined) }
    }),
    keepOfferFault: assign((_, error: unknown) => ({ problem: toProblem(error) })),
    keepFiles: assign(({ context }, files: readonly CheckedFile[]) => ({
      ...notChecked,
      ...withFiles(context, files),
    })),
    keepSchema: assign((_, reference: string | undefined) => ({
      ...notChecked,
      schema: schemaOf(reference),
      refusal: undefined,
    })),
    removeFile: assign(({ context }, id: string) => ({ ...notChecked, ...withoutFile(context, id) })),
    begin: assign({ ...notChecked, refusal: undefined }),
    keepProgress: assign((_, progress: CheckProgress) => ({ progress })),
    keepOutcome: assign((_, output: CheckOutput) => (output.ok ? { outcome: output.value } : {})),
    keepProblem: assign((_, output: CheckOutput) => (output.ok ? {} : { problem: output.problem })),
    keepFault: assign((_, error: unknown) => ({ problem: toProblem(error) })),
    goOn: assign(({ context }) => ({ current: positionBeside(context, 1) })),
    goBack: assign(({ context }) => ({ current: positionBeside(context, -1) })),
    show: assign((_, current: number) => ({ current })),
    keepGroup: assign(({ context }, group: string | undefined) => ({
      group,
      current: positionWithin({ ...context, group }),
    })),
  },
}).createMachine({
  id: 'validatePage',
  description: 'A file is checked against a schema in the browser; nothing of it is sent.',
  context: ({ input }) => ({
    ...input,
    ...notChecked,
    offer: [],
    file: undefined,
    schema: schemaOf(undefined),
    refusal: undefined,
  }),
  initial: 'opening',
  options: { maxIterations: 1000 },
  states: {
    opening: {
      description: 'The published schemas are read, and with them whether the user has to sign in.',
      invoke: {
        id: 'readOffer',
        src: 'readOffer',
        onDone: [
          {
            guard: { type: 'needsSignIn', params: outputOf },
            target: 'signingIn',
            description: 'Not again straight after signing in: the browser would go to and fro for ever.',
          },
          { target: 'idle', actions: { type: 'keepOffer', params: outputOf } },
        ],
        onError: {
          target: 'idle',
          actions: { type: 'keepOfferFault', params: thrown },
          description: 'The check itself needs no server.',
        },
      },
    },
    signingIn: {
      description: 'The browser goes to the page for signing in, which leads back.',
      entry: 'askToSignIn',
    },
    idle: {
      description: 'Nothing is under way: files can be chosen, and a result may be in sight.',
      initial: 'choosing',
      tags: ['ready'],
      on: {
        FILES_CHOSEN: {
          target: '.choosing',
          actions: { type: 'keepFiles', params: ({ event }) => event.files },
        },
        SCHEMA_CHOSEN: {
          target: '.choosing',
          actions: { type: 'keepSchema', params: ({ event }) => event.reference },
        },
        FILE_REMOVED: {
          target: '.choosing',
          actions: { type: 'removeFile', params: ({ event }) => event.id },
        },
        CHECK: { guard: 'hasFile', target: 'checking', actions: 'begin' },
      },
      states: {
        choosing: { description: 'A file and a schema are chosen, or still to be chosen.' },
        valid: { description: 'The file has nothing against it.', tags: ['result'] },
        faulty: {
          description: 'The file or its schema has faults, one of which is shown in the text.',
          tags: ['result'],
          on: {
            NEXT: { actions: 'goOn' },
            PREVIOUS: { actions: 'goBack' },
            SHOW: {
              guard: { type: 'isThere', params: ({ event }) => event.position },
              actions: { type: 'show', params: ({ event }) => event.position },
            },
            SHOW_GROUP: { actions: { type: 'keepGroup', params: ({ event }) => event.group } },
          },
        },
        failed: {
          description: 'The check could not be carried out: the file or the schema could not be read.',
        },
      },
    },
    checking: {
      description: 'The file is read by the worker.',
      tags: ['checking'],
      invoke: {
        id: 'checkFile',
        src: 'checkFile',
        input: ({ context, self }) => ({
          file: context.file!,
          schema: context.schema,
          report: progress => self.send({ type: 'PROGRESS', progress }),
        }),
        onDone: [
          {
            guard: { type: 'isRefused', params: outputOf },
            target: 'idle.failed',
            actions: { type: 'keepProblem', params: outputOf },
          },
          {
            guard: { type: 'isValid', params: outputOf },
            target: 'idle.valid',
            actions: { type: 'keepOutcome', params: outputOf },
          },
          { target: 'idle.faulty', actions: { type: 'keepOutcome', params: outputOf } },
        ],
        onError: { target: 'idle.failed', actions: { type: 'keepFault', params: thrown } },
      },
      on: {
        PROGRESS: { actions: { type: 'keepProgress', params: ({ event }) => event.progress } },
        CANCEL: { target: 'idle' },
      },
    },
  },
})

export type ValidatePageMachine = typeof validatePageMachine
