import * as z from 'zod/mini'
import {
  configurationPlaces,
  deliveryFormats,
  deliveryNameAtMost,
  deliveryReasonAtMost,
  deliverySchedules,
  deliveryStandings,
} from '../deliveryConfiguration.ts'
import { deliveryPlaces } from '../deliveryPlace.ts'
import { countryCodes } from '../organisation.ts'
import { call } from './call.ts'
import { collectionReference, instant, instId, limit, offset, recordId, searchText, uuid } from './common.ts'

/* Delivery configurations, deliveries and the log of downloads (specification 1 §2, decisions §13). */

const columnName = z.string().check(z.regex(/^[A-Za-z]{1,60}\.\w{1,60}$/))
const fileName = z.string().check(z.regex(/^[A-Za-z]{1,60}$/))
const customerId = instId

const content = z.object({
  /** Which files, and which of their columns besides the key's, as `Entity.FIELD`. */
  files: z
    .array(z.object({ file: fileName, columns: z.array(columnName).check(z.maxLength(1000)) }))
    .check(z.minLength(1), z.maxLength(100)),
  /** Why each column of a special category is delivered. */
  reasons: z
    .array(
      z.object({
        file: fileName,
        column: columnName,
        reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(deliveryReasonAtMost)),
      }),
    )
    .check(z.maxLength(200)),
  /** How far a submission has to be. */
  standing: z.enum(deliveryStandings),
  /** Countries of the providers; none: all of them. */
  countries: z.array(z.enum(countryCodes)).check(z.maxLength(countryCodes.length)),
  /** Codes of levels of study; none: all of them. */
  levels: z.array(z.string().check(z.regex(/^\w{1,20}$/))).check(z.maxLength(50)),
  isPseudonymised: z.boolean(),
  format: z.enum(deliveryFormats),
})

/** What a person says of a configuration; the browser holds what is typed against it too. */
export const configurationDetails = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(deliveryNameAtMost)),
  customerId,
  collectionReference,
  content,
  schedule: z.enum(deliverySchedules),
})
export type ConfigurationDetailsWire = z.output<typeof configurationDetails>

const customer = z.object({ id: customerId, name: z.string() })
const collection = z.object({ reference: collectionReference, name: z.string() })
const ofRecord = z.extend(collection, { recordId })
const provider = z.object({ instId, name: z.string() })

const configuration = z.extend(configurationDetails, {
  id: uuid,
  customer,
  collection: ofRecord,
  /** State of the chart `deliveryConfiguration`. */
  state: z.enum(configurationPlaces),
  updatedUtc: instant,
  updatedBy: z.string(),
  /** When its last delivery was asked for. */
  lastAskedUtc: z.nullable(instant),
  /** Why this reader cannot change it, enable it, disable it, delete it or have it delivered now; absent where that is possible. */
  refusals: z.object({
    CHANGE: z.optional(z.string()),
    ENABLE: z.optional(z.string()),
    DISABLE: z.optional(z.string()),
    DELETE: z.optional(z.string()),
    REQUEST: z.optional(z.string()),
  }),
})
export type ConfigurationWire = z.output<typeof configuration>

const permission = 'management.delivery-configuration'

export const listDeliveryConfigurations = call({
  method: 'GET',
  path: '/delivery-configurations',
  summary: 'What customers get of the records, and when, by name.',
  permission: 'management.view',
  response: z.object({ configurations: z.array(configuration) }),
})

const offeredFile = z.object({
  name: fileName,
  columns: z.array(
    z.object({
      name: columnName,
      isKey: z.boolean(),
      isSpecialCategory: z.boolean(),
      isDropped: z.boolean(),
    }),
  ),
})

export const getDeliveryOptions = call({
  method: 'GET',
  path: '/delivery-configurations/options',
  summary:
    'The customers and collections that a configuration can be for, and, of the collection that is named, the files, columns and levels of study.',
  permission: 'management.view',
  query: z.object({ collectionReference: z.optional(collectionReference) }),
  response: z.object({
    customers: z.array(customer),
    collections: z.array(ofRecord),
    files: z.array(offeredFile),
    levels: z.array(z.object({ code: z.string(), label: z.string() })),
  }),
})

export const getDeliveryConfiguration = call({
  method: 'GET',
  path: '/delivery-configurations/{id}',
  summary: 'One delivery configuration.',
  permission: 'management.view',
  response: configuration,
})

export const createDeliveryConfiguration = call({
  method: 'POST',
  path: '/delivery-configurations',
  summary:
    'Makes a delivery configuration, disabled. The same request again finds the same one; another one under its id is refused.',
  permission,
  body: z.extend(configurationDetails, { id: uuid }),
  response: configuration,
})

export const changeDeliveryConfiguration = call({
  method: 'PUT',
  path: '/delivery-configurations/{id}',
  summary: 'Changes what is delivered; deliveries that are there stay as they are.',
  permission,
  body: configurationDetails,
  response: configuration,
})

export const setDeliveryConfigurationState = call({
  method: 'PATCH',
  path: '/delivery-configurations/{id}/state',
  summary: 'Enables or disables a delivery configuration.',
  permission,
  body: z.object({ state: z.enum(['ENABLED', 'DISABLED']) }),
  response: configuration,
})

export const deleteDeliveryConfiguration = call({
  method: 'DELETE',
  path: '/delivery-configurations/{id}',
  summary: 'Deletes a delivery configuration; its deliveries stay for as long as they are kept.',
  permission,
})

export const previewDelivery = call({
  method: 'POST',
  path: '/delivery-configurations/preview',
  summary:
    'How many submissions a configuration would deliver now, and the first rows of one of its files, of the newest of them. What the reader may not read is withheld.',
  permission,
  body: z.object({ customerId, collectionReference, content, file: fileName }),
  response: z.object({
    submissions: z.number(),
    /** The provider whose rows these are; null where there is no submission. */
    provider: z.nullable(z.string()),
    /** Rows of the file in this submission. */
    rows: z.number(),
    columns: z.array(
      z.object({
        name: columnName,
        /** Why its values are not shown. */
        withheld: z.optional(z.string()),
      }),
    ),
    cells: z.array(z.array(z.nullable(z.string()))),
  }),
})

const delivery = z.object({
  id: uuid,
  name: z.string(),
  customer,
  collection,
  format: z.enum(deliveryFormats),
  isPseudonymised: z.boolean(),
  /** State of the chart `delivery`. */
  state: z.enum(deliveryPlaces),
  requestedUtc: instant,
  /** Who asked; null where the schedule did. */
  requestedBy: z.nullable(z.string()),
  madeUtc: z.nullable(instant),
  /** Until when it can be downloaded. */
  keptUntilUtc: z.nullable(instant),
  submissions: z.number(),
  /** How many providers it is of. */
  providers: z.number(),
  /** The provider that all of it is of; null where there are several. */
  provider: z.nullable(provider),
  rows: z.nullable(z.number()),
  /** Bytes. */
  size: z.nullable(z.number()),
  /** Why it failed. */
  reason: z.optional(z.string()),
  /** Who has cancelled it, and when; null where nobody has. */
  cancelledBy: z.nullable(z.string()),
  cancelledUtc: z.nullable(instant),
  /** Whether this reader may cancel it now. */
  mayCancel: z.boolean(),
  /** The configuration by which it was made, where that is there and this reader sees it: by it another one can be asked for. */
  configurationId: z.optional(uuid),
  /** Why this reader cannot download it; absent where that is possible. */
  downloadRefusal: z.optional(z.string()),
})
export type DeliveryWire = z.output<typeof delivery>

export const requestDelivery = call({
  method: 'POST',
  path: '/delivery-configurations/{id}/deliveries',
  summary:
    'Has everything that the configuration chooses now delivered, as a job with a row for each submission; `Location` names the job. The same request again finds the same delivery; another one under its id is refused.',
  permission,
  status: 202,
  body: z.object({ id: uuid }),
})

export const listDeliveries = call({
  method: 'GET',
  path: '/deliveries',
  summary: 'Deliveries, newest first: to the agency those of all customers, to a customer its own.',
  permission: 'delivery.view',
  query: z.object({
    search: searchText,
    collectionReference: z.optional(collectionReference),
    /** Provider whose submissions it holds, alone or among others. */
    instId: z.optional(instId),
    customerId: z.optional(customerId),
    state: z.optional(z.enum(deliveryPlaces)),
    limit,
    offset,
  }),
  response: z.object({
    deliveries: z.array(delivery),
    /** Collections and providers of all deliveries that the reader sees, whatever is filtered. */
    collections: z.array(collection),
    providers: z.array(provider),
    pagingMetadata: z.object({ total: z.number() }),
  }),
})

export const cancelDelivery = call({
  method: 'POST',
  path: '/deliveries/{id}/cancel',
  summary:
    'Ends a delivery that is not made yet: nobody makes it any more, and nothing of it stays. The same again changes nothing.',
  permission,
})

const packedFile = z.object({
  file: z.string(),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
})

export const getDelivery = call({
  method: 'GET',
  path: '/deliveries/{id}',
  summary:
    'One delivery with what is in it: of each provider the files, their rows and their SHA-256. Of a whole collection without the files, which its `delivery.json` lists.',
  permission: 'delivery.view',
  response: z.extend(delivery, {
    sets: z.array(
      z.object({
        instId,
        provider: z.string(),
        submissionId: uuid,
        /** Of all of its files, and their bytes. */
        rows: z.number(),
        bytes: z.number(),
        files: z.array(packedFile),
      }),
    ),
  }),
})
export type DeliveryWithSets = z.output<(typeof getDelivery)['response']>

export const downloadDelivery = call({
  method: 'POST',
  path: '/deliveries/{id}/download-request',
  summary: 'A short-lived address of the package of a delivery (zip); it answers to Range. Each is logged.',
  permission: 'delivery.download',
  response: z.object({ url: z.string() }),
})

const download = z.object({
  downloadedUtc: instant,
  user: z.string(),
  organisation: z.string(),
  deliveryId: uuid,
  name: z.string(),
  customer: z.string(),
  collection,
})
export type DownloadWire = z.output<typeof download>

export const listDownloads = call({
  method: 'GET',
  path: '/deliveries/downloads-log',
  summary: 'Who downloaded which delivery when, newest first, or all of it as CSV.',
  permission: 'delivery.downloads-log',
  query: z.object({ search: searchText, limit, offset }),
  response: z.object({ downloads: z.array(download), pagingMetadata: z.object({ total: z.number() }) }),
  produces: ['text/csv'],
})
