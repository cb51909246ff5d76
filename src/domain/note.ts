import { type Message, message } from '../messages/message.ts'
import { acceptsSubmissions, type CollectionStateName } from './collection.ts'
import { may, type Principal } from './principal.ts'
import { isSignedOff, type StatusName } from './status.ts'

/** What it depends on whether a note can be written. */
export interface NoteFacts {
  /** Provider that the note belongs to. */
  instId: string
  /** Whether it is written from the provider's latest submission. */
  isLatest: boolean
  collectionState: CollectionStateName
  /** Status of the provider's latest submission. */
  latestStatus: StatusName | undefined
}

const isOwnStaff = (actor: Principal, { instId }: NoteFacts): boolean =>
  actor.kind === 'user' && actor.organisationId === instId && may(actor, 'collections.answer-issue')

/**
 * Why a provider's note to its approvers, of a rule or a report, cannot be written now: for want of a right, or of a
 * condition; undefined where it can. What was signed off stays as the approvers read it.
 */
export const noteRefusal = (
  actor: Principal,
  facts: NoteFacts,
): { kind: 'forbidden' | 'conflict'; reason: Message } | undefined => {
  if (!isOwnStaff(actor, facts))
    return { kind: 'forbidden', reason: message('submissions.notes', 'refused.right') }
  const condition = !facts.isLatest
    ? 'refused.notLatest'
    : !acceptsSubmissions(facts.collectionState)
      ? 'refused.closed'
      : facts.latestStatus !== undefined && isSignedOff(facts.latestStatus)
        ? 'refused.signedOff'
        : undefined
  return condition && { kind: 'conflict', reason: message('submissions.notes', condition) }
}
