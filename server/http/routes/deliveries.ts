import type { FastifyInstance } from 'fastify'
import { csvLine } from '../../../src/domain/csv.ts'
import { isWholeCollection } from '../../../src/domain/deliveryConfiguration.ts'
import { isDeliveryReady } from '../../../src/domain/deliveryPlace.ts'
import { deliveryKeptUntil } from '../../../src/domain/deliverySchedule.ts'
import { defaultPageSize } from '../../../src/domain/limits.ts'
import { isPermitted, rightRefusal } from '../../../src/domain/permissions.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/deliveries.ts'
import { explainDelivery } from '../../../src/machines/delivery/index.ts'
import { message } from '../../../src/messages/message.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/scope.ts'
import { granted } from '../../decisions/decider.ts'
import {
  type Deliveries,
  type DeliveryRecord,
  type DownloadLine,
  deliveredOf,
  findDelivery,
  listDeliveries,
  listDownloads,
  packedOf,
  recordDownload,
} from '../../delivery/index.ts'
import { valid } from '../../limits.ts'
import { fromColumn, inLanguage } from '../../messages.ts'
import { route } from '../route.ts'
import { sendCsv } from './csvReply.ts'
import { uuidForm } from './submissionAccess.ts'

const noDelivery = (): ProblemError => new ProblemError(problem('not-found', message('server', 'noDelivery')))

/** Whose deliveries the reader sees: null for all of them. */
const customerOf = ({ organisationType, organisationId }: UserPrincipal): string | null =>
  organisationType === 'agency' ? null : organisationId

const downloadRefusal = (
  { place }: Pick<DeliveryRecord, 'place'>,
  actor: UserPrincipal,
  language: Language,
): string | undefined => {
  if (!isPermitted(actor, 'delivery.download'))
    return inLanguage(language, rightRefusal(actor, 'delivery.download'))
  return isDeliveryReady(place) ? undefined : inLanguage(language, message('delivery', `notReady.${place}`))
}

const deliveryWire = (
  record: DeliveryRecord,
  actor: UserPrincipal,
  language: Language,
): wire.DeliveryWire => {
  const { id, name, content, place, made, fault, cancelledBy, cancelled, submissions, attempt } = record
  // Cancelling is no question of the configuration, nor of the time for which it is kept.
  const facts = { isEnabled: true, submissions, attempt, isExpired: false }
  const refusal = downloadRefusal(record, actor, language)
  return {
    id,
    name,
    customer: { id: record.customerId, name: record.customerName },
    collection: { reference: record.collectionReference, name: record.collectionName },
    format: content.format,
    isPseudonymised: content.isPseudonymised,
    state: place,
    requestedUtc: record.requested.toISOString(),
    requestedBy: record.requestedBy,
    madeUtc: made?.toISOString() ?? null,
    keptUntilUtc: made ? deliveryKeptUntil(made).toISOString() : null,
    submissions,
    providers: record.providers,
    provider: record.provider,
    rows: record.rowCount,
    size: record.size,
    ...(fault === null ? {} : { reason: inLanguage(language, fromColumn(fault)) }),
    cancelledBy,
    cancelledUtc: cancelled?.toISOString() ?? null,
    mayCancel: explainDelivery(place, facts, { type: 'CANCEL', actor }).allowed,
    ...(record.isConfigured && isPermitted(actor, 'management.view')
      ? { configurationId: record.configurationId }
      : {}),
    ...(refusal === undefined ? {} : { downloadRefusal: refusal }),
  }
}

const downloadWire = ({
  downloaded,
  reference,
  collectionName,
  ...row
}: DownloadLine): wire.DownloadWire => ({
  ...row,
  downloadedUtc: downloaded.toISOString(),
  collection: { reference, name: collectionName },
})

const logColumns = ['when', 'user', 'organisation', 'delivery', 'customer', 'collection'] as const

const logCsv = function* (downloads: readonly wire.DownloadWire[], language: Language): Generator<string> {
  const t = messagesFor(language, 'delivery')
  yield csvLine(logColumns.map(column => t(`log.csv.${column}`)))
  for (const { downloadedUtc, user, organisation, name, customer, collection } of downloads)
    yield csvLine([downloadedUtc, user, organisation, name, customer, collection.reference])
}

/** Most lines of the log as CSV. */
const logAtMost = 100_000

/** Deliveries and the log of downloads (specification 1 §2, §6; decisions §13). */
export const deliveryRoutes = (
  app: FastifyInstance,
  server: Pick<Server, 'db' | 'clock' | 'storage'> & { deliveries: Deliveries },
): void => {
  const { db, clock, storage: store, deliveries } = server
  /** The delivery, where the reader may see it at all. Throws not-found otherwise. */
  const seen = (record: DeliveryRecord | undefined, actor: UserPrincipal): DeliveryRecord => {
    const customer = customerOf(actor)
    if (!record || (customer !== null && record.customerId !== customer)) throw noDelivery()
    return record
  }
  const named = (id: string): string => {
    if (!uuidForm.test(id)) throw noDelivery()
    return id
  }

  route(app, wire.listDeliveries, async ({ actor, query, language }) => {
    const { search = '', collectionReference, instId, customerId, state: place } = query
    const { limit = defaultPageSize, offset = 0 } = query
    const filter = { search, collectionReference, instId, customerId, place, limit, offset }
    const found = await withScope(db, { scope: 'all' }, async tx => ({
      ...(await listDeliveries(tx, customerOf(actor), filter)),
      delivered: await deliveredOf(tx, customerOf(actor)),
    }))
    return {
      deliveries: found.deliveries.map(one => deliveryWire(one, actor, language)),
      ...found.delivered,
      pagingMetadata: { total: found.total },
    }
  })

  route(app, wire.getDelivery, async ({ actor, params, language }) => {
    const id = named(params.id)
    const { record, packed } = await withScope(db, { scope: 'all' }, async tx => ({
      record: seen(await findDelivery(tx, id), actor),
      packed: await packedOf(tx, id),
    }))
    return {
      ...deliveryWire(record, actor, language),
      sets: (packed?.sets ?? []).map(({ provider, manifest: { instId, submissionId, files } }) => ({
        instId,
        provider,
        submissionId,
        rows: files.reduce((sum, { rows }) => sum + rows, 0),
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        // Hundreds of providers with dozens of files each are no list that anybody reads.
        files: isWholeCollection(record.content.format)
          ? []
          : files.map(({ file, rows, bytes, sha256 }) => ({ file, rows, bytes, sha256 })),
      })),
    }
  })

  route(app, wire.cancelDelivery, async ({ actor, params }): Promise<undefined> => {
    await granted(deliveries.cancel(named(params.id), actor))
  })

  route(app, wire.downloadDelivery, async ({ actor, params }) => {
    const id = named(params.id)
    const record = await withScope(db, { scope: 'all' }, async tx => {
      const found = seen(await findDelivery(tx, id), actor)
      if (!isDeliveryReady(found.place) || found.objectKey === null)
        throw new ProblemError(problem('conflict', message('delivery', `notReady.${found.place}`)))
      await recordDownload(tx, found, actor, clock.now())
      return { ...found, key: found.objectKey }
    })
    const fileName = `Delivery.${record.collectionReference}.${record.customerId}.${record.id}.zip`
    return {
      url: await store.signedDownload(record.key, {
        fileName,
        seconds: valid.downloadSeconds,
        userId: actor.userId,
      }),
    }
  })

  route(app, wire.listDownloads, async ({ actor, query, language, mediaType, reply }) => {
    const isCsv = mediaType === 'text/csv'
    const { search = '', limit = defaultPageSize, offset = 0 } = query
    const page = isCsv ? { limit: logAtMost, offset: 0 } : { limit, offset }
    const found = await withScope(db, scopeOf(actor), tx => listDownloads(tx, { search, ...page }))
    const downloads = found.downloads.map(downloadWire)
    if (isCsv) return sendCsv(reply, 'downloads.csv', logCsv(downloads, language))
    return { downloads, pagingMetadata: { total: found.total } }
  })
}
