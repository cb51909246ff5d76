import type { Permission } from '../../domain/permissions.ts'
import { may } from '../../domain/principal.ts'
import { product } from '../../domain/product.ts'
import { isReadyForUse } from '../../domain/specification.ts'
import { type Key, type Message, type MessageArguments, message } from '../../messages/message.ts'
import { type Guard, implementationsOf } from '../support/guard.ts'
import type { CollectionEvent, CollectionFacts } from './types.ts'

export type CollectionGuard = Guard<CollectionFacts, CollectionEvent>

const say = <K extends Key<'collection'>>(code: K, ...params: MessageArguments<'collection', K>): Message =>
  message('collection', code, ...params)

const agency = { product: product.name }

const right = (permission: Permission, holds: Message, fails: Message): CollectionGuard => ({
  kind: 'right',
  test: (_, event) => may(event.actor, permission),
  holds,
  fails,
})

const condition = (test: CollectionGuard['test'], holds: Message, fails: Message): CollectionGuard => ({
  kind: 'condition',
  test,
  holds,
  fails,
})

const guardTable = {
  mayConfigure: right(
    'management.configure-collection',
    say('mayConfigure.holds'),
    say('mayConfigure.fails', agency),
  ),
  mayChangeState: right(
    'management.change-collection-state',
    say('mayChangeState.holds'),
    say('mayChangeState.fails', agency),
  ),
  mayAssign: right('management.assign-specification', say('mayAssign.holds'), say('mayAssign.fails', agency)),
  hasSpecification: condition(
    ({ specificationState }) => isReadyForUse(specificationState),
    say('hasSpecification.holds'),
    say('hasSpecification.fails'),
  ),
  isPickedReady: condition(
    ({ pickedState }) => isReadyForUse(pickedState),
    say('isPickedReady.holds'),
    say('isPickedReady.fails'),
  ),
  isAnotherSpecification: condition(
    ({ specificationId }, event) =>
      event.type !== 'ASSIGN_SPECIFICATION' || event.specificationId !== specificationId,
    say('isAnotherSpecification.holds'),
    say('isAnotherSpecification.fails'),
  ),
  hasNoLiveSubmission: condition(
    ({ liveSubmissions }) => liveSubmissions === 0,
    say('hasNoLiveSubmission.holds'),
    say('hasNoLiveSubmission.fails'),
  ),
  keepsPeriod: condition(
    (_, event) => event.type !== 'CHANGE_DETAILS' || !event.changesPeriod,
    say('keepsPeriod.holds'),
    say('keepsPeriod.fails'),
  ),
} as const satisfies Record<string, CollectionGuard>

export type CollectionGuardName = keyof typeof guardTable

/** The guards of a collection by name, each with the messages that explain it. */
export const collectionGuards: Record<CollectionGuardName, CollectionGuard> = guardTable

/** Implementations for the chart: the same tests under the same names. */
export const collectionGuardImplementations = implementationsOf(collectionGuards)
