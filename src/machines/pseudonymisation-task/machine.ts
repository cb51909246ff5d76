import { and, setup } from 'xstate'
import { type PseudonymisationTag, pseudonymisationTags } from '../../domain/pseudonymisation.ts'
import { pseudonymisationGuardImplementations } from './guards.ts'
import type { PseudonymisationEvent, PseudonymisationFacts } from './types.ts'

const requested = {
  target: 'waiting',
  guard: and(['mayPseudonymise', 'isReady', 'hasFile']),
  actions: 'enqueueTask',
} as const
const byWorker = { guard: 'isSystem', actions: 'countAttempt' } as const

/**
 * A chart, because the server enforces the life of a task by it. The task that makes the pseudonymised form of a submission's
 * record (specification 1 §4, decisions §13). Pure: no invoke, no delay, no clock. Effects are named; the server applies them in
 * the deciding transaction.
 */
export const pseudonymisationTaskMachine = setup({
  types: {
    context: {} as PseudonymisationFacts,
    events: {} as PseudonymisationEvent,
    input: {} as PseudonymisationFacts,
    tags: {} as PseudonymisationTag,
  },
  guards: pseudonymisationGuardImplementations,
  actions: {
    /** A job for some worker. */
    enqueueTask: () => {},
    /** The attempt gets the next number: what an earlier one still says is not heard. */
    countAttempt: () => {},
    /** The output becomes what is downloaded, with its size, hash and key. */
    keepOutput: () => {},
    /** Why it was given up. */
    keepFault: () => {},
    /** Its job leaves the queue: nobody takes it any more, and a worker that has it is told to stop. */
    withdrawTask: () => {},
    /** What attempts have written of it goes. */
    removeParts: () => {},
  },
}).createMachine({
  id: 'pseudonymisationTask',
  description: "The pseudonymised form of one submission's record, made once for all who may have it.",
  context: ({ input }) => input,
  initial: 'none',
  options: { maxIterations: 1000 },
  states: {
    none: {
      tags: pseudonymisationTags.of('NONE'),
      description: 'Nobody has asked for it.',
      on: { REQUEST: requested },
    },
    waiting: {
      tags: pseudonymisationTags.of('WAITING'),
      description: 'Asked for; no worker has begun. A second click finds it asked for: it is one task.',
      on: {
        START: { target: 'working', ...byWorker },
        CANCEL: { target: 'cancelled', guard: 'mayPseudonymise', actions: 'withdrawTask' },
      },
    },
    working: {
      tags: pseudonymisationTags.of('WORKING'),
      description: 'A worker writes it. Another one begins again where the first has died.',
      on: {
        START: byWorker,
        MADE: { target: 'succeeded', guard: and(['isSystem', 'isOfThisAttempt']), actions: 'keepOutput' },
        GIVEN_UP: { target: 'failed', guard: and(['isSystem', 'isOfThisAttempt']), actions: 'keepFault' },
        CANCEL: { target: 'cancelled', guard: 'mayPseudonymise', actions: ['withdrawTask', 'removeParts'] },
      },
    },
    succeeded: {
      tags: pseudonymisationTags.of('SUCCEEDED'),
      description: 'It can be downloaded. The file of a submission does not change, so it is not made again.',
    },
    failed: {
      tags: pseudonymisationTags.of('FAILED'),
      description: 'It was given up, and stays so until an administrator has looked.',
      on: { RESET: { target: 'none', guard: 'mayReset' } },
    },
    cancelled: {
      tags: pseudonymisationTags.of('CANCELLED'),
      description: 'A person has ended it before it was made. It can be asked for again.',
      on: { REQUEST: requested },
    },
  },
})

export type PseudonymisationTaskMachine = typeof pseudonymisationTaskMachine
