import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DeliveryPackage } from '../../src/domain/delivery.ts'
import {
  configurationTags,
  type DeliveryContent,
  deliveredStatuses,
} from '../../src/domain/deliveryConfiguration.ts'
import { type DeliveryPlace, deliveryTags } from '../../src/domain/deliveryPlace.ts'
import type { Delivered } from '../../src/domain/deliverySchedule.ts'
import { rowCountsWithin } from '../../src/domain/job.ts'
import type { JobRowState, JobStateName } from '../../src/domain/jobPlace.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { statusOf } from '../../src/domain/status.ts'
import { type DeliveryEvent, deliveryChart } from '../../src/machines/delivery/index.ts'
import { pageOf } from '../database/queries/page.ts'
import { anywhere } from '../database/queries/pattern.ts'
import type { Database } from '../database/schema.ts'
import { setScope } from '../database/scope.ts'
import { eventsOf } from '../decisions/history.ts'
import type { ConfigurationRecord } from './configurationRow.ts'

type Tx = Transaction<Database>

/** A delivery as it is kept. */
export interface DeliveryRecord {
  id: string
  configurationId: string
  /** Whether the configuration is there still. */
  isConfigured: boolean
  customerId: string
  customerName: string
  collectionId: string
  collectionReference: string
  collectionName: string
  name: string
  content: DeliveryContent
  place: DeliveryPlace
  version: number
  attempt: number
  requested: Date
  /** Null where the schedule asked. */
  requestedBy: string | null
  made: Date | null
  objectKey: string | null
  /** Bytes of the package, and rows of all of its files. */
  size: number | null
  rowCount: number | null
  fault: string | null
  /** The submission that it failed for; null where it did not, or it is not known which. */
  faultOf: string | null
  /** When a worker first began, and when it came to its end: made, given up or cancelled. */
  started: Date | null
  ended: Date | null
  /** Who has cancelled it, and when; null where nobody has. */
  cancelledBy: string | null
  cancelled: Date | null
  submissions: number
  providers: number
  /** The provider of all of its submissions; null where there are several. */
  provider: DeliveredProvider | null
}

export interface DeliveredProvider {
  instId: string
  name: string
}

/** How many submissions of a delivery stand where, by its state as a job. */
export const countsOfDelivery = (
  { submissions, faultOf }: Pick<DeliveryRecord, 'submissions' | 'faultOf'>,
  state: JobStateName,
): Record<JobRowState, number> => rowCountsWithin(state, submissions, faultOf === null ? 0 : 1)

/** The events of a delivery `d`. */
const events = eventsOf(deliveryChart, sql`d.id`)

/** What is kept of the event that has cancelled a delivery, which is its last one. */
const ofCancelling = (kept: RawBuilder<unknown>) => sql`(select ${kept} from ${events} e
  where e.sequence = d.version
    and d.place = any(${deliveryTags.placesWith('cancelled')}::text[]))`

const firstEvent: DeliveryEvent['type'] = 'START'
const underWay = sql`any(${deliveryTags.placesWith('underWay')}::text[])`

const columns = sql`d.id, d.configuration_id as "configurationId", d.customer_id as "customerId",
  o.published_name as "customerName", c.id as "collectionId", c.reference as "collectionReference",
  c.name as "collectionName", d.name, d.content, d.place, d.version, d.attempt, d.requested_utc as requested,
  d.requested_by as "requestedBy", d.made_utc as made, d.object_key as "objectKey", d.size, d.row_count as "rowCount",
  d.fault, ${ofCancelling(sql`e.actor ->> 'name'`)} as "cancelledBy",
  ${ofCancelling(sql`e.occurred_utc`)} as cancelled,
  (select e.payload ->> 'submissionId' from ${events} e where e.sequence = d.version) as "faultOf",
  (select min(e.occurred_utc) from ${events} e where e.event = ${firstEvent}) as started,
  (select max(e.occurred_utc) from ${events} e
    where e.from_place = ${underWay} and not e.to_place = ${underWay}) as ended,
  (select g.place <> all(${configurationTags.placesWith('deleted')}::text[])
    from delivery_configuration g where g.id = d.configuration_id) as "isConfigured",
  (select count(*)::int from delivery_submission s where s.delivery_id = d.id) as submissions,
  (select count(distinct s.inst_id)::int from delivery_submission s where s.delivery_id = d.id) as providers,
  (select jsonb_build_object('instId', min(s.inst_id), 'name', min(w.published_name))
    from delivery_submission s join organisation w on w.id = s.inst_id
    where s.delivery_id = d.id having count(distinct s.inst_id) = 1) as provider`
const tables = sql`delivery d join organisation o on o.id = d.customer_id join collection c on c.id = d.collection_id`

/** The deliveries of these ids that the transaction's scope sees, in no order. */
export const deliveriesOf = async (tx: Tx, ids: readonly string[]): Promise<DeliveryRecord[]> => {
  const { rows } = await sql<DeliveryRecord>`select ${columns} from ${tables}
    where d.id = any(${ids}::uuid[])`.execute(tx)
  return rows
}

/** The delivery of an id; undefined where there is none in the transaction's scope. */
export const findDelivery = async (tx: Tx, id: string): Promise<DeliveryRecord | undefined> =>
  (await deliveriesOf(tx, [id]))[0]

/** What is in the package of a delivery; null before it is made. Apart, for it is large where the collection is. */
export const packedOf = async (tx: Tx, id: string): Promise<DeliveryPackage | null> => {
  const { rows } = await sql<{
    packed: DeliveryPackage | null
  }>`select packed from delivery where id = ${id}::uuid`.execute(tx)
  return rows[0]?.packed ?? null
}

/** Whether this person has asked for the delivery: its first event says by whom that was. */
export const isRequestedBy = async (tx: Tx, id: string, { userId }: UserPrincipal): Promise<boolean> => {
  const { rows } = await sql<{
    requested: boolean
  }>`select exists (select 1 from ${eventsOf(deliveryChart, sql`${id}`)} e
    where sequence = 1 and actor ->> 'userId' = ${userId}) as requested`.execute(tx)
  return rows[0]?.requested === true
}

/** The same, locked until the transaction ends. */
export const lockDelivery = async (tx: Tx, id: string): Promise<DeliveryRecord | undefined> => {
  await sql`select 1 from delivery where id = ${id}::uuid for no key update`.execute(tx)
  return findDelivery(tx, id)
}

/** Whether a delivery is the reader's: of one customer, or, with null, of all. */
const readBy = (reader: string | null) => sql`(${reader}::text is null or d.customer_id = ${reader})`

/** Which deliveries are listed. */
export interface DeliveryFilter {
  /** Part of a name, customer or collection; '' for all of them. */
  search: string
  collectionReference: string | undefined
  /** Provider whose submissions it holds. */
  instId: string | undefined
  customerId: string | undefined
  place: DeliveryPlace | undefined
  limit: number
  offset: number
}

/** Deliveries of the reader's, newest first: of one customer, or, with null, of all. With how many there are. */
export const listDeliveries = async (
  tx: Tx,
  reader: string | null,
  { search, collectionReference, instId, customerId, place, ...page }: DeliveryFilter,
): Promise<{ deliveries: DeliveryRecord[]; total: number }> => {
  const conditions = sql`${readBy(reader)}
    and (${customerId ?? null}::text is null or d.customer_id = ${customerId ?? null})
    and (${collectionReference ?? null}::text is null or c.reference = ${collectionReference ?? null})
    and (${instId ?? null}::text is null or exists (select 1 from delivery_submission s
      where s.delivery_id = d.id and s.inst_id = ${instId ?? null}))
    and (${place ?? null}::text is null or d.place = ${place ?? null})
    and concat_ws(' ', d.name, o.published_name, c.reference, c.name) ilike ${anywhere(search)}`
  const from = sql`from ${tables} where ${conditions}`
  const order = sql`d.requested_utc desc, d.id`
  const { rows, total } = await pageOf<DeliveryRecord>(tx, { columns, from, order }, page)
  return { deliveries: rows, total }
}

/** What the deliveries of the reader's can be filtered by: the collections and providers that they are of. */
export const deliveredOf = async (
  tx: Tx,
  reader: string | null,
): Promise<{ collections: { reference: string; name: string }[]; providers: DeliveredProvider[] }> => {
  const collections = await sql<{ reference: string; name: string }>`
    select c.reference, c.name from collection c
    where exists (select 1 from delivery d where d.collection_id = c.id and ${readBy(reader)})
    order by c.reference desc`.execute(tx)
  const providers = await sql<DeliveredProvider>`
    select o.id as "instId", o.published_name as name from organisation o
    where o.id in (select s.inst_id from delivery_submission s join delivery d on d.id = s.delivery_id
      where ${readBy(reader)})
    order by o.published_name, o.id`.execute(tx)
  return { collections: collections.rows, providers: providers.rows }
}

/** A submission of a delivery. */
export interface DeliveredSubmission {
  submissionId: string
  instId: string
  provider: string
  ukprn: string
  fileName: string
}

/** The submissions of a delivery, in their order. */
export const submissionsOf = async (tx: Tx, deliveryId: string): Promise<DeliveredSubmission[]> => {
  const { rows } = await sql<DeliveredSubmission>`
    select s.submission_id as "submissionId", s.inst_id as "instId", o.published_name as provider, p.ukprn,
      f.file_name as "fileName"
    from delivery_submission s join submission f on f.id = s.submission_id join provider p on p.inst_id = s.inst_id join organisation o on o.id = s.inst_id
    where s.delivery_id = ${deliveryId}::uuid order by s.ordinal`.execute(tx)
  return rows
}

/** What chooses submissions: a configuration, or one that is being thought of. */
export type Choosing = Pick<ConfigurationRecord, 'customerId' | 'content'> & { collectionId: string }

/**
 * The latest submissions of a collection that a configuration delivers, by provider: of the customer's providers alone, which
 * the scope of a regulator decides. The transaction's scope has to be 'all', and is so afterwards.
 */
export const chosenSubmissions = async (
  tx: Tx,
  { customerId, collectionId, content }: Choosing,
): Promise<DeliveredSubmission[]> => {
  const statusIds = deliveredStatuses(content.standing).map(name => statusOf(name).id)
  await setScope(tx, { scope: 'regulator', organisation: customerId })
  const { rows } = await sql<DeliveredSubmission>`
    select s.id as "submissionId", s.inst_id as "instId", o.published_name as provider, p.ukprn,
      s.file_name as "fileName"
    from submission s join provider p on p.inst_id = s.inst_id join organisation o on o.id = s.inst_id
    where s.collection_id = ${collectionId} and s.mode = 'live' and s.is_latest and s.has_stored_file
      and s.status_id = any(${statusIds}::int[])
      and (${content.countries.length === 0} or p.country_code = any(${[...content.countries]}::text[]))
    order by s.inst_id`.execute(tx)
  await setScope(tx, { scope: 'all' })
  return rows
}

/** The submissions that deliveries of a configuration hold, but for those that came to nothing. */
export const deliveredBy = async (tx: Tx, configurationId: string): Promise<Delivered> => {
  const { rows } = await sql<{ id: string; isLast: boolean }>`
    with held as (select d.id, row_number() over (order by d.requested_utc desc, d.id) = 1 as is_last
      from delivery d where d.configuration_id = ${configurationId}::uuid
        and d.place <> all(${deliveryTags.placesWith('unmade')}::text[]))
    select s.submission_id as id, bool_or(h.is_last) as "isLast"
    from held h join delivery_submission s on s.delivery_id = h.id group by 1`.execute(tx)
  return {
    ever: new Set(rows.map(({ id }) => id)),
    last: new Set(rows.filter(({ isLast }) => isLast).map(({ id }) => id)),
  }
}
