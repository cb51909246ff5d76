import type { Principal } from '../../domain/principal.ts'
import {
  type ContentEvent,
  type ContentFacts,
  schemaStateMachine,
} from '../../machines/schema-state/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { people } from '../people.ts'

/** Facts of a schema of which no specification is offered or used. */
export const contentFacts: ContentFacts = { specifications: 0, isVersionFree: true, hasSubmissions: false }

/** Reads data of special category, which an administrator alone does not. */
const trusted: Principal = { ...people.admin, roles: ['admin', 'special-category'] }

/** Every event by everybody. */
export const everyContentEvent: readonly ContentEvent[] = [...Object.values(people), trusted].flatMap(actor =>
  (['PUBLISH', 'REPLACE', 'REVISE', 'MAKE_AVAILABLE', 'WITHDRAW'] as const).map(type => ({ type, actor })),
)

/** Facts that differ in one thing each. */
export const contentDeviations: readonly ContentFacts[] = [
  contentFacts,
  { ...contentFacts, specifications: 1 },
  { ...contentFacts, isVersionFree: false },
  { ...contentFacts, hasSubmissions: true },
  { ...contentFacts, isAsChecked: true },
  { ...contentFacts, isAsChecked: false },
  { ...contentFacts, dependants: ['26900_1.1.0'] },
  { ...contentFacts, lowered: [{ field: 'Student.RELIGION', from: 'special-category' }] },
  { ...contentFacts, lowered: [{ field: 'Student.SID', from: 'identifier' }] },
]

const { admin } = people

export const schemaStateSpec: ModelSpec<typeof schemaStateMachine> = {
  machine: schemaStateMachine,
  samples: {
    PUBLISH: [
      { type: 'PUBLISH', actor: admin },
      { type: 'PUBLISH', actor: trusted },
    ],
    REPLACE: [
      { type: 'REPLACE', actor: admin },
      { type: 'REPLACE', actor: trusted },
    ],
    REVISE: [{ type: 'REVISE', actor: admin }],
    MAKE_AVAILABLE: [{ type: 'MAKE_AVAILABLE', actor: admin }],
    WITHDRAW: [{ type: 'WITHDRAW', actor: admin }],
  },
  probes: { contexts: contentDeviations, events: everyContentEvent },
  project: facts => facts,
  inputs: {
    'a schema that no specification needs': contentFacts,
    'a schema that a specification needs': { ...contentFacts, specifications: 1 },
    'a version that is taken': { ...contentFacts, isVersionFree: false },
    'a ruleset that opens a field': {
      ...contentFacts,
      lowered: [{ field: 'Student.RELIGION', from: 'special-category' }],
    },
  },
}
