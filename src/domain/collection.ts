import { type Holder, isPermitted, modePermissions } from './permissions.ts'
import { hasPart, type RecordDescription } from './record.ts'
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

/** The state with this number, as rows and calls keep it; undefined for any other (specification 1 §4). */
export const collectionStateById = (id: number): CollectionState | undefined =>
  collectionStates.find(state => state.id === id)

/** The state of this name, with its number and code (specification 1 §4). */
export const collectionStateOf = (name: CollectionStateName): CollectionState =>
  collectionStates.find(state => state.name === name)!

/** The state with this code, as the `state[]` parameter of GET /providers/{instId}/collections writes it (specification 2 §7.3). */
export const collectionStateByCode = (code: string): CollectionState | undefined =>
  collectionStates.find(state => state.code === code)

/** Draft and Validation count as active besides Open and Historic amendment (specification 1 §4). */
export const isActiveCollection = (name: CollectionStateName): boolean =>
  name === 'Open' || name === 'Historic amendment' || name === 'Draft' || name === 'Validation'

/** Whether a collection is made, so that it has a state. */
export const isCollectionMade = (place: CollectionStateName | 'none'): place is CollectionStateName =>
  place !== 'none'

/** Whether nobody but the agency knows of a collection of this state (decisions §10). */
export const isForAgencyAlone = (name: CollectionStateName): boolean => name === 'Draft' || name === 'Deleted'

/**
 * Which collections somebody sees (decisions §10): those of the states `always`, and those of the states `withSubmission`
 * in which one of the submissions that they see was made.
 */
export const collectionsSeen = (viewer: {
  isAgency: boolean
  /** Whether a provider's user checks files by online validation. */
  validatesOnline: boolean
}): { always: readonly CollectionStateName[]; withSubmission: readonly CollectionStateName[] } => {
  if (viewer.isAgency) return { always: collectionStateNames, withSubmission: [] }
  const inSeason: CollectionStateName[] = ['Open', 'Closed', 'Historic amendment']
  return {
    always: viewer.validatesOnline ? [...inSeason, 'Validation'] : inSeason,
    withSubmission: ['Archived'],
  }
}

/** The same for somebody with these rights. */
export const collectionsSeenBy = (holder: Holder) =>
  collectionsSeen({
    isAgency: holder.organisationType === 'agency',
    validatesOnline: isPermitted(holder, modePermissions.ovt.view),
  })

/** Whether the collection was deleted: it keeps nothing (decisions §10). */
export const isDeleted = (name: CollectionStateName): boolean => name === 'Deleted'

/** Whether its additional reports are still to be released: a deleted collection has none to release, nor has a record without any. */
export const hasReportsToCome = ({
  state,
  additionalReportsReleased,
  record,
}: {
  state: { id: number }
  additionalReportsReleased: boolean
  record: Pick<RecordDescription, 'parts'> | null
}): boolean =>
  !additionalReportsReleased &&
  hasPart(record, 'additionalReports') &&
  state.id !== collectionStateOf('Deleted').id

/** Next states in the order of a list: the one without a way back comes last (decisions §18). */
export const deletedLast = <State extends { id: number }>(states: readonly State[]): State[] =>
  states.toSorted(
    (a, b) =>
      Number(a.id === collectionStateOf('Deleted').id) - Number(b.id === collectionStateOf('Deleted').id),
  )

/** States whose choice changes what providers can do, or cannot be taken back: a person is asked first (decisions §18). */
export const majorStates = ['Open', 'Closed', 'Historic amendment', 'Archived', 'Deleted'] as const
export type MajorState = (typeof majorStates)[number]

/** The major state of this number; undefined for a state that nobody is asked about. */
export const majorStateOf = (id: number): MajorState | undefined =>
  majorStates.find(name => collectionStateOf(name).id === id)

/** Days on which a collection moves to a major state, each with that state. */
const majorDays = [
  ['opensOn', 'Open'],
  ['closesOn', 'Closed'],
] as const satisfies readonly (readonly [string, MajorState])[]
type MajorDays = Partial<Record<(typeof majorDays)[number][0], string | null>>

/** The major moves that are planned, or planned for another day, by a change of the days: a person is asked first (decisions §18). */
export const plannedMoves = (
  before: MajorDays,
  after: MajorDays,
): { state: (typeof majorDays)[number][1]; day: string }[] =>
  majorDays.flatMap(([name, state]) => {
    const day = after[name]
    return day && day !== before[name] ? [{ state, day }] : []
  })

/** Parts of the list of collections: in season, in preparation, over. */
export const collectionPhases = ['season', 'preparation', 'over'] as const
export type CollectionPhase = (typeof collectionPhases)[number]

/** The part of the list in which a collection of this state is: a draft, and one that only validates, take no submissions. */
export const collectionPhaseOf = (name: CollectionStateName | undefined): CollectionPhase => {
  if (name === 'Draft' || name === 'Validation') return 'preparation'
  return name !== undefined && acceptsSubmissions(name) ? 'season' : 'over'
}

/** Collections part by part, each in the order in which they came. */
export const byPhase = <Row extends { state: { id: number } }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => collectionPhases.indexOf(phaseOfRow(a)) - collectionPhases.indexOf(phaseOfRow(b)))

/** The part of the list in which a row is. */
export const phaseOfRow = ({ state }: { state: { id: number } }): CollectionPhase =>
  collectionPhaseOf(collectionStateById(state.id)?.name)

/** The collection that a specification was made for: the part of its version before the underscore. */
export const referenceOfVersion = (version: string): string => version.split('_')[0] ?? version

/** Specifications in the order in which they are offered: those of the collection's own reference first (decisions §15). */
export const ownReferenceFirst = <One extends { version: string }>(
  specifications: readonly One[],
  reference: string,
): One[] =>
  specifications.toSorted(
    (a, b) =>
      Number(referenceOfVersion(b.version) === reference) -
      Number(referenceOfVersion(a.version) === reference),
  )

/** Why a person is asked before a collection gets a specification; undefined if there is nothing to ask. */
export const specificationQuestion = (
  { reference, state }: { reference: string; state: { id: number } },
  version: string,
): 'otherReference' | 'open' | undefined => {
  if (referenceOfVersion(version) !== reference) return 'otherReference'
  const name = collectionStateById(state.id)?.name
  return name !== undefined && acceptsSubmissions(name) ? 'open' : undefined
}

/** Whether it is prepared and was never opened to anybody. */
export const isDraft = (name: CollectionStateName): boolean => name === 'Draft'

/** Whether it is in its season: providers send the submissions that are due. */
export const isOpen = (name: CollectionStateName): boolean => name === 'Open'

/** Whether a live submission can be made or moved on in this state at all. */
export const acceptsSubmissions = (name: CollectionStateName): boolean =>
  name === 'Open' || name === 'Historic amendment'

/** Whether submissions can be processed again in this state (specification 1 §2 "Re-process"). */
export const isReprocessable = (name: CollectionStateName): boolean =>
  acceptsSubmissions(name) || name === 'Closed'

/** Whether everything in a collection of this state is read only (decisions §10): nothing in it can be decided or written. */
export const isArchived = (name: CollectionStateName): boolean => name === 'Archived'

/** States of the collections whose issues are still answered and decided. */
export const statesWithAnswers = collectionStateNames.filter(name => !isArchived(name))

/** Whether providers can be asked for another submission of a collection that was closed (specification 1 §2). */
export const takesHistoricAmendments = (name: CollectionStateName): boolean => name === 'Historic amendment'

/** Whether the online validation tool takes files in this state (specification 2 §7.3). */
export const acceptsOnlineValidation = (name: CollectionStateName): boolean =>
  acceptsSubmissions(name) || name === 'Validation'

/**
 * States of the collections that a provider works in, as the parameter `state[]` writes them (specification 2 §7.3):
 * those of Manage Submissions, and those of the online validation tool. Of archived ones the server gives those in which
 * the provider has a submission, to read (decisions §10).
 */
export const listedStates: Readonly<Record<SubmissionMode, readonly string[]>> = {
  live: ['open', 'closed', 'historic_amendment', 'archived'],
  ovt: ['open', 'historic_amendment', 'validation'],
}

/** Whether a provider can have submissions of this mode in a collection of this state, now or from before. */
export const holdsSubmissions = (mode: SubmissionMode, name: CollectionStateName): boolean =>
  mode === 'ovt' ? acceptsOnlineValidation(name) : acceptsSubmissions(name) || name === 'Closed'
