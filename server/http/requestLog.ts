import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Problem } from '../../src/domain/problem.ts'
import { ExplainedRefusal } from '../explainedRefusal.ts'
import { inEnglish } from '../messages.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, by the ids of the issuer and the register; undefined before that is known. */
    caller?: { user: string; organisation?: string }
  }
}

/** The pattern of a route, never the address: that may name a student. */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

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

/** A line for each reason of a refusal: for want of a right, of an organisation, or of a key that counts. */
export const logRefusal = (request: FastifyRequest, error: unknown, { kind, reason }: Problem): void => {
  const reasons =
    error instanceof ExplainedRefusal
      ? error.reasons
      : kind === 'forbidden'
        ? [{ reason: inEnglish(reason) }]
        : []
  for (const one of reasons)
    request.log.info({ route: routeOf(request), ...request.caller, ...one }, 'refused')
}
