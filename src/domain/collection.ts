import type { SubmissionMode } from './status.ts'

/** Collection states (specification 1 §4). The name is what facts and charts hold; what people read is in labels.ts. */
export const collectionStates = [
  { id: 1, name: 'Draft', code: 'draft' },
  { id: 2, name: 'Deleted', code: 'deleted' },
  { id: 3, name: 'Open', code: 'open' },
  { id: 4, name: 'Closed', code: 'closed' },
  { id: 5, name: 'Historic amendment', code: 'historic_amendment' },
  { id: 6, name: 'Archived', code: 'archived' },
  { id: 7, name: 'Validation', code: 'validation' },
] as const

export type CollectionState = (typeof collectionStates)[number]
export type CollectionStateName = CollectionState['name']
export const collectionStateNames = collectionStates.map(({ name }) => name)
export type CollectionStateId = CollectionState['id']

export const collectionStateById = (id: number): CollectionState | undefined =>
  collectionStates.find(state => state.id === id)

export const collectionStateOf = (name: CollectionStateName): CollectionState =>
  collectionStates.find(state => state.name === name)!

/** The state with this code, as the `state[]` parameter of GET /providers/{instId}/collections writes it (specification 2 §7.3). */
export const collectionStateByCode = (code: string): CollectionState | undefined =>
  collectionStates.find(state => state.code === code)

/** Draft and Validation count as active besides Open and Historic amendment (specification 1 §4). */
export const isActiveCollection = (name: CollectionStateName): boolean =>
  name === 'Open' || name === 'Historic amendment' || name === 'Draft' || name === 'Validation'

/** Whether a live submission can be made or moved on in this state at all. */
export const acceptsSubmissions = (name: CollectionStateName): boolean =>
  name === 'Open' || name === 'Historic amendment'

/** Whether the online validation tool takes files in this state (specification 2 §7.3). */
export const acceptsOnlineValidation = (name: CollectionStateName): boolean =>
  acceptsSubmissions(name) || name === 'Validation'

/**
 * States of the collections that a provider works in, as the parameter `state[]` writes them (specification 2 §7.3):
 * those of Manage Submissions, and those of the online validation tool.
 */
export const listedStates: Readonly<Record<SubmissionMode, readonly string[]>> = {
  live: ['open', 'closed', 'historic_amendment'],
  ovt: ['open', 'historic_amendment', 'validation'],
}

/** Whether a provider can have submissions of this mode in a collection of this state, now or from before. */
export const holdsSubmissions = (mode: SubmissionMode, name: CollectionStateName): boolean =>
  mode === 'ovt' ? acceptsOnlineValidation(name) : acceptsSubmissions(name) || name === 'Closed'

/** Collection reference whose monitoring page shows the additional-reports notice (specification 2 §2.5). */
export const additionalReportsNoticeReference = '23056'
