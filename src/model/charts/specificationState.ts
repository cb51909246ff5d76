import { systemPrincipal } from '../../domain/principal.ts'
import {
  type SpecificationEvent,
  type SpecificationFacts,
  specificationStateMachine,
} from '../../machines/specification-state/index.ts'
import type { ModelSpec, Samples } from '../modelOf.ts'
import { people } from '../people.ts'

/** Facts of a specification that no collection has. */
export const specificationFacts: SpecificationFacts = {
  collections: 0,
  submissions: 0,
  isContentAvailable: true,
}

const types = [
  'CREATE',
  'APPLY_CONFIGURATION',
  'CONFIGURE',
  'MAKE_AVAILABLE',
  'MOVE_TO_DRAFT',
  'DELETE',
  'GIVEN',
  'LOST',
] as const

/** Every event by everybody. */
export const everySpecificationEvent: readonly SpecificationEvent[] = Object.values(people).flatMap(actor => [
  ...types.map(type => ({ type, actor })),
  { type: 'APPLY_CONFIGURATION', actor, undecided: 2 },
])

/** Facts that differ in one thing each. */
export const specificationDeviations: readonly SpecificationFacts[] = [
  specificationFacts,
  { ...specificationFacts, collections: 1 },
  { ...specificationFacts, submissions: 1 },
  { ...specificationFacts, isContentAvailable: false },
]

const { analyst } = people

const samples: Samples<SpecificationEvent> = {
  CREATE: [{ type: 'CREATE', actor: analyst }],
  CONFIGURE: [{ type: 'CONFIGURE', actor: analyst }],
  APPLY_CONFIGURATION: [{ type: 'APPLY_CONFIGURATION', actor: analyst, undecided: 0 }],
  MAKE_AVAILABLE: [{ type: 'MAKE_AVAILABLE', actor: analyst }],
  MOVE_TO_DRAFT: [{ type: 'MOVE_TO_DRAFT', actor: analyst }],
  DELETE: [{ type: 'DELETE', actor: analyst }],
  GIVEN: [{ type: 'GIVEN', actor: systemPrincipal }],
  LOST: [{ type: 'LOST', actor: systemPrincipal }],
}

export const specificationStateSpec: ModelSpec<typeof specificationStateMachine> = {
  machine: specificationStateMachine,
  samples,
  probes: { contexts: specificationDeviations, events: everySpecificationEvent },
  project: facts => facts,
  inputs: {
    'a specification that no collection has': specificationFacts,
    'a specification that a collection has': { ...specificationFacts, collections: 1 },
    'a specification under which a file was processed': { ...specificationFacts, submissions: 1 },
  },
}
