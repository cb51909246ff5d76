import { type Message, message } from '../messages/message.ts'
import { acceptsSubmissions, type CollectionStateName } from './collection.ts'
import { collectionStateLabel } from './labels.ts'
import { isSignedOff, type StatusName } from './status.ts'

export interface ReadOnlyFacts {
  collectionState: CollectionStateName
  allowSubmissions: boolean
  pauseReason?: string | undefined
  /** Status of the provider's latest submission in the collection; undefined when there is none. */
  latestStatus: StatusName | undefined
}

/** What keeps a provider's submissions in a collection from being changed; undefined if nothing does (specification 1 §4, 2 §4.3). */
export const readOnlyCause = (facts: ReadOnlyFacts) => {
  if (facts.collectionState === 'Closed') return 'closed'
  if (!acceptsSubmissions(facts.collectionState)) return 'state'
  if (!facts.allowSubmissions) return 'paused'
  if (facts.latestStatus === 'NIL_RETURN') return 'nilReturn'
  if (
    facts.collectionState === 'Historic amendment' &&
    facts.latestStatus &&
    isSignedOff(facts.latestStatus)
  ) {
    return 'signedOff'
  }
  return undefined
}

/** The cause in words, which belong to the lifecycle; undefined if submissions can be changed. */
export const readOnlyReason = (facts: ReadOnlyFacts): Message | undefined => {
  const cause = readOnlyCause(facts)
  if (cause === 'state') {
    return message('lifecycle', 'readOnly.state', { state: collectionStateLabel(facts.collectionState) })
  }
  if (cause === 'paused' && facts.pauseReason !== undefined)
    return message('lifecycle', 'readOnly.pausedFor', { reason: facts.pauseReason })
  return cause && message('lifecycle', `readOnly.${cause}`)
}
