import { acceptsSubmissions, type CollectionStateName } from './collection.ts'
import { isSignedOff, type StatusName } from './status.ts'

export interface ReadOnlyFacts {
  collectionState: CollectionStateName
  allowSubmissions: boolean
  /** Status of the provider's latest submission in the collection; undefined when there is none. */
  latestStatus: StatusName | undefined
}

/** Why a provider's submissions in a collection cannot be changed, in words; undefined when they can (specification 1 §4, 2 §4.3). */
export const readOnlyReason = (facts: ReadOnlyFacts): string | undefined => {
  if (facts.collectionState === 'Closed') return 'The collection is closed.'
  if (!acceptsSubmissions(facts.collectionState)) {
    return `The collection is in the state ${facts.collectionState}; submissions need Open or Historic amendment.`
  }
  if (!facts.allowSubmissions) return 'The collection does not take submissions at the moment.'
  if (facts.latestStatus === 'NIL_RETURN') return 'A nil return is recorded for this collection.'
  if (
    facts.collectionState === 'Historic amendment' &&
    facts.latestStatus &&
    isSignedOff(facts.latestStatus)
  ) {
    return 'The submission is signed off; a historic amendment has to be requested first.'
  }
  return undefined
}
