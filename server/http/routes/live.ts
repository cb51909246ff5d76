import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError } from '../../../src/domain/problem.ts'
import { getLiveTicket } from '../../../src/domain/wire/identity.ts'
import { languageOf } from '../../../src/messages/messages.ts'
import { closeCodes, type Live } from '../../live/index.ts'
import { notASocket, refuseBadSockets } from '../connection.ts'
import type { Cost } from '../costs.ts'
import { route } from '../route.ts'

export interface LiveRouteOptions {
  live: Live
  /** Address under which people reach the portal: where a browser's socket has to come from. */
  publicUrl: string
}

/** Bytes of a client's message; whatever it says is ignored. */
const mostBytes = 1024

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * The live connection (decisions §4): a ticket by a call, then the socket `/api/live?instId&token`. A browser's socket
 * has to come from the portal's own origin; a client that is no browser sends none and has the ticket alone.
 */
export const liveRoutes = async (
  app: FastifyInstance,
  { live, publicUrl }: LiveRouteOptions,
): Promise<void> => {
  await app.register(websocket, { options: { maxPayload: mostBytes } })
  refuseBadSockets(app)

  route(app, getLiveTicket, async ({ actor, session, body }) => ({
    token: await live.tickets.issue(actor, session.signInId, body.instId),
  }))

  const isOwnOrigin = ({ headers }: FastifyRequest): boolean => {
    const { origin, host } = headers
    if (origin === undefined) return true
    if (!URL.canParse(origin)) return false
    return origin === new URL(publicUrl).origin || new URL(origin).host === host
  }

  app.route<{ Querystring: Record<string, unknown> }>({
    method: 'GET',
    url: '/api/live',
    config: { limit: 'handler', isLive: true },
    handler: async (request, reply) => {
      await app.limits.countAddress(request, reply, 'anonymous')
      throw new ProblemError(notASocket)
    },
    wsHandler: async (socket, request) => {
      socket.on('message', () => undefined)
      // Broken off before this ran: the address is gone, no ticket is tried, and nobody waits for an answer.
      if ((request.ip as string | undefined) === undefined) return
      // The address goes with the connection: who breaks off is counted like who waits.
      const caller: FastifyRequest = Object.create(request, { ip: { value: request.ip } })
      const instId = text(request.query.instId)
      const tooMany = () => socket.close(closeCodes.tooMany, 'too many tickets that are not valid')
      const refuse = async (cost: Cost) =>
        (await app.limits.isTooMany(caller, cost))
          ? tooMany()
          : socket.close(closeCodes.ticketRefused, 'the ticket is not valid')
      const token = text(request.query.token)
      const standing = await live.tickets.standing(token, instId)
      // One that we have signed is no guess: whoever tries them out at this address shuts nobody out.
      if (standing === 'unknown' && (await app.limits.isGuessing(caller))) return tooMany()
      const ticket =
        standing !== 'over' && isOwnOrigin(request) ? await live.tickets.use(token, instId) : undefined
      // Who comes again with an old ticket is no guesser, and shuts nobody out.
      if (!ticket) return refuse(standing === 'unknown' ? 'refused' : 'oldTicket')
      await live.sockets.attach(socket, {
        ...ticket,
        language: languageOf(request.headers['accept-language']),
        channel: instId,
      })
    },
  })
}
