import { and, setup } from 'xstate'
import { type JobTag, jobTags } from '../../domain/jobPlace.ts'
import { jobGuardImplementations } from './guards.ts'
import type { JobEvent, JobFacts } from './types.ts'

const cancelled = { target: 'cancelled', guard: 'mayRun', actions: 'leaveRows' } as const
const givenUp = { target: 'failed', guard: 'isSystem', actions: 'leaveRows' } as const

/**
 * A chart, because the server enforces the life of a job by it. The same decision about many submissions of a collection
 * (specification 1 §3, decisions §10 "Jobs"). Each row is decided by the lifecycle; this chart follows what came of it. Pure: no
 * invoke, no delay, no clock. Effects are named; the server applies them in the deciding transaction.
 */
export const jobMachine = setup({
  types: {
    context: {} as JobFacts,
    events: {} as JobEvent,
    input: {} as JobFacts,
    tags: {} as JobTag,
  },
  guards: jobGuardImplementations,
  actions: {
    /** A job in the queue, for some process. */
    enqueueJob: () => {},
    /** What came of the row, with the reason of a refusal. */
    keepRow: () => {},
    /** Rows that are not decided are left as they are. */
    leaveRows: () => {},
  },
}).createMachine({
  id: 'job',
  description: 'One decision about many submissions of a collection, row after row.',
  context: ({ input }) => input,
  initial: 'none',
  options: { maxIterations: 1000 },
  states: {
    none: {
      tags: jobTags.of('NONE'),
      description: 'Nobody has asked for it.',
      on: {
        REQUEST: { target: 'new', guard: and(['mayRun', 'hasRows', 'isAlone']), actions: 'enqueueJob' },
      },
    },
    new: {
      tags: jobTags.of('NEW'),
      description: 'Asked for; no row is decided yet.',
      on: { START: { target: 'inProgress', guard: 'isSystem' }, CANCEL: cancelled, GIVE_UP: givenUp },
    },
    inProgress: {
      tags: jobTags.of('IN_PROGRESS'),
      description:
        'Rows are decided one after another. A process that takes over goes on with the rows that wait.',
      on: {
        ROW_SETTLED: [
          {
            target: 'completed',
            guard: and(['isSystem', 'isLastRow', 'isWithoutRefusal']),
            actions: 'keepRow',
          },
          { target: 'completedWithErrors', guard: and(['isSystem', 'isLastRow']), actions: 'keepRow' },
          { guard: 'isSystem', actions: 'keepRow' },
        ],
        CANCEL: cancelled,
        GIVE_UP: givenUp,
      },
    },
    completed: { tags: jobTags.of('COMPLETED'), description: 'Every row was taken.' },
    completedWithErrors: {
      tags: jobTags.of('COMPLETED_WITH_ERRORS'),
      description: 'Every row was decided; some were refused, each with its reason.',
    },
    cancelled: {
      tags: jobTags.of('CANCELLED'),
      description: 'A person has ended it. What was decided until then stands.',
    },
    failed: {
      tags: jobTags.of('FAILED'),
      description: 'The system could not go on. What was decided until then stands.',
    },
  },
})

export type JobMachine = typeof jobMachine
