import { collectionStateNames } from '../../domain/collection.ts'
import {
  type CollectionEvent,
  type CollectionFacts,
  collectionStateMachine,
  eventTo,
} from '../../machines/collection-state/index.ts'
import type { ModelSpec, Samples } from '../modelOf.ts'
import { people } from '../people.ts'

/** Facts of a collection that has a specification and no submission, while another one is picked. */
export const collectionFacts: CollectionFacts = {
  specificationId: 1,
  specificationState: 'IN_USE',
  pickedState: 'AVAILABLE',
  liveSubmissions: 0,
}

/** Every event that one person can cause. */
const eventsBy = (actor: CollectionEvent['actor']): CollectionEvent[] => [
  { type: 'CREATE', actor },
  ...collectionStateNames.map(name => ({ type: eventTo[name], actor })),
  ...[1, 2].map(specificationId => ({ type: 'ASSIGN_SPECIFICATION' as const, specificationId, actor })),
  ...[true, false].map(changesPeriod => ({ type: 'CHANGE_DETAILS' as const, changesPeriod, actor })),
]

/** Every event by everybody. */
export const everyCollectionEvent: readonly CollectionEvent[] = Object.values(people).flatMap(eventsBy)

/** Facts that differ in one thing each from a collection that could go on. */
export const collectionDeviations: readonly CollectionFacts[] = [
  {},
  { specificationId: null, specificationState: undefined },
  { specificationState: 'DRAFT' as const },
  { specificationState: 'AVAILABLE' as const },
  { pickedState: undefined },
  { pickedState: 'CREATED' as const },
  { pickedState: 'IN_USE' as const },
  { liveSubmissions: 1 },
].map(deviation => ({ ...collectionFacts, ...deviation }))

const { admin } = people
const by = <T extends CollectionEvent['type']>(type: T) => [{ type, actor: admin }]

const samples: Samples<CollectionEvent> = {
  CREATE: by('CREATE'),
  RETURN_TO_DRAFT: by('RETURN_TO_DRAFT'),
  OPEN_TO_VALIDATION: by('OPEN_TO_VALIDATION'),
  OPEN: by('OPEN'),
  CLOSE: by('CLOSE'),
  START_HISTORIC_AMENDMENT: by('START_HISTORIC_AMENDMENT'),
  ARCHIVE: by('ARCHIVE'),
  DELETE: by('DELETE'),
  ASSIGN_SPECIFICATION: [1, 2].map(specificationId => ({
    type: 'ASSIGN_SPECIFICATION',
    specificationId,
    actor: admin,
  })),
  CHANGE_DETAILS: [true, false].map(changesPeriod => ({
    type: 'CHANGE_DETAILS',
    changesPeriod,
    actor: admin,
  })),
}

export const collectionStateSpec: ModelSpec<typeof collectionStateMachine> = {
  machine: collectionStateMachine,
  samples,
  probes: { contexts: collectionDeviations, events: everyCollectionEvent },
  project: facts => facts,
  inputs: {
    'a collection with a specification': collectionFacts,
    'a collection without one': { ...collectionFacts, specificationId: null, specificationState: undefined },
    'a collection with submissions': { ...collectionFacts, liveSubmissions: 2 },
  },
}
