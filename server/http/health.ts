import type { FastifyInstance } from 'fastify'
import { problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { stagesThatWait } from '../database/queries/queueLength.ts'
import { sendProblem } from './problems.ts'

/** Whether the process lives, whether it can serve, and its figures. */
export const health = (app: FastifyInstance): void => {
  const { readiness, metrics, live, db } = app.bedel
  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'live' }))

  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const { faults, isEnding } = await readiness.check()
    const [first] = faults
    if (first) return sendProblem(reply, problem('unavailable', first.reason))
    if (isEnding) return sendProblem(reply, problem('unavailable', message('problems', 'ending')))
    return { status: 'ready' }
  })

  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) => {
    metrics.sockets.set(live.sockets.count())
    const { faults } = await readiness.check()
    for (const part of ['database', 'queue', 'store', 'disk'])
      metrics.up.set({ part }, faults.some(fault => fault.part === part) ? 0 : 1)
    if (faults.length === 0) metrics.queueLength.set(await stagesThatWait(db))
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
