import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import type { CallsPerMinute, Cost } from './costs.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a request of this route costs its address, before it is looked at; or its handler counts it. */
    limit?: Cost | 'handler'
  }
  interface FastifyRequest {
    /** Who is counted: the user once the token is verified. Never anything that the caller can make up. */
    limitedUser: string
  }
  interface FastifyInstance {
    limits: Limits
  }
}

const minuteMs = 60_000
/** Addresses at which the server works; the others are files, and its health, which it looks at once a second at most. */
const costsSomething = /^\/(?:api|oidc|docs|metrics|openapi\.json)(?:\/|$)/

export interface Limits {
  /** Counts a request of a user. Throws a too-many-requests problem, with Retry-After, beyond the limit. */
  countUser: (request: FastifyRequest, reply: FastifyReply, userId: string, cost: Cost) => Promise<void>
  /** The same by the address that the request comes from; of IPv6 by the network of 64 bits. */
  countAddress: (request: FastifyRequest, reply: FastifyReply, cost: Cost) => Promise<void>
  /**
   * Throws a too-many-requests problem where the address has been refused too often already; counts nothing. For what cannot
   * be told from a guess without asking the database.
   */
  stopGuessing: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** The same, as an answer, for what is not answered by a reply. */
  isGuessing: (request: FastifyRequest) => Promise<boolean>
  /** Whether one more of this cost is too many for the address; counts it. */
  isTooMany: (request: FastifyRequest, cost: Cost) => Promise<boolean>
}

type Limiter = ReturnType<FastifyInstance['createRateLimit']>

/** Limits on requests by user and by address, for each process on its own (decisions §7). */
export const limits = async (app: FastifyInstance, perMinute: CallsPerMinute): Promise<void> => {
  await app.register(rateLimit, { global: false })
  app.decorateRequest('limitedUser', '')

  const limiters = (keyGenerator?: (request: FastifyRequest) => string): Record<Cost, Limiter> =>
    Object.fromEntries(
      Object.entries(perMinute).map(([cost, max]) => [
        cost,
        app.createRateLimit({
          max,
          timeWindow: minuteMs,
          ...(keyGenerator ? { keyGenerator } : {}),
        }),
      ]),
    ) as Record<Cost, Limiter>
  const byUser = limiters(request => request.limitedUser)
  const byAddress = limiters()

  const refuse = async (
    limiter: Limiter,
    request: FastifyRequest,
    reply: FastifyReply,
    increment = true,
  ): Promise<void> => {
    const count = await limiter(request, { increment })
    if (count.isAllowed || !count.isExceeded) return
    const seconds = Math.max(1, count.ttlInSeconds)
    reply.header('retry-after', seconds)
    throw new ProblemError(problem('too-many-requests', message('server', 'tooMany', { seconds })))
  }

  app.decorate('limits', {
    countUser: (request, reply, userId, cost) => {
      request.limitedUser = userId
      return refuse(byUser[cost], request, reply)
    },
    countAddress: (request, reply, cost) => refuse(byAddress[cost], request, reply),
    stopGuessing: (request, reply) => refuse(byAddress.refused, request, reply, false),
    isGuessing: async request => {
      const count = await byAddress.refused(request, { increment: false })
      return !count.isAllowed && count.isExceeded
    },
    isTooMany: async (request, cost) => {
      const count = await byAddress[cost](request)
      return !count.isAllowed && count.isExceeded
    },
  } satisfies Limits)

  app.addHook('onRoute', ({ url, config }) => {
    if (costsSomething.test(url) && config?.limit === undefined)
      throw new Error(`The route ${url} does not say what it costs.`)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { limit } = request.routeOptions.config
    if (limit !== undefined && limit !== 'handler') await app.limits.countAddress(request, reply, limit)
  })
}
