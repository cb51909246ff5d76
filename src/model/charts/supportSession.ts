import { type Principal, systemPrincipal, type UserPrincipal } from '../../domain/principal.ts'
import {
  type SupportSessionEvent,
  type SupportSessionFacts,
  supportSessionMachine,
} from '../../machines/support-session/index.ts'
import type { ModelSpec, Samples } from '../modelOf.ts'
import { people } from '../people.ts'

/** Software with an API key is nobody who takes part. */
const software: UserPrincipal = { ...people.signOff, userId: 'key:abc', scopes: ['read'] }

/** The submitter of a provider lets an analyst of the agency look on. */
export const supportSessionFacts: SupportSessionFacts = {
  sharerId: people.submitter.userId,
  watcherId: people.analyst.userId,
  isOver: false,
}

/** Facts that differ in one thing each. */
export const supportSessionDeviations: readonly SupportSessionFacts[] = [
  supportSessionFacts,
  { ...supportSessionFacts, watcherId: null },
  { ...supportSessionFacts, isOver: true },
  // An analyst lets a colleague look on.
  { ...supportSessionFacts, sharerId: people.analyst.userId, watcherId: people.admin.userId },
]

const everybody: readonly Principal[] = [...Object.values(people), software]

/** Every event by everybody. */
export const everySupportSessionEvent: readonly SupportSessionEvent[] = everybody.flatMap(actor =>
  (['OFFER', 'JOIN', 'SEND', 'READ', 'END', 'EXPIRE'] as const).map(type => ({ type, actor })),
)

const samples: Samples<SupportSessionEvent> = {
  OFFER: [{ type: 'OFFER', actor: people.submitter }],
  JOIN: [{ type: 'JOIN', actor: people.analyst }],
  SEND: [{ type: 'SEND', actor: people.submitter }],
  READ: [{ type: 'READ', actor: people.analyst }],
  END: [
    { type: 'END', actor: people.submitter },
    { type: 'END', actor: people.analyst },
  ],
  EXPIRE: [{ type: 'EXPIRE', actor: systemPrincipal }],
}

export const supportSessionSpec: ModelSpec<typeof supportSessionMachine> = {
  machine: supportSessionMachine,
  samples,
  probes: { contexts: supportSessionDeviations, events: everySupportSessionEvent },
  project: facts => facts,
  unreachable: {
    'watched:EXPIRE:0': 'The facts of a walk do not change, and support can only join in time.',
  },
  inputs: {
    'a session that is in time': supportSessionFacts,
    'a session whose time is over': { ...supportSessionFacts, isOver: true },
  },
}
