import type { FastifyInstance } from 'fastify'
import { backupAge } from '../backup/scheduled.ts'
import { collectionTotals } from '../database/queries/collectionTotals.ts'
import { stagesGivenUp } from '../database/queries/stagesGivenUp.ts'
import { unsealedLines } from '../database/queries/unsealedLines.ts'
import { heldFor } from '../heldFor.ts'
import { stagesThatAwait, stagesThatWait } from '../jobs/index.ts'
import { neededParts, type Report } from '../readiness.ts'
import { filesLeft } from '../storage/index.ts'
import type { Metrics } from './metrics.ts'

/** Figures of the database are this old at most, in ms. */
const freshMs = 1000

/** The totals of collections, for which every submission is read, and the age of the newest backup are this old at most, in ms. */
const freshTotalsMs = 60_000

/** Says of each part that a process needs whether it can be used. */
export const setParts = (up: Metrics['up'], { faults }: Report): void => {
  for (const part of neededParts) up.set({ part }, faults.some(fault => fault.part === part) ? 0 : 1)
}

/** The figures of the process for Prometheus, at /metrics. */
export const figures = (app: FastifyInstance): void => {
  const { readiness, metrics, live, db, clock, identity, config } = app.bedel
  const countWork = heldFor(freshMs, async () => {
    metrics.queueLength.set(await stagesThatWait(db))
    for (const [part, count] of Object.entries(await stagesThatAwait(db)))
      metrics.putBack.set({ part }, count)
    metrics.filesLeft.set((await filesLeft(db)).count)
    metrics.setGivenUp(await stagesGivenUp(db))
    metrics.setUnsealed(await unsealedLines(db, clock.now()))
  })
  const countCollections = heldFor(freshTotalsMs, async () =>
    metrics.setCollections(await collectionTotals(db, clock.now())),
  )
  const lookForBackup = heldFor(freshTotalsMs, async () => {
    const { backup } = config
    if (backup) metrics.backupAge.set({ to: backup.to }, await backupAge(backup.to, clock.now()))
  })
  app.get('/metrics', { logLevel: 'warn', config: { limit: 'anonymous' } }, async (_request, reply) => {
    metrics.sockets.set(live.sockets.count())
    const [report, isIssuerUp] = await Promise.all([readiness.check(), identity.isIssuerUp()])
    setParts(metrics.up, report)
    await lookForBackup()
    // Who is signed in works on without it, so it is no part of readiness.
    metrics.up.set({ part: 'issuer' }, isIssuerUp ? 1 : 0)
    if (!report.faults.some(({ part }) => part === 'database' || part === 'queue')) {
      await countWork()
      await countCollections()
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
