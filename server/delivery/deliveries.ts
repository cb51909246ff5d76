import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type DeliveryPackage, rowsOfPackage } from '../../src/domain/delivery.ts'
import { isConfigurationDeleted, isConfigurationEnabled } from '../../src/domain/deliveryConfiguration.ts'
import {
  type DeliveryPlace,
  deliveryJobPlace,
  deliveryTags,
  isDeliveryCancelled,
} from '../../src/domain/deliveryPlace.ts'
import {
  deliveryKeptUntilDay,
  isDeliveryDue,
  isDeliveryExpired,
  submissionsDue,
} from '../../src/domain/deliverySchedule.ts'
import { isJobMade } from '../../src/domain/jobPlace.ts'
import { type Principal, systemPrincipal, type UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import {
  type DeliveryEffect,
  type DeliveryEvent,
  type DeliveryFacts,
  deliveryChart,
  explainDelivery,
  stepDelivery,
} from '../../src/machines/delivery/index.ts'
import { type Message, message } from '../../src/messages/message.ts'
import { isIdTaken, lockId } from '../database/queries/ids.ts'
import { literals } from '../database/queries/literals.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { recordChartEvent } from '../decisions/history.ts'
import type { JobQueue } from '../jobs/index.ts'
import { recordAudit } from '../lifecycle/records.ts'
import { publishToParty } from '../live/publish.ts'
import { inEnglish, toColumn } from '../messages.ts'
import { type NoticeDetail, notify } from '../notices/write.ts'
import type { ObjectStore } from '../storage/index.ts'
import { type ConfigurationRecord, listConfigurations, lockConfiguration } from './configurationRow.ts'
import {
  chosenSubmissions,
  countsOfDelivery,
  type DeliveredSubmission,
  type DeliveryRecord,
  deliveredBy,
  findDelivery,
  isRequestedBy,
  lockDelivery,
} from './deliveryRow.ts'
import type { Partitions } from './partitions.ts'

type Tx = Transaction<Database>

const isReady = sql`place in (${literals(deliveryTags.placesWith('ready'))})`
const isExpired = sql`place = any(${deliveryTags.placesWith('expired')}::text[])`

/** What an attempt has made. */
export interface MadePackage {
  key: string
  size: number
  packed: DeliveryPackage
}

/** A granted decision, or the problem that refused it. */
export type DecidedDelivery = { ok: true; delivery: DeliveryRecord } | { ok: false; problem: Problem }

/** What the customer is told of what was made. */
const noticeOf = ({ id, name }: DeliveryRecord, made: MadePackage | undefined, at: Date): NoticeDetail => ({
  delivery: name,
  ...(made && {
    package: {
      id,
      providers: made.packed.sets.length,
      rows: rowsOfPackage(made.packed),
      size: made.size,
      keptUntil: deliveryKeptUntilDay(at),
    },
  }),
})

const missing = (): DecidedDelivery => ({
  ok: false,
  problem: problem('not-found', message('server', 'noDelivery')),
})

/**
 * The only writer of deliveries. A decision locks the delivery, asks its chart, and writes row, audit line, job and notice in one
 * transaction.
 */
export const createDeliveries = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  queue: Pick<JobQueue, 'enqueueDelivery' | 'withdrawMaking'>
  store: Pick<ObjectStore, 'remove'>
  partitions: Pick<Partitions, 'sweep'>
}) => {
  const { db, clock, queue, store, partitions } = options

  const refuse = async (
    tx: Tx,
    id: string,
    { actor, type }: DeliveryEvent,
    refusal: Problem,
  ): Promise<DecidedDelivery> => {
    const { status, reason } = refusal
    await recordAudit(tx, {
      actor,
      event: `DELIVERY_${type}`,
      subject: id,
      at: clock.now(),
      refusal: { status, reason: inEnglish(reason) },
    })
    return { ok: false, problem: refusal }
  }

  const applyEffects = async (
    tx: Tx,
    before: DeliveryRecord,
    effects: readonly DeliveryEffect[],
    kept: { made?: MadePackage; fault?: Message | string },
    at: Date,
  ): Promise<void> => {
    const { id, customerId, collectionId } = before
    for (const effect of effects)
      switch (effect) {
        case 'enqueueDelivery':
          await queue.enqueueDelivery(tx, { deliveryId: id }, `delivery:${id}`)
          break
        case 'countAttempt':
          await sql`update delivery set attempt = attempt + 1 where id = ${id}::uuid`.execute(tx)
          break
        case 'keepPackage': {
          const { made } = kept
          if (!made) throw new Error(`The delivery ${id} was made without a package.`)
          await sql`update delivery set object_key = ${made.key}, size = ${made.size}, made_utc = ${at},
              row_count = ${rowsOfPackage(made.packed)}, packed = ${JSON.stringify(made.packed)}::jsonb
            where id = ${id}::uuid`.execute(tx)
          break
        }
        case 'keepFault':
          await sql`update delivery set fault = ${toColumn(kept.fault ?? message('problems', 'deliveryNotMade'))}
            where id = ${id}::uuid`.execute(tx)
          break
        case 'removePackage':
          // The row names the object until that has gone: whoever looks next can do what this process did not come to.
          break
        case 'withdrawDelivery':
          await queue.withdrawMaking(tx, 'delivery', id)
          break
        case 'removeParts':
          await queue.enqueueDelivery(
            tx,
            { deliveryId: id, removes: before.attempt },
            `delivery:${id}:removed`,
          )
          break
        case 'notify':
          await notify(
            tx,
            [customerId],
            { kind: 'deliveryReady', mode: 'live', collectionId, detail: noticeOf(before, kept.made, at) },
            at,
          )
      }
  }

  /** Tells of a delivery as of a job. */
  const publishJob = async (tx: Tx, delivery: DeliveryRecord, at: Date): Promise<void> => {
    const state = deliveryJobPlace(delivery.place)
    if (!isJobMade(state)) return
    const { id, customerId, collectionId, version } = delivery
    publishToParty(
      tx,
      {
        type: 'JOB',
        instId: customerId,
        jobId: id,
        kind: 'DELIVERY',
        collectionId,
        state,
        version,
        counts: countsOfDelivery(delivery, state),
        occurredAt: at.toISOString(),
      },
      at,
    )
  }

  /** Writes what the chart takes of an event of a locked delivery. */
  const decide = async (
    tx: Tx,
    before: DeliveryRecord,
    facts: DeliveryFacts,
    event: DeliveryEvent,
    kept: { made?: MadePackage; fault?: Message | string } = {},
  ): Promise<DecidedDelivery> => {
    const { refusal } = explainDelivery(before.place, facts, event)
    if (refusal) return refuse(tx, before.id, event, problem(refusal.kind, refusal.reason))
    const { place, effects } = stepDelivery(before.place, facts, event)
    const at = clock.now()
    await sql`update delivery set place = ${place}, version = version + 1 where id = ${before.id}::uuid`.execute(
      tx,
    )
    const entry = { subject: before.id, sequence: before.version + 1, event, from: before.place, to: place }
    await recordChartEvent(tx, { chart: deliveryChart.id, ...entry, facts, effects, at })
    await recordAudit(tx, {
      actor: event.actor,
      event: `DELIVERY_${event.type}`,
      subject: before.id,
      at,
      detail: {
        from: before.place,
        to: place,
        configuration: before.configurationId,
        customer: before.customerId,
        collection: before.collectionReference,
        submissions: facts.submissions,
        ...(kept.made ? { size: kept.made.size, keyId: kept.made.packed.keyId } : {}),
      },
    })
    publishToParty(
      tx,
      {
        type: 'DELIVERY',
        instId: before.customerId,
        deliveryId: before.id,
        state: place,
        occurredAt: at.toISOString(),
      },
      at,
    )
    await applyEffects(tx, before, effects, kept, at)
    const delivery = await findDelivery(tx, before.id)
    if (!delivery) return missing()
    // That its package was removed after its time changes nothing of the job.
    const isNewAsJob =
      deliveryJobPlace(place) !== deliveryJobPlace(before.place) || effects.includes('countAttempt')
    if (isNewAsJob) await publishJob(tx, delivery, at)
    return { ok: true, delivery }
  }

  const factsOf = ({ submissions, attempt, made }: DeliveryRecord): DeliveryFacts => ({
    // Asked when it is requested alone.
    isEnabled: true,
    submissions,
    attempt,
    isExpired: made !== null && isDeliveryExpired(made, clock.now()),
  })

  const decideOf = (
    id: string,
    event: DeliveryEvent,
    kept: { made?: MadePackage; fault?: Message | string } = {},
  ): Promise<DecidedDelivery> =>
    withScope(db, { scope: 'all' }, async tx => {
      const before = await lockDelivery(tx, id)
      return before ? decide(tx, before, factsOf(before), event, kept) : missing()
    })

  /** Asks for a delivery of these submissions by a locked configuration. */
  const requestWithin = async (
    tx: Tx,
    id: string,
    configuration: ConfigurationRecord,
    chosen: readonly DeliveredSubmission[],
    actor: Principal,
  ): Promise<DecidedDelivery> => {
    const event: DeliveryEvent = { type: 'REQUEST', actor }
    const isEnabled = isConfigurationEnabled(configuration.place)
    const facts = { isEnabled, submissions: chosen.length, attempt: 0, isExpired: false }
    const place: DeliveryPlace = 'NONE'
    const { refusal } = explainDelivery(place, facts, event)
    if (refusal) return refuse(tx, id, event, problem(refusal.kind, refusal.reason))
    await sql`insert into delivery (id, configuration_id, customer_id, collection_id, name, content, place, requested_utc,
        requested_by)
      values (${id}::uuid, ${configuration.id}::uuid, ${configuration.customerId}, ${configuration.collectionId},
        ${configuration.name}, ${JSON.stringify(configuration.content)}::jsonb, ${place}, ${clock.now()},
        ${actor.kind === 'user' ? actor.name : null})`.execute(tx)
    const rows = chosen.map(({ submissionId, instId }, ordinal) => ({ ordinal, submissionId, instId }))
    await sql`insert into delivery_submission (delivery_id, ordinal, submission_id, inst_id)
      select ${id}::uuid, r.ordinal, r."submissionId", r."instId"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (ordinal int, "submissionId" uuid, "instId" text)`.execute(tx)
    const made = await findDelivery(tx, id)
    return made ? decide(tx, made, facts, event) : missing()
  }

  /** Makes the deliveries that are due by their schedules, each configuration in a transaction of its own. */
  const askForDue = async (): Promise<void> => {
    const configurations = await withScope(db, { scope: 'all' }, listConfigurations)
    for (const { id, schedule, place } of configurations) {
      if (!isConfigurationEnabled(place) || schedule === 'ON_REQUEST') continue
      await withScope(db, { scope: 'all' }, async tx => {
        // Of two processes that look at once the second finds what the first has asked for.
        const configuration = await lockConfiguration(tx, id)
        if (!configuration) return
        const { lastRequested, isLastUnmade } = configuration
        const last = lastRequested && { requestedAt: lastRequested, isUnmade: isLastUnmade }
        if (!isDeliveryDue(configuration.schedule, last, clock.now())) return
        const chosen = await chosenSubmissions(tx, configuration)
        const due = submissionsDue(configuration.content.format, chosen, await deliveredBy(tx, id))
        if (due.length > 0) await requestWithin(tx, randomUUID(), configuration, due, systemPrincipal)
      })
    }
  }

  /**
   * Ends what has been kept for its time, then removes the packages of what has ended, in this look or in one that did not come
   * to it: nobody is given an address of what is gone.
   */
  const removeExpired = async (): Promise<void> => {
    const { rows } = await withScope(db, { scope: 'all' }, tx =>
      sql<{ id: string; made: Date }>`select id, made_utc as made
        from delivery where ${isReady} order by made_utc limit 100`.execute(tx),
    )
    for (const { id } of rows.filter(({ made }) => isDeliveryExpired(made, clock.now())))
      await decideOf(id, { type: 'EXPIRE', actor: systemPrincipal })
    const { rows: ended } = await withScope(db, { scope: 'all' }, tx =>
      sql<{ id: string; key: string }>`select id, object_key as key from delivery
        where ${isExpired} and object_key is not null order by made_utc limit 100`.execute(tx),
    )
    for (const { id, key } of ended) {
      await store.remove(key)
      await withScope(db, { scope: 'all' }, tx =>
        sql`update delivery set object_key = null where id = ${id}::uuid and ${isExpired}`.execute(tx),
      )
    }
  }

  const actor = systemPrincipal
  return {
    /**
     * Somebody asks for a delivery of everything that the configuration chooses now. The id is given by who asks: the same
     * request of the same person again finds the same delivery, also where the configuration has gone since; another one under the
     * id is refused.
     */
    request: (configurationId: string, id: string, who: UserPrincipal): Promise<DecidedDelivery> =>
      withScope(db, { scope: 'all' }, async tx => {
        await lockId(tx, id)
        const known = await findDelivery(tx, id)
        const isOfConfiguration = known?.configurationId === configurationId
        if (isOfConfiguration && (await isRequestedBy(tx, id, who))) return { ok: true, delivery: known }
        if (await isIdTaken(tx, id))
          return { ok: false, problem: problem('conflict', message('problems', 'idInUse')) }
        const configuration = await lockConfiguration(tx, configurationId)
        if (!configuration || isConfigurationDeleted(configuration.place))
          return { ok: false, problem: problem('not-found', message('server', 'noConfiguration')) }
        return requestWithin(tx, id, configuration, await chosenSubmissions(tx, configuration), who)
      }),
    /**
     * Somebody ends a delivery that is not made yet: nobody makes it any more, and nothing of it stays. The same again finds it
     * cancelled, and changes nothing.
     */
    cancel: (id: string, who: UserPrincipal): Promise<DecidedDelivery> =>
      withScope(db, { scope: 'all' }, async tx => {
        const before = await lockDelivery(tx, id)
        if (!before) return missing()
        if (isDeliveryCancelled(before.place)) return { ok: true, delivery: before }
        return decide(tx, before, factsOf(before), { type: 'CANCEL', actor: who })
      }),
    /** A worker begins: its attempt holds the delivery from now on. */
    start: (id: string): Promise<DecidedDelivery> => decideOf(id, { type: 'START', actor }),
    /** An attempt has made the package; refused where another one has taken over. */
    made: (id: string, attempt: number, made: MadePackage): Promise<DecidedDelivery> =>
      decideOf(id, { type: 'MADE', actor, attempt }, { made }),
    /** An attempt gives up, and says why, and for which submission where that is known. */
    giveUp: (
      id: string,
      attempt: number,
      fault: Message | string,
      submissionId?: string,
    ): Promise<DecidedDelivery> =>
      decideOf(
        id,
        { type: 'GIVEN_UP', actor, attempt, ...(submissionId === undefined ? {} : { submissionId }) },
        { fault },
      ),
    /** What is due is asked for, what has been kept for its time is removed. */
    look: async (): Promise<void> => {
      await askForDue()
      await removeExpired()
      await partitions.sweep()
    },
  }
}
export type Deliveries = ReturnType<typeof createDeliveries>
