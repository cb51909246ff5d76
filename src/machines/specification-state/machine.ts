import { and, setup } from 'xstate'
import { specificationGuardImplementations } from './guards.ts'
import type { SpecificationEvent, SpecificationFacts } from './types.ts'

/** A specification under which results were made is what they are explained by: it stays. */
const deleted = { target: 'deleted', guard: and(['mayConfigure', 'wasNeverUsed']) } as const

/**
 * A chart, because the server enforces the life of a specification by it (specification 1 §4, decisions §10). Pure: no invoke,
 * no delay, no clock. Leaf names are the names of the states in camel case.
 */
export const specificationStateMachine = setup({
  types: {
    context: {} as SpecificationFacts,
    events: {} as SpecificationEvent,
    input: {} as SpecificationFacts,
  },
  guards: specificationGuardImplementations,
  actions: {
    /** Tolerances and texts of rules, as they were given. */
    keepConfiguration: () => {},
  },
}).createMachine({
  id: 'specificationState',
  description: 'A schema and a ruleset with their tolerances, under which a collection is processed.',
  context: ({ input }) => input,
  initial: 'none',
  options: { maxIterations: 1000 },
  states: {
    none: {
      description: 'There is no such specification yet.',
      on: { CREATE: { target: 'created', guard: and(['mayConfigure', 'isContentAvailable']) } },
    },
    created: {
      description: 'Made of a schema and a ruleset; its rules are not configured.',
      on: {
        APPLY_CONFIGURATION: {
          target: 'draft',
          guard: and(['mayConfigure', 'isDecided']),
          actions: 'keepConfiguration',
          description:
            'Changes of an earlier specification come over; those that cannot are decided one by one.',
        },
        DELETE: deleted,
      },
    },
    draft: {
      description: 'Tolerances and words of its rules can be changed.',
      on: {
        CONFIGURE: { guard: 'mayConfigure', actions: 'keepConfiguration' },
        MAKE_AVAILABLE: { target: 'available', guard: and(['mayConfigure', 'isContentAvailable']) },
        DELETE: deleted,
      },
    },
    available: {
      description: 'A collection can be given it; nothing in it changes any more.',
      on: {
        MOVE_TO_DRAFT: { target: 'draft', guard: 'mayConfigure' },
        GIVEN: { target: 'inUse', guard: 'isSystem' },
      },
    },
    inUse: {
      description: 'At least one collection has it. It follows from collections alone, never from a person.',
      on: { LOST: { target: 'available', guard: and(['isSystem', 'isWithoutCollection']) } },
    },
    deleted: { description: 'Gone; its version is not used again.' },
  },
})

export type SpecificationStateMachine = typeof specificationStateMachine
