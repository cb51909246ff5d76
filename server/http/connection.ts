import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type {
  FastifyError,
  FastifyHttpOptions,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from 'fastify'
import { type Problem, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { patience } from '../limits.ts'
import { endWithProblem, sendProblem } from './problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A body that may take as long as its sender keeps to a least speed: a file. Any other has to be there soon. */
    body?: 'file'
    /** Whether a live connection may be asked for here. */
    isLive?: true
  }
}

/** A file has to arrive at least so fast, in bytes a second. */
const leastSpeed = 1024
const lookEveryMs = 500

const malformed = problem('malformed', message('problems', 'malformed'))
const tooSlow = problem('too-slow', message('problems', 'slowRequest'))
const largeHeader = problem('header-too-large', message('server', 'largeHeader'))
const noMethod = problem('not-a-method', message('server', 'noMethod'))
const noSocket = problem('not-found', message('server', 'noSocket'))
const noHost = problem('malformed', message('server', 'noHost'))
const severalHosts = problem('malformed', message('server', 'severalHosts'))
const noExpectation = problem('no-such-expectation', message('server', 'noExpectation'))
/** Where a live connection is, and none is asked for, or not as it has to be. */
export const notASocket = problem('malformed', message('server', 'notASocket'))

const isSocketRequest = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket'

/** For Node, which would answer a request without a Host header itself, with an empty body. */
const withoutHost = { requireHostHeader: false } as const

/** Requests whose Expect header asks for something other than `100-continue`. */
const unmet = new WeakSet<IncomingMessage>()

/** Gives a server's handler the requests that Node would answer itself, with an empty body, for what they expect. */
export const takeExpectations = (server: Server): void => {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    unmet.add(request)
    server.emit('request', request, response)
  })
}

/** Of several Host headers Node keeps the first, and a proxy before it perhaps another one. */
const hostsIn = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length

/** Why a request is refused by its headers, whatever it asks for (RFC 9112 §3.2, RFC 9110 §10.1.1). */
export const refusalOfHeaders = (request: IncomingMessage): Problem | undefined => {
  const hosts = hostsIn(request)
  if (hosts > 1) return severalHosts
  if (hosts === 0 && request.httpVersion === '1.1') return noHost
  return unmet.has(request) ? noExpectation : undefined
}

/**
 * What ends a request before it has a route: headers that do not arrive in time or are too large, an address or a method
 * that is none. All of it is answered by problem documents.
 */
export const connectionOptions = (seconds: number) =>
  ({
    http: {
      ...withoutHost,
      headersTimeout: seconds * 1000,
      // Bodies are timed by `watchBodies`: an upload of gigabytes takes as long as its line is slow. Given here and not to fastify,
      // which sets it later: Node refuses headers that may take longer than a request, of which five minutes are its own limit.
      requestTimeout: 0,
      connectionsCheckingInterval: lookEveryMs,
      // Another protocol that a client offers, such as HTTP/2, need not be taken.
      shouldUpgradeCallback: isSocketRequest,
    } as ServerOptions,
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Duplex) => {
      if (error.code === 'ECONNRESET') socket.destroy()
      else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') endWithProblem(socket, tooSlow)
      else endWithProblem(socket, error.code === 'HPE_HEADER_OVERFLOW' ? largeHeader : malformed)
    },
    frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      sendProblem(reply, problem('not-found', message('server', 'notAnAddress')))
    },
  }) satisfies FastifyHttpOptions<RawServerDefault>

interface Arriving {
  request: IncomingMessage
  response: ServerResponse
  isFile: boolean
  /** Bytes of the connection that were counted. */
  seen: number
  /** When it is too late, by the clock of `performance`. */
  until: number
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Ends requests whose body does not arrive: one of a call within so many seconds, a file at the least speed. */
const watchBodies = (app: FastifyInstance, seconds: number): void => {
  const graceMs = seconds * 1000
  const bodies = new Set<Arriving>()

  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (hasBody(raw)) {
      const body: Arriving = {
        request: raw,
        response: reply.raw,
        isFile: request.routeOptions.config.body === 'file',
        seen: raw.socket.bytesRead,
        until: performance.now() + graceMs,
      }
      bodies.add(body)
      // Also after the answer: what nobody reads is still received.
      const forget = () => bodies.delete(body)
      raw.once('end', forget).once('close', forget)
    }
    done()
  })

  const look = (): void => {
    const now = performance.now()
    for (const body of bodies) {
      const { socket } = body.request
      if (body.isFile) {
        const earned = ((socket.bytesRead - body.seen) / leastSpeed) * 1000
        body.seen = socket.bytesRead
        body.until = Math.min(body.until + earned, now + patience.uploadPauseMs)
      }
      if (now < body.until) continue
      bodies.delete(body)
      if (body.response.headersSent) socket.destroy()
      else endWithProblem(socket, tooSlow)
    }
  }
  const looking = setInterval(look, lookEveryMs)
  looking.unref()
  app.addHook('onClose', async () => clearInterval(looking))
}

/** What a connection may not do: send slowly, or ask for what is no live connection. Register it before every route. */
export const watchConnections = (app: FastifyInstance, seconds: number): void => {
  watchBodies(app, seconds)
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => endWithProblem(socket, noMethod))
  app.addHook('onRequest', (request, reply, done) => {
    if (!isSocketRequest(request.raw) || request.routeOptions.config.isLive === true) return done()
    // Node has given the connection away with the request, so that nothing else would end it.
    reply.hijack()
    endWithProblem(request.raw.socket, noSocket)
  })
}

/** Refuses requests by their headers alone. Register it behind what sets the headers of an answer. */
export const refuseBadHeaders = (app: FastifyInstance): void => {
  takeExpectations(app.server)
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOfHeaders(request.raw)
    if (!refusal) return done()
    if (!isSocketRequest(request.raw)) return void sendProblem(reply, refusal)
    reply.hijack()
    endWithProblem(request.raw.socket, refusal)
  })
}

/** Answers requests for a live connection that are not valid; the library would in words of its own. */
export const refuseBadSockets = (app: FastifyInstance): void => {
  app.websocketServer.on('wsClientError', (_error, socket) => endWithProblem(socket, notASocket))
}
