import type { CollectionEvent, CollectionFacts, CollectionPlace } from '../machines/collection-state/index.ts'
import type { ContentEvent, ContentFacts, ContentPlace } from '../machines/schema-state/index.ts'
import type {
  SpecificationEvent,
  SpecificationFacts,
  SpecificationPlace,
} from '../machines/specification-state/index.ts'

/*
 * What was decided about collections and specifications (specification 1 §4; decisions §10), written down a second time
 * and apart from the charts.
 */

/** "Draft → Validation, Open, Deleted. Validation → Draft, Open, Deleted. …": which state follows which. */
const follows: Readonly<Record<CollectionPlace, readonly CollectionPlace[]>> = {
  none: ['Draft'],
  Draft: ['Validation', 'Open', 'Deleted'],
  Validation: ['Draft', 'Open', 'Deleted'],
  Open: ['Closed'],
  Closed: ['Open', 'Historic amendment', 'Archived'],
  'Historic amendment': ['Closed', 'Archived'],
  Archived: ['Historic amendment'],
  Deleted: [],
}

/** Where each event wants to. */
const wants: Partial<Record<CollectionEvent['type'], CollectionPlace>> = {
  CREATE: 'Draft',
  RETURN_TO_DRAFT: 'Draft',
  OPEN_TO_VALIDATION: 'Validation',
  OPEN: 'Open',
  CLOSE: 'Closed',
  START_HISTORIC_AMENDMENT: 'Historic amendment',
  ARCHIVE: 'Archived',
  DELETE: 'Deleted',
}

const canBeUsed = (state: CollectionFacts['specificationState']): boolean =>
  state === 'AVAILABLE' || state === 'IN_USE'

/** "changes need admin": of collections. */
export const mayChangeCollection = ({ actor }: CollectionEvent): boolean =>
  actor.kind === 'user' && actor.organisationType === 'agency' && actor.roles.includes('admin')

/** Whether an event has a place at all in a state, whatever else is the case. */
export const collectionExpects = (place: CollectionPlace, type: CollectionEvent['type']): boolean => {
  // "only while the collection is Draft, Validation or Open"
  if (type === 'ASSIGN_SPECIFICATION') return ['Draft', 'Validation', 'Open'].includes(place)
  if (type === 'CHANGE_DETAILS') return place !== 'none' && place !== 'Deleted'
  // A collection is made once, and only then comes to Draft from nowhere.
  if ((type === 'CREATE') !== (place === 'none')) return false
  return follows[place].includes(wants[type] ?? 'none')
}

/** Where an event leads and what it does; undefined where it is refused. */
export const collectionDecided = (
  place: CollectionPlace,
  facts: CollectionFacts,
  event: CollectionEvent,
): { place: CollectionPlace; effects: readonly string[] } | undefined => {
  if (!mayChangeCollection(event) || !collectionExpects(place, event.type)) return undefined
  switch (event.type) {
    case 'ASSIGN_SPECIFICATION':
      return canBeUsed(facts.pickedState) && event.specificationId !== facts.specificationId
        ? { place, effects: ['releaseSpecification', 'useSpecification'] }
        : undefined
    case 'CHANGE_DETAILS':
      // "period (Draft only)"
      return event.changesPeriod && place !== 'Draft' ? undefined : { place, effects: ['keepDetails'] }
    case 'OPEN':
    case 'OPEN_TO_VALIDATION':
      // "Validation and Open need a specification that is Available or In Use."
      return canBeUsed(facts.specificationState) ? { place: wants[event.type]!, effects: [] } : undefined
    case 'DELETE':
      // "Deleted needs that there is no live submission; its online-validation files are discarded."
      return facts.liveSubmissions === 0
        ? { place: 'Deleted', effects: ['releaseSpecification', 'discardFiles'] }
        : undefined
    default:
      return { place: wants[event.type]!, effects: [] }
  }
}

const configures = ({ actor }: SpecificationEvent): boolean =>
  actor.kind === 'user' &&
  actor.organisationType === 'agency' &&
  actor.roles.some(role => role === 'admin' || role === 'analyst')

/**
 * "Created → (apply-configuration) → Draft → Available → In Use; Available → Draft; In Use and back to Available follow from
 * collections being given it or losing it, never from a person. Deletable: Created or Draft, and no submission was ever
 * processed under it."
 */
export const specificationDecided = (
  place: SpecificationPlace,
  facts: SpecificationFacts,
  event: SpecificationEvent,
): SpecificationPlace | undefined => {
  const bySystem = event.actor.kind === 'system'
  switch (event.type) {
    // Of an Available schema and an Available ruleset of it ("Only available schemas and rulesets are offered", 1§2).
    case 'CREATE':
      return configures(event) && place === 'NONE' && facts.isContentAvailable ? 'CREATED' : undefined
    // "In state Draft, tolerances and rule metadata are editable." (1§2)
    case 'CONFIGURE':
      return configures(event) && place === 'DRAFT' ? 'DRAFT' : undefined
    case 'APPLY_CONFIGURATION':
      // "Changes that cannot be carried over are listed; each needs a decision before it can be made Available." (decisions §18)
      return configures(event) && place === 'CREATED' && (event.undecided ?? 0) === 0 ? 'DRAFT' : undefined
    case 'MAKE_AVAILABLE':
      return configures(event) && place === 'DRAFT' && facts.isContentAvailable ? 'AVAILABLE' : undefined
    case 'MOVE_TO_DRAFT':
      return configures(event) && place === 'AVAILABLE' ? 'DRAFT' : undefined
    case 'DELETE':
      return configures(event) && (place === 'CREATED' || place === 'DRAFT') && facts.submissions === 0
        ? 'DELETED'
        : undefined
    case 'GIVEN':
      return bySystem && place === 'AVAILABLE' ? 'IN_USE' : undefined
    case 'LOST':
      return bySystem && place === 'IN_USE' && facts.collections === 0 ? 'AVAILABLE' : undefined
  }
}

/**
 * "Schema and ruleset states: 1 Draft, 2 Available, 3 Withdrawn (only while no specification that is Available or In Use
 * needs it)." What is withdrawn can be Available again; nothing becomes a Draft again. "Changes need admin." Publishing makes a
 * Draft of a version that was not there before. An administrator reads no special category data (the matrix of issue 9), so none
 * can open a field of it who has not the role for that, too.
 */
export const contentDecided = (
  place: ContentPlace,
  facts: ContentFacts,
  { type, actor }: ContentEvent,
): ContentPlace | undefined => {
  if (actor.kind !== 'user' || actor.organisationType !== 'agency' || !actor.roles.includes('admin'))
    return undefined
  if ((type === 'PUBLISH') !== (place === 'NONE')) return undefined
  const opensSpecial = facts.lowered?.some(({ from }) => from === 'special-category') ?? false
  if (type === 'PUBLISH' || type === 'REPLACE') {
    if (opensSpecial && !actor.roles.includes('special-category')) return undefined
    // "Publish is enabled for exactly what was checked"
    if (facts.isAsChecked === false) return undefined
  }
  if (type === 'PUBLISH') return facts.isVersionFree ? 'DRAFT' : undefined
  // "A Draft can be replaced", as long as nothing rests on it: no specification that counts, no submission, no other ruleset.
  if (type === 'REPLACE')
    return place === 'DRAFT' &&
      facts.specifications === 0 &&
      !facts.hasSubmissions &&
      (facts.dependants ?? []).length === 0
      ? 'DRAFT'
      : undefined
  // "edit one rule of a Draft ruleset in the browser … saved as a new ruleset version"
  if (type === 'REVISE') return place === 'DRAFT' ? 'DRAFT' : undefined
  if (type === 'MAKE_AVAILABLE') return place === 'AVAILABLE' ? undefined : 'AVAILABLE'
  return place === 'WITHDRAWN' || facts.specifications > 0 ? undefined : 'WITHDRAWN'
}
