import type { CollectionStateName } from '../../domain/collection.ts'
import type { Principal } from '../../domain/principal.ts'
import type { SpecificationStateName } from '../../domain/specification.ts'
import { type Message, message } from '../../messages/message.ts'

/** Where a collection stands: one of its states, or nowhere yet. */
export type CollectionPlace = CollectionStateName | 'none'

/** What the guards read besides the state; the server gathers it from its rows in the transaction that decides. */
export interface CollectionFacts {
  /** Specification that the collection has; null where it has none. */
  specificationId: number | null
  /** State of that specification; undefined where it has none. */
  specificationState: SpecificationStateName | undefined
  /** State of the specification that is picked; undefined where none is, or there is no such. */
  pickedState: SpecificationStateName | undefined
  /** Live submissions that providers have made in it. */
  liveSubmissions: number
}

/** The facts of a collection that has been given nothing yet. */
export const noCollectionFacts: CollectionFacts = {
  specificationId: null,
  specificationState: undefined,
  pickedState: undefined,
  liveSubmissions: 0,
}

interface Caused {
  actor: Principal
}
type Plain<T extends string> = { type: T } & Caused

/** What changes the state of a collection that exists (decisions §10). */
export type CollectionStateEvent =
  | Plain<'RETURN_TO_DRAFT'>
  | Plain<'OPEN_TO_VALIDATION'>
  | Plain<'OPEN'>
  | Plain<'CLOSE'>
  | Plain<'START_HISTORIC_AMENDMENT'>
  | Plain<'ARCHIVE'>
  | Plain<'DELETE'>

export type CollectionEvent =
  | Plain<'CREATE'>
  | CollectionStateEvent
  | (Plain<'ASSIGN_SPECIFICATION'> & { specificationId: number })
  | (Plain<'CHANGE_DETAILS'> & { changesPeriod: boolean })

export type CollectionEventType = CollectionEvent['type']
export type CollectionStateEventType = CollectionStateEvent['type']

/** The event that leads to a state, as the call names it by the state's id. */
export const eventTo: Readonly<Record<CollectionStateName, CollectionStateEventType>> = {
  Draft: 'RETURN_TO_DRAFT',
  Validation: 'OPEN_TO_VALIDATION',
  Open: 'OPEN',
  Closed: 'CLOSE',
  'Historic amendment': 'START_HISTORIC_AMENDMENT',
  Archived: 'ARCHIVE',
  Deleted: 'DELETE',
}

/** An event as screens and refusals name it. */
export const collectionEventMessage = (type: CollectionEventType): Message =>
  message('collection', `events.${type}`)
