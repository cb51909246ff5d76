import { sql, type Transaction } from 'kysely'
import { deletedBy, type Problem } from '../../src/domain/problem.ts'
import { type WebhookEventType, type WebhookPlace, webhookTags } from '../../src/domain/webhook.ts'
import { webhookChart } from '../../src/machines/webhook-endpoint/index.ts'
import { pageOf } from '../database/queries/page.ts'
import type { Database } from '../database/schema.ts'
import { eventsOf } from '../decisions/history.ts'

type Tx = Transaction<Database>

/** An address that receives events of a provider's submissions. */
export interface Endpoint {
  id: string
  instId: string
  name: string
  url: string
  events: readonly WebhookEventType[]
  place: WebhookPlace
  /** The wrapped signing secret. */
  secretMaster: string | null
  secretWrapped: Uint8Array | null
  failingSince: Date | null
  added: Date
  addedBy: string
}

/** An event for an address, sent or waiting. */
export interface Delivery {
  id: string
  endpointId: string
  event: string
  submissionId: string | null
  collectionId: string | null
  body: string
  created: Date
  attempts: number
  attempted: Date | null
  answerStatus: number | null
  /** A message from the message catalogue, as JSON. */
  fault: string | null
  delivered: Date | null
  givenUp: Date | null
}

/** Condition: not removed. */
const isThere = sql`e.place <> all(${webhookTags.placesWith('removed')}::text[])`

export const endpointColumns = sql`e.id, e.inst_id as "instId", e.name, e.url, e.events, e.place, e.secret_master as "secretMaster",
  e.secret_wrapped as "secretWrapped", e.failing_since_utc as "failingSince", e.added_utc as added, e.added_by as "addedBy"`

const deliveryColumns = sql`d.id, d.endpoint_id as "endpointId", d.event, d.submission_id as "submissionId",
  d.collection_id as "collectionId", d.body, d.created_utc as created, d.attempts, d.attempted_utc as attempted,
  d.answer_status as "answerStatus", d.fault, d.delivered_utc as delivered, d.given_up_utc as "givenUp"`

/** An address, locked until the transaction ends. Undefined if it is removed or not of the provider. */
export const lockEndpoint = async (tx: Tx, id: string, instId?: string): Promise<Endpoint | undefined> => {
  const own = instId === undefined ? sql`` : sql`and e.inst_id = ${instId}`
  const { rows } = await sql<Endpoint>`select ${endpointColumns} from webhook_endpoint e
    where e.id = ${id}::uuid and ${isThere} ${own} for no key update`.execute(tx)
  return rows[0]
}

/** Who removed an address, as a problem; undefined if it exists or never did. The scope must be 'all'. */
export const removalOf = async (tx: Tx, id: string, instId = ''): Promise<Problem | undefined> => {
  const { rows } = await sql<{ name: string; by: string; at: Date }>`
    select e.name, coalesce(v.actor ->> 'name', '') as by, v.occurred_utc as at
    from webhook_endpoint e join lateral ${eventsOf(webhookChart, sql`e.id`)} v on true
    where e.id = ${id}::uuid and e.inst_id = ${instId}
      and v.to_place = any(${webhookTags.placesWith('removed')}::text[])`.execute(tx)
  const [removal] = rows
  return removal && deletedBy(removal.name, removal.by, removal.at)
}

/** The addresses in the transaction's scope, oldest first. */
export const listEndpoints = async (tx: Tx): Promise<Endpoint[]> => {
  const { rows } = await sql<Endpoint>`select ${endpointColumns} from webhook_endpoint e
    where ${isThere} order by e.added_utc, e.id`.execute(tx)
  return rows
}

/** The number of a provider's addresses. */
export const countEndpoints = async (tx: Tx, instId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from webhook_endpoint e
    where e.inst_id = ${instId} and ${isThere}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Stores a new address. Throws if the id is taken. */
export const insertEndpoint = async (tx: Tx, endpoint: Endpoint): Promise<void> => {
  const { id, instId, name, url, events, place, secretMaster, secretWrapped, added, addedBy } = endpoint
  await sql`insert into webhook_endpoint (id, inst_id, name, url, events, place, secret_master, secret_wrapped, added_utc, added_by)
    values (${id}::uuid, ${instId}, ${name}, ${url}, ${[...events]}::text[], ${place}, ${secretMaster}, ${secretWrapped},
      ${added}, ${addedBy})`.execute(tx)
}

/** Stores an address, except its provider and who added it when, which never change. */
export const updateEndpoint = async (tx: Tx, endpoint: Endpoint): Promise<void> => {
  const { id, name, url, events, place, secretMaster, secretWrapped, failingSince } = endpoint
  await sql`update webhook_endpoint set name = ${name}, url = ${url}, events = ${[...events]}::text[], place = ${place},
      secret_master = ${secretMaster}, secret_wrapped = ${secretWrapped}, failing_since_utc = ${failingSince}
    where id = ${id}::uuid`.execute(tx)
}

/** Whether a delivery has neither arrived nor been given up. */
export const isOpen = ({ delivered, givenUp }: Delivery): boolean => delivered === null && givenUp === null

/** The delivery of an id; undefined if there is none in the transaction's scope. */
export const findDelivery = async (tx: Tx, id: string): Promise<Delivery | undefined> => {
  const { rows } = await sql<Delivery>`select ${deliveryColumns} from webhook_delivery d
    where d.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** A page of deliveries to an address, newest first, with their total. */
export const listDeliveries = async (
  tx: Tx,
  endpointId: string,
  page: { offset: number; limit: number },
): Promise<{ deliveries: Delivery[]; total: number }> => {
  const from = sql`from webhook_delivery d where d.endpoint_id = ${endpointId}::uuid`
  const order = sql`d.created_utc desc, d.id`
  const { rows, total } = await pageOf<Delivery>(tx, { columns: deliveryColumns, from, order }, page)
  return { deliveries: rows, total }
}

/** Stores a delivery. Its job sends it. */
export const insertDelivery = async (
  tx: Tx,
  { instId }: Pick<Endpoint, 'instId'>,
  delivery: Pick<
    Delivery,
    'id' | 'endpointId' | 'event' | 'submissionId' | 'collectionId' | 'body' | 'created'
  >,
): Promise<void> => {
  const { id, endpointId, event, submissionId, collectionId, body, created } = delivery
  await sql`insert into webhook_delivery (id, endpoint_id, inst_id, event, submission_id, collection_id, body, created_utc)
    values (${id}::uuid, ${endpointId}::uuid, ${instId}, ${event}, ${submissionId}::uuid, ${collectionId}, ${body},
      ${created})`.execute(tx)
}

/** Marks a delivery as not arrived. */
export const reopenDelivery = async (tx: Tx, id: string): Promise<void> => {
  await sql`update webhook_delivery set delivered_utc = null, given_up_utc = null where id = ${id}::uuid`.execute(
    tx,
  )
}
