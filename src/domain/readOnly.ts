import { type Message, message } from '../messages/message.ts'
import { acceptsSubmissions, type CollectionStateName } from './collection.ts'
import { collectionStateLabel } from './labels.ts'
import { isSignedOff, type StatusName } from './status.ts'

export interface ReadOnlyFacts {
  collectionState: CollectionStateName
  allowSubmissions: boolean
  /** Status of the provider's latest submission in the collection; undefined when there is none. */
  latestStatus: StatusName | undefined
}

/** Why a provider's submissions in a collection cannot be changed, as a message; undefined when they can (specification 1 §4, 2 §4.3). */
export const readOnlyReason = (facts: ReadOnlyFacts): Message | undefined => {
  if (facts.collectionState === 'Closed') return message('lifecycle', 'readOnly.closed')
  if (!acceptsSubmissions(facts.collectionState)) {
    return message('lifecycle', 'readOnly.state', { state: collectionStateLabel(facts.collectionState) })
  }
  if (!facts.allowSubmissions) return message('lifecycle', 'readOnly.paused')
  if (facts.latestStatus === 'NIL_RETURN') return message('lifecycle', 'readOnly.nilReturn')
  if (
    facts.collectionState === 'Historic amendment' &&
    facts.latestStatus &&
    isSignedOff(facts.latestStatus)
  ) {
    return message('lifecycle', 'readOnly.signedOff')
  }
  return undefined
}
