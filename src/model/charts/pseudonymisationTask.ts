import { type Principal, systemPrincipal, type UserPrincipal } from '../../domain/principal.ts'
import { pseudonymisationTaskMachine } from '../../machines/pseudonymisation-task/machine.ts'
import type {
  PseudonymisationEvent,
  PseudonymisationFacts,
} from '../../machines/pseudonymisation-task/types.ts'
import type { ModelSpec, Samples } from '../modelOf.ts'
import { people } from '../people.ts'

/** Facts of a submission that is ready and has been tried once. */
export const pseudonymisationFacts: PseudonymisationFacts = { isReady: true, hasFile: true, attempt: 1 }

/** Facts that differ in one thing each. */
export const pseudonymisationDeviations: readonly PseudonymisationFacts[] = [
  pseudonymisationFacts,
  { ...pseudonymisationFacts, isReady: false },
  { ...pseudonymisationFacts, hasFile: false },
  { ...pseudonymisationFacts, attempt: 2 },
]

/** Who may have data pseudonymised, and one who may reset a task besides. */
const anon: UserPrincipal = { ...people.staff, userId: 'bedel-anon', roles: ['anon-data-user'] }
const both: UserPrincipal = { ...people.staff, userId: 'bedel-both', roles: ['anon-data-user', 'admin'] }
const everybody: readonly Principal[] = [...Object.values(people), anon, both]

/** Every event by everybody. */
export const everyPseudonymisationEvent: readonly PseudonymisationEvent[] = everybody.flatMap(actor => [
  ...(['REQUEST', 'CANCEL', 'RESET', 'START'] as const).map(type => ({ type, actor })),
  ...(['MADE', 'GIVEN_UP'] as const).flatMap(type => [1, 2].map(attempt => ({ type, actor, attempt }))),
])

const samples: Samples<PseudonymisationEvent> = {
  REQUEST: [{ type: 'REQUEST', actor: anon }],
  CANCEL: [{ type: 'CANCEL', actor: anon }],
  RESET: [{ type: 'RESET', actor: people.admin }],
  START: [{ type: 'START', actor: systemPrincipal }],
  MADE: [{ type: 'MADE', actor: systemPrincipal, attempt: 1 }],
  GIVEN_UP: [{ type: 'GIVEN_UP', actor: systemPrincipal, attempt: 1 }],
}

export const pseudonymisationTaskSpec: ModelSpec<typeof pseudonymisationTaskMachine> = {
  machine: pseudonymisationTaskMachine,
  samples,
  probes: { contexts: pseudonymisationDeviations, events: everyPseudonymisationEvent },
  project: facts => facts,
  inputs: {
    'a submission that is ready': pseudonymisationFacts,
    'a submission that is still processed': { ...pseudonymisationFacts, isReady: false },
  },
}
