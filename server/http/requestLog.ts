import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { routeOf } from './refusalLog.ts'

/** Writes one line for each request at `info`, when it is answered (decisions §20). */
class RequestLog extends LogController {
  override incomingRequest(): void {
    // Known only when it is answered: who asked, and how it ended.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { method, caller } = request
    const ms = Math.round(reply.elapsedTime)
    const line = { method, route: routeOf(request), status: reply.statusCode, ms, ...caller }
    if (error) request.log.error({ ...line, err: error }, 'request')
    else request.log.info(line, 'request')
  }
}
export const requestLog = new RequestLog()
