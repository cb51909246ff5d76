import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  isPermitted,
  noRight,
  outOfScope,
  type Permission,
  rightRefusal,
} from '../../src/domain/permissions.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type FieldProblem, ProblemError, problem } from '../../src/domain/problem.ts'
import type { SubmissionMode } from '../../src/domain/status.ts'
import type { BodyOf, Call, MediaType, PathParameters, ResponseOf } from '../../src/domain/wire/call.ts'
import { type Message, message } from '../../src/messages/message.ts'
import { type Language, languageOf } from '../../src/messages/messages.ts'
import type { Server } from '../context.ts'
import { ExpiredToken, type SignedIn } from '../identity/index.ts'
import { auditDownload, auditRefusal, type RecordsOf } from './audit.ts'
import { compiledSchema, shapeOf } from './compiledSchema.ts'
import { anonymousCostOf, costOf } from './costs.ts'
import { faultOf } from './fieldMessages.ts'
import { invalidFields, problemOf } from './problems.ts'

/** Whether a text can be stored and shown: the database takes no NUL, and half a pair of surrogates is no character. */
const isPlainText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Whether a number means the same to every reader of JSON: neither too large to be exact, nor below zero and zero. */
const isPlainNumber = (value: number): boolean =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER && !Object.is(value, -0)

const oddityOf = (value: unknown): Message | undefined => {
  if (typeof value === 'string' && !isPlainText(value)) return message('server', 'field.oddText')
  if (typeof value === 'number' && !isPlainNumber(value)) return message('server', 'field.oddNumber')
  return undefined
}

/** Texts and numbers anywhere in what was sent that no field takes, whatever its schema says; keys are texts too. */
const oddities = (path: string, value: unknown): FieldProblem[] => {
  const fault = oddityOf(value)
  if (fault) return [{ field: path, message: fault }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    isPlainText(key)
      ? oddities(`${path}.${key}`, inner)
      : [{ field: path, message: message('server', 'field.oddKey') }],
  )
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What the routes work with. */
    bedel: Server
  }
}

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** The sign-in of a token, and the organisations that its person works for. */
type Session = Pick<SignedIn, 'signInId' | 'organisationIds'>

/** What guards a call that may be made without signing in, or may be where the installation says so. */
type OpenPermission = 'public' | 'published' | 'validate'

/** What a handler gets: everything parsed by the call's schemas, and who asks. */
export interface RouteContext<C extends Call> {
  actor: C['permission'] extends OpenPermission ? UserPrincipal | undefined : UserPrincipal
  /** By which sign-in the actor asks. */
  session: C['permission'] extends OpenPermission ? undefined : Session
  params: PathParameters<C>
  query: Parsed<C['query']>
  body: Parsed<C['body']> & BodyOf<C>
  /** What the caller prefers to JSON, of what the call produces. */
  mediaType: MediaType | undefined
  /** Refuses for want of a right that only the handler can tell, with a line of audit. */
  forbid: (actor: UserPrincipal, reason: Message) => Promise<never>
  /**
   * Notes, with a line of audit, that single records of a submission are taken out: to be called before they are given as CSV, as
   * a file, or by the address of one. What a page shows leaves no line.
   */
  noteDownload: (actor: UserPrincipal, of: RecordsOf) => Promise<void>
  /** The language to answer in. */
  language: Language
  request: FastifyRequest
  reply: FastifyReply
}

/** What of a request changes what its call costs. */
const asked = (call: Call, { headers, query }: FastifyRequest) => ({
  mediaType: mediaTypeOf(call, headers.accept),
  query: query as Record<string, unknown>,
})

const mediaTypeOf = (call: Call, accept = ''): MediaType | undefined =>
  accept
    .split(',')
    .map(range => range.split(';')[0]?.trim().toLowerCase())
    .flatMap(type => call.produces?.filter(one => one === type) ?? [])[0]

/** A call without a response is answered with nothing. */
type Answer<C extends Call> = C['response'] extends z.ZodMiniType ? ResponseOf<C> : undefined

/** Answers a call; a reply that it sends itself (a stream, a CSV) it gives back. */
export type Handler<C extends Call> = (context: RouteContext<C>) => Promise<Answer<C> | FastifyReply>

const apiBase = '/api'

/** Problems of a value against its schema, field by field. */
const fieldsOf = (part: string, error: z.core.$ZodError): FieldProblem[] =>
  error.issues.map(issue => ({
    field: [part, ...issue.path.map(String)].join('.'),
    message: faultOf(issue),
  }))

/** Keys of an object that its schema does not name. They are rejected: a sender would think that they had an effect. */
const unknownKeys = (part: string, schema: z.ZodMiniType, value: unknown): FieldProblem[] => {
  const shape = shapeOf(schema)
  if (!shape || typeof value !== 'object' || value === null) return []
  return Object.keys(value)
    .filter(key => !Object.hasOwn(shape, key))
    .map(key => ({ field: `${part}.${key}`, message: message('server', 'field.unknown') }))
}

const parsePart = (part: string, schema: z.ZodMiniType | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const odd = oddities(part, value)
  if (odd.length > 0) throw new ProblemError(invalidFields(odd))
  const parsed = z.safeParse(schema, value ?? {}, { reportInput: true })
  const faults = [
    ...unknownKeys(part, schema, value),
    ...(parsed.success ? [] : fieldsOf(part, parsed.error)),
  ]
  if (faults.length > 0 || !parsed.success) throw new ProblemError(invalidFields(faults))
  return parsed.data
}

/** Throws not-found for a parameter of the path that no id can be: it names nothing. */
const checkPath = (params: unknown): void => {
  if (Object.values(params as Record<string, string>).some(value => !isPlainText(value)))
    throw new ProblemError(problem('not-found', message('server', 'notAnAddress')))
}

const permissionsOf = (call: Call): readonly Permission[] =>
  call.permission === 'signed-in' ||
  call.permission === 'published' ||
  call.permission === 'validate' ||
  call.permission === 'public'
    ? []
    : typeof call.permission === 'string'
      ? [call.permission]
      : call.permission

/** Whether the actor may make the call at all: any of its permissions is enough. A key needs one by name. */
export const mayCall = (call: Call, actor: UserPrincipal): boolean => {
  const needed = permissionsOf(call)
  // What asks for no right is for people: a key was made for what its scopes name, and nothing besides.
  if (actor.scopes && needed.length === 0) return call.isForAnyKey === true
  return needed.length === 0 || needed.some(permission => isPermitted(actor, permission))
}

/** Why an actor without any of a call's permissions is refused. */
const refusalOf = (call: Call, actor: UserPrincipal): Message => {
  const [first, ...others] = permissionsOf(call)
  if (actor.scopes) return outOfScope
  return first === undefined || others.length > 0 ? noRight : rightRefusal(actor, first)
}

const nameOf = ({ method, path }: Call): string => `${method} ${path}`

/** Refuses for want of a right, with a line of audit. */
const forbid = async (
  server: Server,
  call: Call,
  request: FastifyRequest,
  actor: UserPrincipal,
  reason: Message,
): Promise<never> => {
  const refusal = problem('forbidden', reason)
  server.metrics.refusals.inc({ route: call.path })
  await auditRefusal(server.db, server.clock.now(), {
    actor,
    action: nameOf(call),
    subject: request.url.split('?')[0] ?? '',
    problem: refusal,
  })
  throw new ProblemError(refusal)
}

/** Whether a request is answered without asking who sends it. */
const isForAnybody = (call: Call, authorization: string | undefined, config: Server['config']): boolean =>
  (call.permission === 'published' && config.publicSpecification && authorization === undefined) ||
  // The page sends the token that the browser keeps, which may have ended: its answer is the same without.
  (call.permission === 'validate' && config.publicValidate)

/**
 * Who asks, found out before the body is received. A user is counted before the database is asked, whether the call is allowed
 * or not; a token or a key that may be a guess is counted by address, and an address that has sent many of them is asked for
 * nothing that takes the database. A token that has expired is no guess, nor is one that counted until its sign-in ended: a
 * university wakes up behind one address, with all the pages that were left open.
 */
const authorise = async (
  app: FastifyInstance,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn | undefined> => {
  const { bedel: server, limits } = app
  const { authorization } = request.headers
  if (isForAnybody(call, authorization, server.config)) {
    await limits.countAddress(request, reply, anonymousCostOf(call, asked(call, request)))
    return undefined
  }
  const count = (userId: string) =>
    limits.countUser(request, reply, userId, costOf(call, asked(call, request)))
  const countRefused = async (error: unknown): Promise<never> => {
    // Apart from what its person sends with a token that counts, who would be shut out by whoever has found the old one.
    if (error instanceof ExpiredToken) await count(`expired:${error.userId}`)
    else if (problemOf(error).kind === 'unauthorised') await limits.countAddress(request, reply, 'refused')
    throw error
  }
  const userId = await server.identity.userOf(authorization).catch(countRefused)
  await (userId === undefined ? limits.stopGuessing(request, reply) : count(userId))
  const authenticated = server.identity.authenticate(authorization)
  const signedIn = await (userId === undefined ? authenticated.catch(countRefused) : authenticated)
  if (userId === undefined) await count(signedIn.actor.userId)
  const { actor } = signedIn
  request.caller = { user: actor.userId, organisation: actor.organisationId }
  return mayCall(call, actor) ? signedIn : forbid(server, call, request, actor, refusalOf(call, actor))
}

/**
 * Registers a call about live submissions and its variant for files of online validation. The handler is told the mode: a
 * submission of the other one is not found.
 */
export const routeBoth = <const C extends Call>(
  app: FastifyInstance,
  [live, ovt]: readonly [C, Omit<C, 'path' | 'permission'> & Call],
  handler: (context: RouteContext<C>, mode: SubmissionMode) => ReturnType<Handler<C>>,
): void => {
  route(app, live, context => handler(context, 'live'))
  // It differs in its path and permission alone.
  route(app, ovt as Call as C, context => handler(context, 'ovt'))
}

/**
 * Registers a call: who may, what may be sent and what is answered come from the call itself. A handler throws
 * ProblemError to refuse.
 */
export const route = <const C extends Call>(app: FastifyInstance, call: C, handler: Handler<C>): void => {
  const known = new WeakMap<FastifyRequest, SignedIn | undefined>()
  const response = call.response && compiledSchema(call.response)
  app.route({
    method: call.method,
    url: `${apiBase}${call.path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: {
      limit: call.permission === 'public' ? costOf(call) : 'handler',
      ...(call.takes ? { body: 'file' as const } : {}),
    },
    ...(call.permission === 'public'
      ? {}
      : {
          onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
            known.set(request, await authorise(app, call, request, reply))
          },
        }),
    handler: async (request, reply) => {
      const signedIn = known.get(request)
      checkPath(request.params)
      const context = {
        actor: signedIn?.actor,
        session: signedIn,
        params: request.params,
        query: parsePart('query', call.query, request.query),
        body: parsePart('body', call.body, request.body),
        mediaType: mediaTypeOf(call, request.headers.accept),
        forbid: (who: UserPrincipal, reason: Message) => forbid(app.bedel, call, request, who, reason),
        noteDownload: (who: UserPrincipal, of: RecordsOf) =>
          auditDownload(app.bedel.db, app.bedel.clock.now(), { actor: who, call: nameOf(call), of }),
        language: languageOf(request.headers['accept-language']),
        request,
        reply,
      }
      reply.header('cache-control', 'no-store')
      const answer = await handler(context as RouteContext<C>)
      if (reply.sent || answer === (reply as unknown)) return reply
      if (!response) return reply.code(call.status ?? 204).send()
      return reply.send(z.parse(response, answer))
    },
  })
}
