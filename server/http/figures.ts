import type { FastifyInstance } from 'fastify'
import { stagesThatAwait, stagesThatWait } from '../database/queries/queueLength.ts'

/** The figures of the process for Prometheus, at /metrics. */
export const figures = (app: FastifyInstance): void => {
  const { readiness, metrics, live, db } = app.bedel
  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) => {
    metrics.sockets.set(live.sockets.count())
    const { faults } = await readiness.check()
    for (const part of ['database', 'queue', 'store', 'disk'])
      metrics.up.set({ part }, faults.some(fault => fault.part === part) ? 0 : 1)
    if (faults.every(({ part }) => part === 'store' || part === 'disk')) {
      metrics.queueLength.set(await stagesThatWait(db))
      for (const [part, count] of Object.entries(await stagesThatAwait(db)))
        metrics.putBack.set({ part }, count)
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
