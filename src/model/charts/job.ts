import { type Principal, systemPrincipal } from '../../domain/principal.ts'
import { jobMachine } from '../../machines/job/machine.ts'
import type { JobEvent, JobFacts } from '../../machines/job/types.ts'
import type { ModelSpec, Samples } from '../modelOf.ts'
import { people } from '../people.ts'

/** Facts of a job with two rows to decide, the only one of its collection. */
export const jobFacts: JobFacts = { kind: 'REPROCESS', waiting: 2, refused: 0, others: 0 }

/** Facts that differ in one thing each. */
export const jobDeviations: readonly JobFacts[] = [
  jobFacts,
  { ...jobFacts, kind: 'HISTORIC_AMENDMENT' },
  { ...jobFacts, kind: 'IRIS' },
  { ...jobFacts, kind: 'IMPACT' },
  { ...jobFacts, waiting: 0 },
  { ...jobFacts, waiting: 1 },
  { ...jobFacts, refused: 1 },
  { ...jobFacts, waiting: 1, refused: 1 },
  { ...jobFacts, others: 1 },
]

const everybody: readonly Principal[] = Object.values(people)

/** Every event by everybody. */
export const everyJobEvent: readonly JobEvent[] = everybody.flatMap(actor => [
  ...(['REQUEST', 'CANCEL', 'START', 'GIVE_UP'] as const).map(type => ({ type, actor })),
  ...(['DONE', 'REFUSED'] as const).map(outcome => ({ type: 'ROW_SETTLED' as const, actor, outcome })),
])

const samples: Samples<JobEvent> = {
  REQUEST: [{ type: 'REQUEST', actor: people.admin }],
  CANCEL: [{ type: 'CANCEL', actor: people.admin }],
  START: [{ type: 'START', actor: systemPrincipal }],
  GIVE_UP: [{ type: 'GIVE_UP', actor: systemPrincipal }],
  ROW_SETTLED: [
    { type: 'ROW_SETTLED', actor: systemPrincipal, outcome: 'DONE' },
    { type: 'ROW_SETTLED', actor: systemPrincipal, outcome: 'REFUSED' },
  ],
}

export const jobSpec: ModelSpec<typeof jobMachine> = {
  machine: jobMachine,
  samples,
  probes: { contexts: jobDeviations, events: everyJobEvent },
  project: facts => facts,
  inputs: {
    'two rows to decide': jobFacts,
    'the last row': { ...jobFacts, waiting: 1 },
    'nothing to decide': { ...jobFacts, waiting: 0 },
  },
}
