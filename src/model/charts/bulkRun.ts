import { problem } from '../../domain/problem.ts'
import { bulkRunMachine } from '../../machines/bulk-run/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'

const noAnswer = new Error('no answer')

export const bulkRunSpec: ModelSpec<typeof bulkRunMachine> = {
  machine: bulkRunMachine,
  samples: {
    ROWS_KNOWN: [{ type: 'ROWS_KNOWN', instIds: ['0001', '0002'] }],
    CHOOSE: [
      { type: 'CHOOSE', instIds: ['0001'], isChosen: true },
      { type: 'CHOOSE', instIds: ['0001'], isChosen: false },
    ],
    ASK: [{ type: 'ASK' }],
    INCLUDE_SUBMITTED: [{ type: 'INCLUDE_SUBMITTED', isIncluded: true }],
    DISMISS: [{ type: 'DISMISS' }],
    CONFIRM: [
      { type: 'CONFIRM', instIds: ['0001'], jobId: '7' },
      { type: 'CONFIRM', instIds: [], jobId: '7' },
    ],
    PROGRESS: [
      { type: 'PROGRESS', job: { version: 2, isOver: false } },
      { type: 'PROGRESS', job: { version: 3, isOver: true } },
    ],
    CANCEL: [{ type: 'CANCEL' }],
    AGAIN: [{ type: 'AGAIN' }],
  },
  settles: {
    request: {
      outputs: [ok(undefined), err(problem('conflict', 'Another job is under way.'))],
      errors: [noAnswer],
    },
    cancel: { outputs: [ok(undefined), err(problem('conflict', 'It is over.'))], errors: [noAnswer] },
  },
  project: ({ chosen, withSubmitted, asked, jobId, job, problem: why }) => ({
    chosen,
    withSubmitted,
    asked,
    jobId,
    job,
    why: why?.kind,
  }),
  inputs: {
    'nothing is under way': { jobId: undefined },
    'all are to be chosen': { jobId: undefined, isForAll: true },
    'the address names a job': { jobId: '7' },
  },
}
