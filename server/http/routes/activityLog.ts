import type { FastifyInstance } from 'fastify'
import { allRows, defaultPageSize } from '../../../src/domain/limits.ts'
import * as wire from '../../../src/domain/wire/collections.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { activityOf } from '../../database/queries/collections.ts'
import { route } from '../route.ts'
import { activityWire, activityWithChange } from './collectionRows.ts'
import { requireProvider } from './collections.ts'
import { sendActivity } from './monitoringExport.ts'
import { withSubmission } from './submissionAccess.ts'

/** The activity log of collections, submissions and providers. */
export const activityLogRoutes = (
  app: FastifyInstance,
  { db, clock }: Pick<Server, 'db' | 'clock'>,
): void => {
  route(app, wire.listActivityLog, async ({ actor, query, language, mediaType, reply }) => {
    const isFile = mediaType === 'text/csv'
    const { rows, total } = await withScope(db, scopeOf(actor), tx =>
      activityOf(tx, {
        reference: query.collectionReference,
        ...(query.instId ? { instId: query.instId } : {}),
        ...(query.person ? { person: query.person.trim() } : {}),
        ...(query.activityLogTypeId === undefined ? {} : { typeId: query.activityLogTypeId }),
        limit: isFile ? allRows : (query.limit ?? defaultPageSize),
        offset: isFile ? 0 : (query.offset ?? 0),
      }),
    )
    if (isFile) return sendActivity(reply, rows, { reference: query.collectionReference, actor, language })
    return {
      activityLogs: rows.map(row => activityWithChange(actor, row, language)),
      pagingMetadata: { total },
    }
  })

  route(app, wire.listActivityLogEntries, ({ actor, query, language }) =>
    withSubmission({ db, clock }, actor, query.submissionUuid, {}, async (tx, { id }) => {
      const { rows } = await activityOf(tx, {
        submissionId: id,
        ...(query.activityLogTypeId ? { typeId: Number(query.activityLogTypeId) } : {}),
        limit: allRows,
        offset: 0,
      })
      return { activityLogs: rows.map(row => activityWire(actor, row, language)) }
    }),
  )

  route(app, wire.listProviderActivityLog, ({ actor, params, query, language }) =>
    withScope(db, scopeOf(actor), async tx => {
      await requireProvider(tx, params.instId)
      const { rows, total } = await activityOf(tx, {
        reference: query.collectionReference,
        instId: params.instId,
        limit: query.limit ?? defaultPageSize,
        offset: query.offset ?? 0,
      })
      return { activityLogs: rows.map(row => activityWire(actor, row, language)), pagingMetadata: { total } }
    }),
  )
}
