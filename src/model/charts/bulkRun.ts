import type { JobStateName } from '../../domain/jobPlace.ts'
import { problem } from '../../domain/problem.ts'
import { type StatusName, statusOf } from '../../domain/status.ts'
import type { MonitoringRow } from '../../domain/wire/collections.ts'
import { factsToWire } from '../../domain/wire/facts.ts'
import type { JobWithRows } from '../../domain/wire/jobs.ts'
import { bulkRunMachine, type CollectionOfRun } from '../../machines/bulk-run/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { people } from '../people.ts'
import { openFacts } from './lifecycle.ts'

export const collectionOfRun: CollectionOfRun = {
  id: 'c1',
  reference: '23056',
  kind: 'REPROCESS',
  principal: people.admin,
}

/** Only what the chart reads of a provider's row: one without a submission cannot be taken. */
const rowAt = (instId: string, status: StatusName | undefined) =>
  ({
    provider: { instId },
    latestSubmission: status ? { status: { id: statusOf(status).id } } : null,
    facts: factsToWire({ ...openFacts, hasStoredFile: status !== undefined, isLatest: status !== undefined }),
  }) as MonitoringRow

/** The rows of the collection, of which all but the provider 0002 can be taken. */
export const rowsFetched = {
  type: 'RESOURCE_UPDATED' as const,
  data: {
    submissions: [
      rowAt('0001', 'QUALITY_PROCESSING_COMPLETE'),
      rowAt('0002', undefined),
      rowAt('0003', 'AGENCY_APPROVAL'),
    ],
  },
}

/** Only what the chart reads of a job. */
export const jobFetched = (version: number, state: JobStateName) => ({
  type: 'RESOURCE_UPDATED' as const,
  data: { version, state } as JobWithRows,
})

const noAnswer = new Error('no answer')

export const bulkRunSpec: ModelSpec<typeof bulkRunMachine> = {
  machine: bulkRunMachine,
  samples: {
    RESOURCE_UPDATED: [rowsFetched, jobFetched(2, 'IN_PROGRESS'), jobFetched(3, 'COMPLETED')],
    RESOURCE_FAILED: [{ type: 'RESOURCE_FAILED', problem: problem('network', 'No answer.') }],
    ADDRESS_CHANGED: [
      { type: 'ADDRESS_CHANGED', jobId: undefined, isForAll: false },
      { type: 'ADDRESS_CHANGED', jobId: '7', isForAll: false },
    ],
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
    CANCEL: [{ type: 'CANCEL' }],
    AGAIN: [{ type: 'AGAIN' }],
  },
  settles: {
    rows: { errors: [noAnswer] },
    job: { errors: [noAnswer] },
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
    'all are to be chosen': { jobId: undefined, isForAll: true, collection: collectionOfRun },
    'the address names a job': { jobId: '7' },
  },
}
