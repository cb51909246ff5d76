import { type Kysely, sql, type Transaction } from 'kysely'
import {
  type CollectionStateName,
  collectionStateOf,
  isCollectionMade,
  isForAgencyAlone,
} from '../../src/domain/collection.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import {
  type CollectionEffect,
  type CollectionPlace,
  type CollectionStateEventType,
  collectionChart,
  dueEvent,
  explainCollection,
  noCollectionFacts,
  scheduleIn,
} from '../../src/machines/collection-state/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { createDecider, type Decided } from '../decisions/decider.ts'
import { membersIn } from '../identity/signIns.ts'
import { discardOfDeleted, type JobQueue } from '../jobs/index.ts'
import { publishToOrganisations } from '../live/publish.ts'
import { toColumn } from '../messages.ts'
import { lockSpecifications, notifySpecification } from '../specifications/index.ts'
import {
  type CollectionDetails,
  type CollectionRecord,
  gatherCollectionFacts,
  lockCollection,
} from './collectionRow.ts'

export type DecidedCollection = Decided<CollectionRecord>

/** A collection that is to be made (decisions §10). */
export interface NewCollection
  extends Pick<CollectionDetails, 'name' | 'referencePeriodStart' | 'referencePeriodEnd'> {
  reference: string
  streamId: string
}

const freshCollection = (details: NewCollection): CollectionRecord => ({
  ...details,
  id: `c${details.reference}`,
  place: 'none',
  specificationId: null,
  disallowCreateIssues: false,
  additionalReportsReleased: false,
  signsInPortal: false,
  approversDiffer: true,
  stayTargets: null,
  supportContact: null,
  submissionDeadline: null,
  pauseReason: null,
  validationOn: null,
  opensOn: null,
  closesOn: null,
  scheduledBy: null,
  version: 0,
})

/** What the changes make another value of, as it was; nothing for a collection that is made. */
const formerOf = (before: CollectionRecord, changes: object): object =>
  isCollectionMade(before.place)
    ? Object.fromEntries(detailsIn(changes).map(name => [name, before[name]]))
    : {}

const setsSchedule = (changes: Partial<CollectionDetails> = {}): boolean =>
  (['validationOn', 'opensOn', 'closesOn'] as const).some(day => changes[day])

/** Names of the details that are given. */
const detailsIn = (details: Partial<CollectionDetails>) => Object.keys(details) as (keyof CollectionDetails)[]

const columnsOf = (collection: CollectionRecord) => ({
  name: collection.name,
  reference_period_start: collection.referencePeriodStart,
  reference_period_end: collection.referencePeriodEnd,
  disallow_create_issues: collection.disallowCreateIssues,
  additional_reports_released: collection.additionalReportsReleased,
  signs_in_portal: collection.signsInPortal,
  approvers_differ: collection.approversDiffer,
  stay_targets: collection.stayTargets,
  support_contact: collection.supportContact,
  submission_deadline: collection.submissionDeadline,
  pause_reason: collection.pauseReason,
  allow_submissions: collection.pauseReason === null,
  validation_on: collection.validationOn,
  opens_on: collection.opensOn,
  closes_on: collection.closesOn,
  scheduled_by: collection.scheduledBy && JSON.stringify(collection.scheduledBy),
  // Whatever was in the way may be gone: the job looks again.
  schedule_refusal: null,
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

/** The only writer of collections. */
export const createCollections = ({
  db,
  clock,
  queue,
}: {
  db: Kysely<Database>
  clock: { now: () => Date }
  queue: Pick<JobQueue, 'armDeadline'>
}) => {
  const { decide, decideOn, missing } = createDecider(collectionChart)<
    string,
    CollectionRecord,
    { changes: Partial<CollectionDetails & NewCollection> }
  >({
    clock,
    lock: async (tx, reference, event) => {
      const found = await lockCollection(tx, reference)
      if (found && event.type === 'ASSIGN_SPECIFICATION') {
        const { specificationId: picked } = event
        await lockSpecifications(tx, [picked, found.specificationId ?? picked])
      }
      return found
    },
    notFound: message('problems', 'noCollection'),
    placeOf: ({ place }) => place,
    subject: ({ reference }) => ({ id: reference }),
    facts: async (tx, { before: { id }, event }) => {
      if (event.type === 'CREATE') return noCollectionFacts
      const picked = event.type === 'ASSIGN_SPECIFICATION' ? event.specificationId : null
      return (await gatherCollectionFacts(tx, id, picked)) ?? noCollectionFacts
    },
    explain: ({ place, name }, facts, event) => explainCollection(place, facts, event, name),
    isRepeated: (_, { event: { type }, input: { changes = {} } }) =>
      type === 'CHANGE_DETAILS' && detailsIn(changes).length === 0,
    next: ({ before, event, to, effects, input }) => {
      const changed = effects.includes('keepDetails') ? { ...before, ...input.changes } : before
      const { actor } = event
      return {
        ...changed,
        ...scheduleIn(to, changed),
        scheduledBy: setsSchedule(input.changes) && actor.kind === 'user' ? actor : before.scheduledBy,
        place: to,
        specificationId: specificationAfter(
          before.specificationId,
          event.type === 'ASSIGN_SPECIFICATION' ? event.specificationId : null,
          effects,
        ),
        version: before.version + 1,
      }
    },
    write: (tx, { before, after }) =>
      isCollectionMade(before.place)
        ? tx.updateTable('collection').set(columnsOf(after)).where('id', '=', after.id).execute()
        : tx
            .insertInto('collection')
            .values({
              id: after.id,
              reference: after.reference,
              stream_id: after.streamId,
              ...columnsOf(after),
            })
            .execute(),
    history: {
      sequence: ({ version }) => version,
      payload: ({ before, input: { changes = {} } }) => ({ ...changes, former: formerOf(before, changes) }),
    },
    audit: {
      action: type => `COLLECTION_${type}`,
      detail: ({ before, event: { type, actor, ...said }, from, to, input: { changes = {} } }) => ({
        from,
        to,
        ...said,
        ...changes,
        former: formerOf(before, changes),
      }),
    },
    effects: {
      keepDetails: 'row',
      releaseSpecification: async (tx, { before: { specificationId: id }, at }) =>
        id !== null && notifySpecification(tx, id, 'LOST', at),
      useSpecification: async (tx, { after: { specificationId: id }, at }) =>
        id !== null && notifySpecification(tx, id, 'GIVEN', at),
      discardFiles: (tx, { at }) => discardOfDeleted(tx, queue, at),
    },
    announce: (tx, { from, to, after, at }) =>
      publishToOrganisations(
        tx,
        {
          type: 'COLLECTION',
          collectionId: after.id,
          reference: after.reference,
          stateId: collectionStateOf(stateOf(to)).id,
          version: after.version,
          occurredAt: at.toISOString(),
        },
        [from, to].every(place => !isCollectionMade(place) || isForAgencyAlone(place)) ? 'agency' : 'all',
        at,
      ),
  })

  /** The person as they are now: somebody whose role was taken away since, or who is no longer known, has no rights left. */
  const withPresentRoles = async (
    tx: Transaction<Database>,
    person: UserPrincipal,
  ): Promise<UserPrincipal> => {
    const { organisationId: id, organisationType: type, userId } = person
    const [known] = await membersIn(tx, { id, type }, userId)
    return { ...person, roles: known?.roles ?? [] }
  }

  /** Gives a collection the state of its schedule, or keeps why it cannot have it. */
  const followSchedule = (reference: string): Promise<void> =>
    withScope(db, { scope: 'all' }, async tx => {
      const before = await lockCollection(tx, reference)
      const now = clock.now()
      const type = before && dueEvent(before, now)
      if (!before || !type || !before.scheduledBy) return
      const actor = await withPresentRoles(tx, before.scheduledBy)
      const event = { type, actor }
      const facts = (await gatherCollectionFacts(tx, before.id)) ?? noCollectionFacts
      const { allowed, refusal } = explainCollection(before.place, facts, event, before.name)
      if (allowed) {
        await decideOn(tx, before, event)
        return
      }
      const reason =
        refusal &&
        toColumn(refusal.kind === 'forbidden' ? message('server', 'scheduledWithoutRight') : refusal.reason)
      await sql`update collection set schedule_refusal = ${reason} where id = ${before.id}
        and schedule_refusal is distinct from ${reason}`.execute(tx)
    })

  return {
    /** Moves every collection on whose day has come (decisions §16), by the events and guards by which people do. */
    followSchedules: async (): Promise<void> => {
      const { rows } = await withScope(db, { scope: 'all' }, tx =>
        sql<{ reference: string }>`select reference from collection
          where validation_on is not null or opens_on is not null or closes_on is not null`.execute(tx),
      )
      for (const { reference } of rows) await followSchedule(reference)
    },

    /** Gives a collection another state, by the event that leads there. */
    changeState: (
      reference: string,
      type: CollectionStateEventType,
      actor: UserPrincipal,
    ): Promise<DecidedCollection> => decide(db, reference, { type, actor }),

    /** Gives a collection a specification; the one that it had is free again where no other collection has it. */
    assignSpecification: (
      reference: string,
      specificationId: number,
      actor: UserPrincipal,
    ): Promise<DecidedCollection> =>
      decide(db, reference, { type: 'ASSIGN_SPECIFICATION', specificationId, actor }),

    /** Changes what a collection is called, when it is and what it allows; what is given as it is already is no change. */
    changeDetails: (
      reference: string,
      details: Partial<CollectionDetails>,
      actor: UserPrincipal,
    ): Promise<DecidedCollection> =>
      withScope(db, { scope: 'all' }, async tx => {
        const before = await lockCollection(tx, reference)
        if (!before) return missing()
        const changes: Partial<CollectionDetails> = Object.fromEntries(
          detailsIn(details)
            .filter(name => details[name] !== before[name])
            .map(name => [name, details[name]]),
        )
        const changesPeriod = 'referencePeriodStart' in changes || 'referencePeriodEnd' in changes
        return decideOn(tx, before, { type: 'CHANGE_DETAILS', changesPeriod, actor }, { input: { changes } })
      }),

    /** Makes a collection, as a Draft without a specification. */
    create: (details: NewCollection, actor: UserPrincipal): Promise<DecidedCollection> =>
      withScope(db, { scope: 'all' }, async tx => {
        const { reference } = details
        // Of two that choose the same reference at once the second waits here.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`collection/${reference}`}, 0))`.execute(tx)
        const before = (await lockCollection(tx, reference)) ?? freshCollection(details)
        return decideOn(tx, before, { type: 'CREATE', actor }, { input: { changes: { ...details } } })
      }),
  }
}
export type Collections = ReturnType<typeof createCollections>
