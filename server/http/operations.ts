import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import type { Server } from '../context.ts'
import { connectionOptions, refuseBadHeaders, watchConnections } from './connection.ts'
import { docs } from './docs.ts'
import { figures } from './figures.ts'
import { limits } from './limits.ts'
import { openApi } from './openapi.ts'
import { problems, sendProblem, shownPath } from './problems.ts'
import { requestLog } from './requestLog.ts'
import { operationsHeaders } from './securityHeaders.ts'
import { serverPages } from './static.ts'

/**
 * What is for operators and developers and not for the users of the portal: figures for Prometheus, the description of the
 * API. The portal's own address serves it outside production, unless operations have an address of their own.
 */
export const operations = async (app: FastifyInstance): Promise<void> => {
  figures(app)
  openApi(app)
  await docs(app)
}

/** The application at the address of operations (`METRICS_HOST`, `METRICS_PORT`); it serves nothing else. */
export const createOperationsApp = async (server: Server): Promise<FastifyInstance> => {
  const app: FastifyInstance = fastify({
    loggerInstance: server.log as FastifyBaseLogger,
    ...connectionOptions(server.config.requestSeconds),
    logController: requestLog,
  })
  app.decorate('bedel', server)
  watchConnections(app, server.config.requestSeconds)
  operationsHeaders(app)
  refuseBadHeaders(app)
  await limits(app, server.config.callsPerMinute)
  problems(app)
  await operations(app)
  await serverPages(app)
  app.setNotFoundHandler(async ({ url }, reply) => {
    const path = shownPath(url.split('?')[0] ?? '')
    return sendProblem(reply, problem('not-found', message('server', 'nothingThere', { path })))
  })
  return app
}
