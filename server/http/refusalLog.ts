import type { FastifyRequest } from 'fastify'
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
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

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
