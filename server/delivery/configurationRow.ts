import { sql, type Transaction } from 'kysely'
import { collectionStateOf } from '../../src/domain/collection.ts'
import {
  type ConfigurationPlace,
  configurationTags,
  type DeliveryContent,
  type DeliverySchedule,
  isConfigurationDeleted,
} from '../../src/domain/deliveryConfiguration.ts'
import { deliveryTags } from '../../src/domain/deliveryPlace.ts'
import { deletedBy, type Problem } from '../../src/domain/problem.ts'
import { recordOfCollection } from '../database/queries/collections.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** What a person says of a configuration. */
export interface ConfigurationDetails {
  name: string
  /** Organisation of the customer. */
  customerId: string
  collectionReference: string
  content: DeliveryContent
  schedule: DeliverySchedule
}

/** A configuration as it is kept. */
export interface ConfigurationRecord extends ConfigurationDetails {
  id: string
  customerName: string
  collectionId: string
  collectionName: string
  /** The record of the collection; null while nobody knows it. */
  recordId: string | null
  place: ConfigurationPlace
  version: number
  updated: Date
  updatedBy: string
  /** When its last delivery was asked for, and whether that one came to nothing. */
  lastRequested: Date | null
  isLastUnmade: boolean
}

const selection = sql`
  select d.id, d.name, d.customer_id as "customerId", o.published_name as "customerName", c.id as "collectionId",
    c.reference as "collectionReference", c.name as "collectionName", ${recordOfCollection('c')} as "recordId", d.content, d.schedule, d.place, d.version,
    d.updated_utc as updated, d.updated_by as "updatedBy", l.requested_utc as "lastRequested",
    coalesce(l.place = any(${deliveryTags.placesWith('unmade')}::text[]), false) as "isLastUnmade"
  from delivery_configuration d
  join organisation o on o.id = d.customer_id
  join collection c on c.id = d.collection_id
  left join lateral (select requested_utc, place from delivery
    where configuration_id = d.id order by requested_utc desc, id limit 1) l on true`

/** The configurations that are not deleted, by name. The transaction's scope has to be 'all', here and below. */
export const listConfigurations = async (tx: Tx): Promise<ConfigurationRecord[]> => {
  const { rows } = await sql<ConfigurationRecord>`${selection}
    where d.place <> all(${configurationTags.placesWith('deleted')}::text[]) order by d.name, d.id`.execute(
    tx,
  )
  return rows
}

/**
 * What a configuration can be made of: customers by name, and collections with a specification, the open ones first because
 * they are most often meant. A deleted collection has nothing to deliver.
 */
export const choicesOfConfigurations = async (
  tx: Tx,
): Promise<{
  customers: { id: string; name: string }[]
  collections: { reference: string; name: string; recordId: string | null }[]
}> => {
  const customers = await sql<{
    id: string
    name: string
  }>`select id, published_name as name from organisation
    where type = 'statutory_customer' order by published_name, id`.execute(tx)
  const collections = await sql<{ reference: string; name: string; recordId: string | null }>`
    select reference, name, ${recordOfCollection('c')} as "recordId" from collection c
    where state_id <> ${collectionStateOf('Deleted').id} and specification_id is not null
    order by (state_id = ${collectionStateOf('Open').id}) desc, reference desc`.execute(tx)
  return { customers: customers.rows, collections: collections.rows }
}

/** The configuration of an id; undefined where there is none. */
export const findConfiguration = async (tx: Tx, id: string): Promise<ConfigurationRecord | undefined> => {
  const { rows } = await sql<ConfigurationRecord>`${selection} where d.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** The same, locked until the transaction ends. */
export const lockConfiguration = async (tx: Tx, id: string): Promise<ConfigurationRecord | undefined> => {
  await sql`select 1 from delivery_configuration where id = ${id}::uuid for no key update`.execute(tx)
  return findConfiguration(tx, id)
}

/** The columns of a configuration that a decision reads and writes. */
export type StoredConfiguration = ConfigurationDetails &
  Pick<ConfigurationRecord, 'id' | 'collectionId' | 'place' | 'version'>

/** Stores a new configuration. */
export const insertConfiguration = async (
  tx: Tx,
  { id, name, customerId, collectionId, content, schedule, place, version }: StoredConfiguration,
  by: string,
  at: Date,
): Promise<void> => {
  await sql`insert into delivery_configuration (id, name, customer_id, collection_id, content, schedule, place, version,
      created_utc, created_by, updated_utc, updated_by)
    values (${id}::uuid, ${name}, ${customerId}, ${collectionId}, ${JSON.stringify(content)}::jsonb, ${schedule}, ${place},
      ${version}, ${at}, ${by}, ${at}, ${by})`.execute(tx)
}

/** Stores what has changed of a configuration. */
export const updateConfiguration = async (
  tx: Tx,
  { id, name, customerId, collectionId, content, schedule, place, version }: StoredConfiguration,
  by: string,
  at: Date,
): Promise<void> => {
  await sql`update delivery_configuration set name = ${name}, customer_id = ${customerId}, collection_id = ${collectionId},
      content = ${JSON.stringify(content)}::jsonb, schedule = ${schedule}, place = ${place}, version = ${version},
      updated_utc = ${at}, updated_by = ${by}
    where id = ${id}::uuid`.execute(tx)
}

/** Who deleted a configuration, as a problem; undefined for one that is there, or never was. */
export const deletionOf = (found: ConfigurationRecord | undefined): Problem | undefined =>
  found && isConfigurationDeleted(found.place)
    ? deletedBy(found.name, found.updatedBy, found.updated)
    : undefined
