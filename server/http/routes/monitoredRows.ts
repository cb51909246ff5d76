import type { FastifyInstance } from 'fastify'
import { collectionsSeenBy } from '../../../src/domain/collection.ts'
import { allRows } from '../../../src/domain/limits.ts'
import { noRight } from '../../../src/domain/permissions.ts'
import { flagsOf } from '../../../src/domain/principal.ts'
import { countsByStep } from '../../../src/domain/progress.ts'
import { statusNameOf } from '../../../src/domain/status.ts'
import { workbookType } from '../../../src/domain/wire/call.ts'
import type { MonitoringRow } from '../../../src/domain/wire/collections.ts'
import * as wire from '../../../src/domain/wire/collections.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { collectionsOf, progressOfCollections } from '../../database/queries/collections.ts'
import { route } from '../route.ts'
import { collectionSeenBy } from './collectionReading.ts'
import { stepSummaryOf } from './collectionRows.ts'
import { notFound, valuesOf } from './collections.ts'
import { createMonitoring } from './monitoring.ts'
import { sendMonitoring } from './monitoringExport.ts'
import { reminderRoutes } from './reminders.ts'

/** The rows of Monitoring, their export, and reminders to their providers. */
export const monitoringRoutes = (
  app: FastifyInstance,
  { db, clock, publicUrl }: Pick<Server, 'db' | 'clock' | 'publicUrl'>,
): void => {
  const writtenRows = createMonitoring({ db, clock })
  const monitored = async (...asked: Parameters<typeof writtenRows>): Promise<MonitoringRow[]> =>
    (await writtenRows(...asked)).map(({ row }) => row)
  reminderRoutes(app, { db, clock, publicUrl }, (asking, reference) => monitored(asking, reference, 'live'))

  route(app, wire.listCollectionSubmissions, async request => {
    const isOvt = request.query.ovt === 'true'
    if (isOvt && !flagsOf(request.actor).isAgency) return request.forbid(request.actor, noRight)
    const rows = await writtenRows(request, request.params.reference, isOvt ? 'ovt' : 'live')
    return request.reply
      .type('application/json; charset=utf-8')
      .send(`{"submissions":[${rows.map(({ json }) => json).join(',')}]}`)
  })

  route(app, wire.getStepSummary, async request => {
    const [parties, institutions] = [valuesOf(request.query.awaitingParty), valuesOf(request.query.instId)]
    const rows = await monitored(request, request.params.reference, 'live')
    const chosen = rows.filter(
      row =>
        (parties.length === 0 || parties.includes(String(row.awaitingParty.id))) &&
        (institutions.length === 0 || institutions.includes(row.provider.instId)),
    )
    const reader = flagsOf(request.actor).isAgency ? 'agency' : 'statutoryCustomer'
    return { steps: stepSummaryOf(chosen, reader, request.language) }
  })

  route(app, wire.listCollectionProgress, ({ actor }) =>
    withScope(db, scopeOf(actor), async tx => {
      const { rows } = await collectionsOf(tx, { seen: collectionsSeenBy(actor), limit: allRows, offset: 0 })
      const progress = await progressOfCollections(
        tx,
        rows.map(({ id }) => id),
      )
      return {
        collections: rows.map(({ id, reference }) => {
          const { providers = 0, statuses = [] } = progress.get(id) ?? {}
          const counts = statuses.map(({ statusId, count }) => ({ status: statusNameOf(statusId), count }))
          return { reference, providers, steps: countsByStep(providers, counts) }
        }),
      }
    }),
  )

  route(app, wire.exportCollectionSubmissions, async request => {
    const { reference } = request.params
    const { submissionDeadline: deadline, record } = await withScope(db, scopeOf(request.actor), tx =>
      collectionSeenBy(tx, request.actor, reference, request.language),
    )
    const rows = new Map((await monitored(request, reference, 'live')).map(row => [row.provider.instId, row]))
    const selected = request.body.instIds.flatMap(instId => rows.get(instId) ?? [])
    // All or nothing: without one that was named the file would look complete.
    if (selected.length < request.body.instIds.length) throw notFound('noProvider')
    return sendMonitoring(request.reply, selected, {
      reference,
      deadline,
      record,
      language: request.language,
      now: clock.now(),
      isWorkbook: request.mediaType === workbookType,
    })
  })
}
