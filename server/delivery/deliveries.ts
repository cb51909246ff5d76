import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type DeliveryPackage, rowsOfPackage } from '../../src/domain/delivery.ts'
import { isConfigurationDeleted, isConfigurationEnabled } from '../../src/domain/deliveryConfiguration.ts'
import { deliveryJobPlace, deliveryTags, isDeliveryCancelled } from '../../src/domain/deliveryPlace.ts'
import {
  deliveryKeptUntilDay,
  isDeliveryDue,
  isDeliveryExpired,
  submissionsDue,
} from '../../src/domain/deliverySchedule.ts'
import { isJobMade } from '../../src/domain/jobPlace.ts'
import { type Principal, systemPrincipal, type UserPrincipal } from '../../src/domain/principal.ts'
import { problem } from '../../src/domain/problem.ts'
import { type DeliveryEvent, deliveryChart } from '../../src/machines/delivery/index.ts'
import { type Message, message } from '../../src/messages/message.ts'
import { isIdTaken, lockId } from '../database/queries/ids.ts'
import { literals } from '../database/queries/literals.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { createDecider, type Decided } from '../decisions/decider.ts'
import type { JobQueue } from '../jobs/index.ts'
import { publishToParty } from '../live/publish.ts'
import { toColumn } from '../messages.ts'
import { type NoticeDetail, notify } from '../notices/write.ts'
import type { ObjectStore } from '../storage/index.ts'
import {
  type ConfigurationRecord,
  deletionOf,
  listConfigurations,
  lockConfiguration,
} from './configurationRow.ts'
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

export type DecidedDelivery = Decided<DeliveryRecord>

/** The columns of a delivery that a decision reads and writes. */
type Stored = Pick<
  DeliveryRecord,
  | 'id'
  | 'configurationId'
  | 'customerId'
  | 'collectionId'
  | 'collectionReference'
  | 'name'
  | 'content'
  | 'place'
  | 'version'
  | 'attempt'
  | 'made'
  | 'submissions'
>

/** What comes with an event of a delivery. */
interface Input {
  /** Whether the configuration of a new one is enabled, and the submissions that it chooses. */
  isEnabled: boolean
  chosen: readonly DeliveredSubmission[]
  made: MadePackage
  fault: Message | string
}

/** What the customer is told of what was made. */
const noticeOf = ({ id, name }: Stored, made: MadePackage | undefined, at: Date): NoticeDetail => ({
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

const insertDelivery = async (
  tx: Tx,
  after: Stored,
  chosen: readonly DeliveredSubmission[],
  actor: Principal,
  at: Date,
): Promise<void> => {
  await sql`insert into delivery (id, configuration_id, customer_id, collection_id, name, content, place, version, requested_utc,
      requested_by)
    values (${after.id}::uuid, ${after.configurationId}::uuid, ${after.customerId}, ${after.collectionId}, ${after.name},
      ${JSON.stringify(after.content)}::jsonb, ${after.place}, ${after.version}, ${at},
      ${actor.kind === 'user' ? actor.name : null})`.execute(tx)
  const rows = chosen.map(({ submissionId, instId }, ordinal) => ({ ordinal, submissionId, instId }))
  await sql`insert into delivery_submission (delivery_id, ordinal, submission_id, inst_id)
    select ${after.id}::uuid, r.ordinal, r."submissionId", r."instId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (ordinal int, "submissionId" uuid, "instId" text)`.execute(tx)
}

const keepPackage = async (
  tx: Tx,
  { id }: Stored,
  made: MadePackage | undefined,
  at: Date,
): Promise<void> => {
  if (!made) throw new Error(`The delivery ${id} was made without a package.`)
  await sql`update delivery set object_key = ${made.key}, size = ${made.size}, made_utc = ${at},
      row_count = ${rowsOfPackage(made.packed)}, packed = ${JSON.stringify(made.packed)}::jsonb
    where id = ${id}::uuid`.execute(tx)
}

const publishDelivery = (tx: Tx, { id, customerId, place }: Stored, at: Date): void =>
  publishToParty(
    tx,
    {
      type: 'DELIVERY',
      instId: customerId,
      deliveryId: id,
      state: place,
      occurredAt: at.toISOString(),
    },
    at,
  )

const publishJob = (tx: Tx, after: Stored, event: DeliveryEvent, at: Date): void => {
  const state = deliveryJobPlace(after.place)
  if (!isJobMade(state)) return
  const faultOf = event.type === 'GIVEN_UP' ? (event.submissionId ?? null) : null
  publishToParty(
    tx,
    {
      type: 'JOB',
      instId: after.customerId,
      jobId: after.id,
      kind: 'DELIVERY',
      collectionId: after.collectionId,
      state,
      version: after.version,
      counts: countsOfDelivery({ ...after, faultOf }, state),
      occurredAt: at.toISOString(),
    },
    at,
  )
}

/** Decides the events of deliveries by their chart. */
const deliveryDecider = ({
  clock,
  queue,
}: {
  clock: { now: () => Date }
  queue: Pick<JobQueue, 'enqueueDelivery' | 'withdrawMaking'>
}) =>
  createDecider(deliveryChart)<string, Stored, Input>({
    clock,
    lock: lockDelivery,
    notFound: message('server', 'noDelivery'),
    placeOf: ({ place }) => place,
    subject: ({ id }) => ({ id }),
    facts: (_, { before: { submissions, attempt, made }, input: { isEnabled = true }, at }) => ({
      isEnabled,
      submissions,
      attempt,
      isExpired: made !== null && isDeliveryExpired(made, at),
    }),
    isRepeated: (_, { before, event }) => event.type === 'CANCEL' && isDeliveryCancelled(before.place),
    next: ({ before, to, effects }) => ({
      ...before,
      place: to,
      version: before.version + 1,
      attempt: before.attempt + (effects.includes('countAttempt') ? 1 : 0),
    }),
    write: (tx, { before, after, event, input: { chosen = [] }, at }) =>
      before.version === 0
        ? insertDelivery(tx, after, chosen, event.actor, at)
        : sql`update delivery set place = ${after.place}, version = ${after.version}, attempt = ${after.attempt}
            where id = ${after.id}::uuid`.execute(tx),
    history: { sequence: ({ version }) => version },
    audit: {
      action: type => `DELIVERY_${type}`,
      detail: ({ from, to, after, input: { made } }) => ({
        from,
        to,
        configuration: after.configurationId,
        customer: after.customerId,
        collection: after.collectionReference,
        submissions: after.submissions,
        ...(made ? { size: made.size, keyId: made.packed.keyId } : {}),
      }),
    },
    effects: {
      countAttempt: 'row',
      enqueueDelivery: (tx, { after: { id } }) =>
        queue.enqueueDelivery(tx, { deliveryId: id }, `delivery:${id}`),
      keepPackage: (tx, { after, input, at }) => keepPackage(tx, after, input.made, at),
      keepFault: (tx, { after: { id }, input: { fault = message('problems', 'deliveryNotMade') } }) =>
        sql`update delivery set fault = ${toColumn(fault)} where id = ${id}::uuid`.execute(tx),
      // `removeExpired` does it: the row names the object until the object has gone.
      removePackage: 'row',
      withdrawDelivery: (tx, { after: { id } }) => queue.withdrawMaking(tx, 'delivery', id),
      removeParts: (tx, { after: { id, attempt } }) =>
        queue.enqueueDelivery(tx, { deliveryId: id, removes: attempt }, `delivery:${id}:removed`),
      notify: 'announcement',
    },
    announce: async (tx, { before, after, event, effects, input: { made }, at }) => {
      publishDelivery(tx, after, at)
      const { customerId, collectionId } = after
      if (effects.includes('notify'))
        await notify(
          tx,
          [customerId],
          { kind: 'deliveryReady', mode: 'live', collectionId, detail: noticeOf(after, made, at) },
          at,
        )
      // The job does not change when its package is removed after its time.
      const isNewAsJob =
        deliveryJobPlace(after.place) !== deliveryJobPlace(before.place) || effects.includes('countAttempt')
      if (isNewAsJob) publishJob(tx, after, event, at)
    },
  })

/** The only writer of deliveries. */
export const createDeliveries = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  queue: Pick<JobQueue, 'enqueueDelivery' | 'withdrawMaking'>
  store: Pick<ObjectStore, 'remove'>
  partitions: Pick<Partitions, 'sweep'>
}) => {
  const { db, clock, queue, store, partitions } = options
  const { decideOn, locked, missing } = deliveryDecider({ clock, queue })

  /** Decides an event of a locked delivery, or of one that is to be made. Gives the whole of it. */
  const decide = async (
    tx: Tx,
    before: Stored,
    event: DeliveryEvent,
    input: Partial<Input> = {},
  ): Promise<DecidedDelivery> => {
    const decided = await decideOn(tx, before, event, { input })
    if (!decided.ok) return decided
    const record = await findDelivery(tx, before.id)
    return record ? { ...decided, record } : missing()
  }

  const decideOf = (id: string, event: DeliveryEvent, input: Partial<Input> = {}): Promise<DecidedDelivery> =>
    withScope(db, { scope: 'all' }, async tx => {
      const before = await locked(tx, id, event)
      return before ? decide(tx, before, event, input) : missing()
    })

  /** Asks for a delivery of these submissions by a locked configuration. */
  const requestWithin = (
    tx: Tx,
    id: string,
    configuration: ConfigurationRecord,
    chosen: readonly DeliveredSubmission[],
    actor: Principal,
  ): Promise<DecidedDelivery> => {
    const { customerId, collectionId, collectionReference, name, content } = configuration
    const fresh: Stored = {
      id,
      configurationId: configuration.id,
      customerId,
      collectionId,
      collectionReference,
      name,
      content,
      place: 'NONE',
      version: 0,
      attempt: 0,
      made: null,
      submissions: chosen.length,
    }
    const isEnabled = isConfigurationEnabled(configuration.place)
    return decide(tx, fresh, { type: 'REQUEST', actor }, { isEnabled, chosen })
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
        if (isOfConfiguration && (await isRequestedBy(tx, id, who)))
          return { ok: true, record: known, facts: undefined, effects: [] }
        if (await isIdTaken(tx, id))
          return { ok: false, problem: problem('conflict', message('problems', 'idInUse')) }
        const configuration = await lockConfiguration(tx, configurationId)
        if (!configuration || isConfigurationDeleted(configuration.place))
          return {
            ok: false,
            problem: deletionOf(configuration) ?? problem('not-found', message('server', 'noConfiguration')),
          }
        return requestWithin(tx, id, configuration, await chosenSubmissions(tx, configuration), who)
      }),
    /**
     * Somebody ends a delivery that is not made yet: nobody makes it any more, and nothing of it stays. The same again finds it
     * cancelled, and changes nothing.
     */
    cancel: (id: string, who: UserPrincipal): Promise<DecidedDelivery> =>
      decideOf(id, { type: 'CANCEL', actor: who }),
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
