import type { Transaction } from 'kysely'
import {
  type CollectionStateName,
  collectionStateById,
  collectionsSeenBy,
} from '../../../src/domain/collection.ts'
import { flagsOf, type UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { CollectionWire } from '../../../src/domain/wire/collections.ts'
import { statesOffered } from '../../../src/machines/collection-state/index.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { collectionFactsOf } from '../../collections/index.ts'
import {
  type CollectionRow,
  collectionOfReference,
  seenCollection,
} from '../../database/queries/collections.ts'
import type { Database } from '../../database/schema.ts'
import type { Reads } from '../../database/together.ts'
import { collectionWire } from './collectionRows.ts'

type Tx = Transaction<Database>

/** A provider asks only for itself; anybody else for those that the row-level policies show. */
export const ownInstitution = (actor: UserPrincipal): { instId?: string } =>
  flagsOf(actor).isProvider ? { instId: actor.organisationId } : {}

/** The collection of an id or a reference, where the person sees it; undefined otherwise. */
export const collectionSeen = (tx: Reads, actor: UserPrincipal, by: { id: string } | { reference: string }) =>
  seenCollection(tx, by, { ...ownInstitution(actor), seen: collectionsSeenBy(actor) })

/** The states that a person may give to a collection next, by the chart; nobody but the agency, which sees all, is offered any. */
export const statesOfferedTo = (actor: UserPrincipal, row: CollectionRow): CollectionStateName[] => {
  const state = collectionStateById(row.state_id)
  return state && flagsOf(actor).isAgency
    ? statesOffered(state.name, collectionFactsOf({ ...row, picked_state: null }), actor)
    : []
}

/** A collection as a person reads it; throws not-found where they do not see it. */
export const collectionSeenBy = async (
  tx: Tx,
  actor: UserPrincipal,
  reference: string,
  language: Language,
): Promise<CollectionWire> => {
  const row = await collectionOfReference(tx, reference, {
    ...ownInstitution(actor),
    seen: collectionsSeenBy(actor),
  })
  if (!row) throw new ProblemError(problem('not-found', message('problems', 'noCollection')))
  return collectionWire(row, language, { offered: statesOfferedTo(actor, row) })
}
