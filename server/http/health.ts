import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { sendProblem } from './problems.ts'

/** Whether the process lives, whether it can serve, and its figures. */
export const health = (app: FastifyInstance): void => {
  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'live' }))
  app.get('/health/ready', { logLevel: 'warn' }, async (request, reply) => {
    try {
      await sql`select 1`.execute(app.bedel.db)
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return sendProblem(reply, problem('unavailable', message('problems', 'databaseDown')))
    }
  })
  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) => {
    app.bedel.metrics.sockets.set(app.bedel.live.sockets.count())
    return reply.type(app.bedel.metrics.registry.contentType).send(await app.bedel.metrics.registry.metrics())
  })
}
