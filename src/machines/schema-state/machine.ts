import { and, setup } from 'xstate'
import { contentGuardImplementations } from './guards.ts'
import type { ContentEvent, ContentFacts } from './types.ts'

const offered = { target: 'available', guard: 'mayPublish' } as const
/** Files are processed under what a specification is made of: it stays while one of them is offered or used. */
const withdrawn = { target: 'withdrawn', guard: and(['mayPublish', 'isNotNeeded']) } as const

/** Nothing that counts may rest on a Draft that is replaced: results are explained by the version that made them. */
const replaced = {
  guard: and([
    'mayPublish',
    'readsWhatItOpens',
    'isNotNeeded',
    'hasNoSubmissions',
    'isNoBase',
    'isAsChecked',
  ]),
  actions: 'keepContent',
  description: 'Another upload of the same version takes its place.',
} as const

/**
 * A chart, because the server enforces the life of a schema or a ruleset by it (specification 1 §4, decisions §10). Pure: no
 * invoke, no delay, no clock. Leaf names are the names of the states in camel case.
 */
export const schemaStateMachine = setup({
  types: {
    context: {} as ContentFacts,
    events: {} as ContentEvent,
    input: {} as ContentFacts,
  },
  guards: contentGuardImplementations,
  actions: {
    /** The files of another upload. */
    keepContent: () => {},
    /** Its next version, with one rule changed. */
    publishNext: () => {},
  },
}).createMachine({
  id: 'schemaState',
  description: 'A schema or a ruleset, of which specifications are made.',
  context: ({ input }) => input,
  initial: 'none',
  options: { maxIterations: 1000 },
  states: {
    none: {
      description: 'There is no such version yet.',
      on: {
        PUBLISH: {
          target: 'draft',
          guard: and(['mayPublish', 'readsWhatItOpens', 'isVersionFree', 'isAsChecked']),
        },
      },
    },
    draft: {
      description: 'Published, and offered to nobody yet.',
      on: {
        MAKE_AVAILABLE: offered,
        WITHDRAW: withdrawn,
        REPLACE: replaced,
        REVISE: {
          guard: 'mayPublish',
          actions: 'publishNext',
          description: 'Its next version is published with one rule changed; it stays as it is.',
        },
      },
    },
    available: {
      description: 'Specifications can be made of it.',
      on: { WITHDRAW: withdrawn },
    },
    withdrawn: {
      description: 'No new specification is made of it; results that were made under it stand.',
      on: { MAKE_AVAILABLE: offered },
    },
  },
})

export type SchemaStateMachine = typeof schemaStateMachine
