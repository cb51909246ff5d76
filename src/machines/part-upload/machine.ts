import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import { type Problem, toProblem } from '../../domain/problem.ts'
import { thrown } from '../support/fault.ts'
import { missing, outputOf, type Result } from '../support/result.ts'
import type { PartUploadParentEvent, UploadProgress, UploadTarget } from '../upload/types.ts'
import { nextPart, rangeOf } from './guards.ts'
import type {
  ComparePartsInput,
  CompletePartsOutput,
  PartUploadContext,
  PartUploadEvent,
  PartUploadInput,
  PartUploadOutput,
  RequestPartsOutput,
  SendPartInput,
  SendPartOutput,
} from './types.ts'

/** How long is waited after the first thing that goes wrong; each time after that twice as long, up to the longest. */
const firstPauseMs = 1000
const longestPauseMs = 30_000

/**
 * How often a part is sent that the store refuses: it may have been damaged on its way, but not every time. A network that is
 * away says nothing about the part and does not count: the upload would be cancelled for it.
 */
const mostRefusals = 5

/**
 * A chart, because parts are lost, sent again and resumed after a reload. A file that is sent in parts: what has arrived stays,
 * so that a lost network, a closed laptop or a reload costs no more than one part. The server says what it has whenever anything
 * went wrong; before the rest is sent, the file has to be the same.
 */
export const partUploadMachine = setup({
  types: {
    context: {} as PartUploadContext,
    events: {} as PartUploadEvent,
    input: {} as PartUploadInput,
    output: {} as PartUploadOutput,
    tags: {} as 'waiting',
  },
  actors: {
    requestParts: fromPromise<RequestPartsOutput, UploadTarget>(missing('requestParts')),
    compareParts: fromPromise<boolean, ComparePartsInput>(missing('compareParts')),
    sendPart: fromPromise<SendPartOutput, SendPartInput>(missing('sendPart')),
    completeParts: fromPromise<CompletePartsOutput, UploadTarget>(missing('completeParts')),
    /** Sends CONTINUE when the browser has a network again. */
    watchNetwork: fromCallback<PartUploadEvent>(missing('watchNetwork')),
  },
  delays: {
    pause: ({ context }) => Math.min(longestPauseMs, firstPauseMs * 2 ** (context.attempts - 1)),
  },
  guards: {
    isOk: (_, output: Result<unknown>) => output.ok,
    isSame: (_, output: boolean) => output,
    /** What another page, or this one before a reload, has sent may be of another file. */
    hasUnknown: ({ context }, output: RequestPartsOutput) =>
      output.ok && output.value.parts.some(({ number }) => !context.stored.includes(number)),
    isWhole: ({ context }) => nextPart(context) === undefined,
    isRefusedAgain: ({ context }, output: SendPartOutput) =>
      !output.ok && context.refusals + 1 >= mostRefusals,
  },
  actions: {
    keepGrant: assign(({ context }, output: RequestPartsOutput) => {
      if (!output.ok) return {}
      const granted = { grant: output.value, stored: output.value.parts.map(({ number }) => number) }
      // The refused part may have arrived after all, its answer lost.
      const isSamePart = nextPart({ ...context, ...granted }) === nextPart(context)
      return { ...granted, refusals: isSamePart ? context.refusals : 0 }
    }),
    tellGranted: sendTo(
      ({ context }) => context.parent,
      (): PartUploadParentEvent => ({ type: 'PARTS_GRANTED' }),
    ),
    keepPart: assign(({ context }) => ({
      stored: [...context.stored, nextPart(context)!],
      // The pace of one part is that of the next.
      progress: context.progress && { ...context.progress, sent: 0 },
      problem: undefined,
      attempts: 0,
      refusals: 0,
    })),
    keepProgress: assign((_, progress: UploadProgress) => ({ progress })),
    keepProblem: assign(({ context }, value: Problem | undefined) => ({
      problem: value,
      progress: undefined,
      attempts: context.attempts + 1,
    })),
    keepFault: assign(({ context }, fault: Problem) => ({ problem: context.problem ?? fault })),
    countRefusal: assign(({ context }) => ({ refusals: context.refusals + 1 })),
    endAs: assign((_, outcome: PartUploadOutput) => ({ outcome })),
  },
}).createMachine({
  id: 'partUpload',
  description: 'A file that is sent in parts, over interruptions.',
  context: ({ input: { parent, ...target } }) => ({
    parent,
    target,
    grant: undefined,
    stored: [],
    progress: undefined,
    problem: undefined,
    attempts: 0,
    refusals: 0,
    outcome: { kind: 'refused', problem: undefined },
  }),
  initial: 'asking',
  options: { maxIterations: 1000 },
  output: ({ context }) => context.outcome,
  states: {
    asking: {
      description: 'The server is asked to take the file in parts, and which of them it has.',
      invoke: {
        id: 'requestParts',
        src: 'requestParts',
        input: ({ context }) => context.target,
        onDone: [
          {
            guard: { type: 'hasUnknown', params: outputOf },
            target: 'comparing',
            actions: [{ type: 'keepGrant', params: outputOf }, 'tellGranted'],
          },
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'next',
            actions: [{ type: 'keepGrant', params: outputOf }, 'tellGranted'],
          },
          {
            target: 'refused',
            actions: {
              type: 'endAs',
              params: ({ event: { output } }) => ({
                kind: 'refused',
                problem: output.ok ? undefined : output.problem,
              }),
            },
          },
        ],
        onError: {
          target: 'waiting',
          actions: { type: 'keepProblem', params: args => toProblem(thrown(args)) },
        },
      },
    },
    comparing: {
      description: 'The file is compared with what has arrived of it, part by part.',
      invoke: {
        id: 'compareParts',
        src: 'compareParts',
        input: ({ context }) => ({ file: context.target.file, grant: context.grant! }),
        onDone: [{ guard: { type: 'isSame', params: outputOf }, target: 'next' }, { target: 'otherFile' }],
        onError: {
          target: 'otherFile',
          description: 'The file cannot be read any more: it has to be chosen again.',
        },
      },
    },
    next: {
      description: 'Left at once: the next part is sent, or all are there.',
      always: [{ guard: 'isWhole', target: 'completing' }, { target: 'sending' }],
    },
    sending: {
      description: 'The first part that has not arrived is on its way.',
      invoke: {
        id: 'sendPart',
        src: 'sendPart',
        input: ({ context, self }) => {
          const number = nextPart(context)!
          return {
            file: context.target.file,
            post: context.grant!.post,
            number,
            ...rangeOf(context, number),
            report: progress => self.send({ type: 'PART_PROGRESS', progress }),
          }
        },
        onDone: [
          { guard: { type: 'isOk', params: outputOf }, target: 'next', actions: 'keepPart' },
          {
            guard: { type: 'isRefusedAgain', params: outputOf },
            target: 'refused',
            actions: {
              type: 'endAs',
              params: ({ event: { output } }) => ({
                kind: 'refused',
                problem: output.ok ? undefined : output.problem,
              }),
            },
          },
          {
            target: 'waiting',
            actions: [
              {
                type: 'keepProblem',
                params: ({ event: { output } }) => (output.ok ? undefined : output.problem),
              },
              'countRefusal',
            ],
            description: 'It was damaged on its way, or its time has run out; the server knows.',
          },
        ],
        onError: {
          target: 'waiting',
          actions: { type: 'keepProblem', params: args => toProblem(thrown(args)) },
        },
      },
      on: {
        PART_PROGRESS: { actions: { type: 'keepProgress', params: ({ event }) => event.progress } },
      },
    },
    waiting: {
      description: 'The network or the server is away, or has refused a part; it goes on by itself.',
      tags: ['waiting'],
      invoke: {
        id: 'watchNetwork',
        src: 'watchNetwork',
        onError: {
          actions: { type: 'keepFault', params: args => toProblem(thrown(args)) },
          description: 'The pause ends it, then. What it waits for is said before that.',
        },
      },
      after: { pause: { target: 'asking' } },
      on: { CONTINUE: { target: 'asking' } },
    },
    completing: {
      description: 'Every part has arrived; the server puts the file together.',
      invoke: {
        id: 'completeParts',
        src: 'completeParts',
        input: ({ context }) => context.target,
        onDone: [
          { guard: { type: 'isOk', params: outputOf }, target: 'stored' },
          {
            target: 'waiting',
            actions: {
              type: 'keepProblem',
              params: ({ event: { output } }) => (output.ok ? undefined : output.problem),
            },
            description: 'A part is missing after all, or the upload has ended; the server knows.',
          },
        ],
        onError: {
          target: 'waiting',
          actions: { type: 'keepProblem', params: args => toProblem(thrown(args)) },
        },
      },
    },
    stored: {
      type: 'final',
      description: 'The store has the whole file.',
      entry: { type: 'endAs', params: { kind: 'stored' } },
    },
    otherFile: {
      type: 'final',
      description: 'The file is another than the one whose parts have arrived, or cannot be read.',
      entry: { type: 'endAs', params: { kind: 'otherFile' } },
    },
    refused: { type: 'final', description: 'The server takes no part of this upload any more.' },
  },
})

export type PartUploadMachine = typeof partUploadMachine
