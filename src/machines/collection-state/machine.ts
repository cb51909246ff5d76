import { and, setup } from 'xstate'
import { type CollectionGuardName, collectionGuardImplementations } from './guards.ts'
import type { CollectionEvent, CollectionFacts } from './types.ts'

/** Every named guard has to hold. */
const all = (...names: [CollectionGuardName, ...CollectionGuardName[]]) => and(names)

const opened = { target: 'open', guard: all('mayChangeState', 'hasSpecification') } as const
const deleted = {
  target: '#collectionState.deleted',
  guard: all('mayChangeState', 'hasNoLiveSubmission'),
  actions: ['releaseSpecification', 'discardFiles'],
  description: 'Files of online validation that stood in it are discarded.',
} as const
const assigned = {
  guard: all('mayAssign', 'isPickedReady', 'isAnotherSpecification'),
  actions: ['releaseSpecification', 'useSpecification'],
  description: 'Results that are there stand; they say under which specification they were made.',
} as const
const amended = { target: 'historicAmendment', guard: 'mayChangeState' } as const
const closed = { target: 'closed', guard: 'mayChangeState' } as const
const archived = { target: 'archived', guard: 'mayChangeState' } as const

/** The period is what files are checked against: it stands from the moment at which files are taken. */
const changed = { guard: all('mayConfigure', 'keepsPeriod'), actions: 'keepDetails' } as const

/**
 * A chart, because the server enforces the life of a collection by it (specification 1 §4, decisions §10). Pure: no invoke, no
 * delay, no clock. Leaf names are the codes of the states in camel case. Effects are named; the server applies them in the
 * deciding transaction.
 */
export const collectionStateMachine = setup({
  types: {
    context: {} as CollectionFacts,
    events: {} as CollectionEvent,
    input: {} as CollectionFacts,
  },
  guards: collectionGuardImplementations,
  actions: {
    /** The specification that the collection had is told that it has lost it. */
    releaseSpecification: () => {},
    /** The specification that was picked becomes the collection's, and is told so. */
    useSpecification: () => {},
    /** Name, period, contact and what the collection allows, as they were given. */
    keepDetails: () => {},
    /** What was uploaded for online validation leaves the store. */
    discardFiles: () => {},
  },
}).createMachine({
  id: 'collectionState',
  description: "One collection of a year's records: who may see it, and what can be done in it.",
  context: ({ input }) => input,
  initial: 'none',
  options: { maxIterations: 1000 },
  states: {
    none: {
      description: 'There is no collection with this reference.',
      on: { CREATE: { target: 'draft', guard: 'mayConfigure' } },
    },
    draft: {
      description: 'Prepared by the agency, seen by nobody else.',
      on: {
        OPEN_TO_VALIDATION: { target: 'validation', guard: all('mayChangeState', 'hasSpecification') },
        OPEN: opened,
        DELETE: deleted,
        ASSIGN_SPECIFICATION: assigned,
        CHANGE_DETAILS: { guard: 'mayConfigure', actions: 'keepDetails' },
      },
    },
    validation: {
      description: 'Providers can check files by online validation; nothing can be submitted.',
      on: {
        RETURN_TO_DRAFT: { target: 'draft', guard: 'mayChangeState' },
        OPEN: opened,
        DELETE: deleted,
        ASSIGN_SPECIFICATION: assigned,
        CHANGE_DETAILS: changed,
      },
    },
    open: {
      description: 'Providers upload, submit and sign off.',
      on: { CLOSE: closed, ASSIGN_SPECIFICATION: assigned, CHANGE_DETAILS: changed },
    },
    closed: {
      description: 'Nothing new begins; an upload whose post was signed before may finish.',
      on: { OPEN: opened, START_HISTORIC_AMENDMENT: amended, ARCHIVE: archived, CHANGE_DETAILS: changed },
    },
    historicAmendment: {
      description: 'Providers that are asked to may change what they have signed off.',
      on: { CLOSE: closed, ARCHIVE: archived, CHANGE_DETAILS: changed },
    },
    archived: {
      description: 'Read by the agency, and by others who have a submission in it.',
      on: { START_HISTORIC_AMENDMENT: amended, CHANGE_DETAILS: changed },
    },
    deleted: {
      description: 'Seen by the agency alone; its reference stays taken.',
    },
  },
})

export type CollectionStateMachine = typeof collectionStateMachine
