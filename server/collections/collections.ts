import { type Kysely, sql, type Transaction } from 'kysely'
import {
  type CollectionStateName,
  collectionStateOf,
  isCollectionMade,
  isForAgencyAlone,
} from '../../src/domain/collection.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import {
  type CollectionEffect,
  type CollectionEvent,
  type CollectionFacts,
  type CollectionPlace,
  type CollectionStateEventType,
  explainCollection,
  noCollectionFacts,
  stepCollection,
} from '../../src/machines/collection-state/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { discardOfDeleted, type JobQueue } from '../jobs/index.ts'
import { actorRecord, recordAudit } from '../lifecycle/records.ts'
import { publishToOrganisations } from '../live/publish.ts'
import { inEnglish } from '../messages.ts'
import { lockSpecifications, tellSpecification } from '../specifications/index.ts'
import {
  type CollectionDetails,
  type CollectionRecord,
  gatherCollectionFacts,
  lockCollection,
} from './collectionRow.ts'

type Tx = Transaction<Database>

/** A granted decision, or the problem that refused it. Refusals are results; only faults are thrown. */
export type DecidedCollection = { ok: true; collection: CollectionRecord } | { ok: false; problem: Problem }

/** A collection that is to be made (decisions §10). */
export interface NewCollection
  extends Pick<CollectionDetails, 'name' | 'referencePeriodStart' | 'referencePeriodEnd'> {
  reference: string
  streamId: string
}

interface Decision {
  before: CollectionRecord
  after: CollectionRecord
  event: CollectionEvent
  facts: CollectionFacts
  effects: readonly CollectionEffect[]
  /** What was changed, by name, and as it was before. */
  changes: Record<string, unknown>
  former: Record<string, unknown>
  at: Date
}

const freshCollection = (details: NewCollection): CollectionRecord => ({
  ...details,
  id: `c${details.reference}`,
  place: 'none',
  specificationId: null,
  disallowCreateIssues: false,
  additionalReportsReleased: false,
  signsInPortal: false,
  supportContact: null,
  submissionDeadline: null,
  version: 0,
})

/** Names of the details that are given. */
const detailsIn = (details: Partial<CollectionDetails>) => Object.keys(details) as (keyof CollectionDetails)[]

const notFound = (): DecidedCollection => ({
  ok: false,
  problem: problem('not-found', message('problems', 'noCollection')),
})

const columnsOf = (collection: CollectionRecord) => ({
  name: collection.name,
  reference_period_start: collection.referencePeriodStart,
  reference_period_end: collection.referencePeriodEnd,
  disallow_create_issues: collection.disallowCreateIssues,
  additional_reports_released: collection.additionalReportsReleased,
  signs_in_portal: collection.signsInPortal,
  support_contact: collection.supportContact,
  submission_deadline: collection.submissionDeadline,
  state_id: collectionStateOf(stateOf(collection.place)).id,
  specification_id: collection.specificationId,
  version: collection.version,
})

const stateOf = (place: CollectionPlace): CollectionStateName => {
  if (!isCollectionMade(place)) throw new Error('A collection that is not made yet has no state.')
  return place
}

const specificationAfter = (
  before: number | null,
  picked: number | null,
  effects: readonly CollectionEffect[],
): number | null => {
  if (effects.includes('useSpecification')) return picked
  return effects.includes('releaseSpecification') ? null : before
}

/**
 * The only writer of collections. A decision locks the collection, asks its chart, and writes row, history, audit line,
 * effects and live message in one transaction; or nothing but the audit line of the refusal.
 */
export const createCollections = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  queue: Pick<JobQueue, 'armDeadline'>
}) => {
  const { db, clock, queue } = options

  const applyEffect = async (tx: Tx, effect: CollectionEffect, decision: Decision): Promise<void> => {
    const { before, after, at } = decision
    switch (effect) {
      case 'releaseSpecification':
        if (before.specificationId !== null) await tellSpecification(tx, before.specificationId, 'LOST', at)
        return
      case 'useSpecification':
        if (after.specificationId !== null) await tellSpecification(tx, after.specificationId, 'GIVEN', at)
        return
      // Written with the row.
      case 'keepDetails':
        return
      case 'discardFiles':
        return discardOfDeleted(tx, queue, at)
    }
  }

  /** What stays of a decision besides the collection's row, which is written first. */
  const finish = async (tx: Tx, decision: Decision): Promise<CollectionRecord> => {
    const { before, after, event, facts, effects, changes, former, at } = decision
    const { type, actor, ...payload } = event
    await tx
      .insertInto('collection_event')
      .values({
        collection_id: after.id,
        sequence: after.version,
        event: type,
        from_state: before.place,
        to_state: after.place,
        actor: JSON.stringify(actorRecord(actor)),
        payload: JSON.stringify({ ...payload, ...changes, former }),
        facts: JSON.stringify(facts),
        effects: JSON.stringify(effects),
        occurred_utc: at,
      })
      .execute()
    await recordAudit(tx, {
      actor,
      event: `COLLECTION_${type}`,
      subject: after.reference,
      at,
      detail: { from: before.place, to: after.place, ...payload, ...changes, former },
    })
    for (const effect of effects) await applyEffect(tx, effect, decision)
    const state = collectionStateOf(stateOf(after.place))
    await publishToOrganisations(
      tx,
      {
        type: 'COLLECTION',
        collectionId: after.id,
        reference: after.reference,
        stateId: state.id,
        version: after.version,
        occurredAt: at.toISOString(),
      },
      [before.place, after.place].every(place => !isCollectionMade(place) || isForAgencyAlone(place))
        ? 'agency'
        : 'all',
      at,
    )
    return after
  }

  const refuse = async (
    tx: Tx,
    event: CollectionEvent,
    subject: string,
    at: Date,
    refusal: Problem,
  ): Promise<DecidedCollection> => {
    await recordAudit(tx, {
      actor: event.actor,
      event: `COLLECTION_${event.type}`,
      subject,
      at,
      refusal: { status: refusal.status, reason: inEnglish(refusal.reason) },
    })
    return { ok: false, problem: refusal }
  }

  const refusalOf = (
    place: CollectionPlace,
    facts: CollectionFacts,
    event: CollectionEvent,
    name: string,
  ): Problem | undefined => {
    const { refusal } = explainCollection(place, facts, event, name)
    return refusal && problem(refusal.kind, refusal.reason)
  }

  /** Decides an event of a collection that exists; what a person changes of its details is known once its row is. */
  const decide = (
    reference: string,
    eventFor: (before: CollectionRecord) => { event: CollectionEvent; changes?: Partial<CollectionDetails> },
  ): Promise<DecidedCollection> =>
    withScope(db, { scope: 'all' }, async tx => {
      const before = await lockCollection(tx, reference)
      if (!before) return notFound()
      const at = clock.now()
      const { event, changes = {} } = eventFor(before)
      const picked = event.type === 'ASSIGN_SPECIFICATION' ? event.specificationId : null
      if (picked !== null) await lockSpecifications(tx, [picked, before.specificationId ?? picked])
      const facts = (await gatherCollectionFacts(tx, before.id, picked)) ?? noCollectionFacts
      const refusal = refusalOf(before.place, facts, event, before.name)
      if (refusal) return refuse(tx, event, reference, at, refusal)
      // What is given as it is already is no change.
      if (event.type === 'CHANGE_DETAILS' && detailsIn(changes).length === 0)
        return { ok: true, collection: before }
      const { place, effects } = stepCollection(before.place, facts, event)
      const after: CollectionRecord = {
        ...before,
        ...(effects.includes('keepDetails') ? changes : {}),
        place,
        specificationId: specificationAfter(before.specificationId, picked, effects),
        version: before.version + 1,
      }
      await tx.updateTable('collection').set(columnsOf(after)).where('id', '=', after.id).execute()
      const former = Object.fromEntries(detailsIn(changes).map(name => [name, before[name]]))
      const decision = { before, after, event, facts, effects, changes, former, at }
      return { ok: true, collection: await finish(tx, decision) }
    })

  return {
    /** Gives a collection another state, by the event that leads there. */
    changeState: (
      reference: string,
      type: CollectionStateEventType,
      actor: UserPrincipal,
    ): Promise<DecidedCollection> => decide(reference, () => ({ event: { type, actor } })),

    /** Gives a collection a specification; the one that it had is free again where no other collection has it. */
    assignSpecification: (
      reference: string,
      specificationId: number,
      actor: UserPrincipal,
    ): Promise<DecidedCollection> =>
      decide(reference, () => ({ event: { type: 'ASSIGN_SPECIFICATION', specificationId, actor } })),

    /** Changes what a collection is called, when it is and what it allows; what is given as it is already is no change. */
    changeDetails: (
      reference: string,
      details: Partial<CollectionDetails>,
      actor: UserPrincipal,
    ): Promise<DecidedCollection> =>
      decide(reference, before => {
        const changes: Partial<CollectionDetails> = Object.fromEntries(
          detailsIn(details)
            .filter(name => details[name] !== before[name])
            .map(name => [name, details[name]]),
        )
        const changesPeriod = 'referencePeriodStart' in changes || 'referencePeriodEnd' in changes
        return { event: { type: 'CHANGE_DETAILS', changesPeriod, actor }, changes }
      }),

    /** Makes a collection, as a Draft without a specification. */
    create: (details: NewCollection, actor: UserPrincipal): Promise<DecidedCollection> =>
      withScope(db, { scope: 'all' }, async tx => {
        const at = clock.now()
        const event: CollectionEvent = { type: 'CREATE', actor }
        // Of two that choose the same reference at once the second waits here.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`collection/${details.reference}`}, 0))`.execute(
          tx,
        )
        const existing = await lockCollection(tx, details.reference)
        const before = existing ?? freshCollection(details)
        const refusal = refusalOf(before.place, noCollectionFacts, event, before.name)
        if (refusal) return refuse(tx, event, details.reference, at, refusal)
        const { place, effects } = stepCollection(before.place, noCollectionFacts, event)
        const after: CollectionRecord = { ...before, place, version: 1 }
        await tx
          .insertInto('collection')
          .values({
            id: after.id,
            reference: after.reference,
            stream_id: after.streamId,
            ...columnsOf(after),
          })
          .execute()
        const decision = {
          before,
          after,
          event,
          facts: noCollectionFacts,
          effects,
          changes: { ...details },
          former: {},
          at,
        }
        return { ok: true, collection: await finish(tx, decision) }
      }),
  }
}
export type Collections = ReturnType<typeof createCollections>
