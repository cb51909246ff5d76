import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type FieldProblem,
  kindOfStatus,
  type Problem,
  ProblemError,
  problem,
} from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { type Language, languageOf } from '../../src/messages/messages.ts'
import { isDatabaseAway, isDatabaseReadOnly, isGivenUp } from '../database/away.ts'
import { inLanguage } from '../messages.ts'
import { inOneSentence } from './fieldMessages.ts'
import { logRefusal } from './refusalLog.ts'

/** Seconds after which a refused or unavailable call may be tried again. */
const retryAfter = 5

/** Of a long list of faults the first are told, and how many more there are: an answer costs no more than its request. */
const mostErrors = 20
const longestText = 40

const short = (text: string, longest = longestText): string =>
  (text.length > longest ? `${text.slice(0, longest)}…` : text).replace(/\p{Cc}/gu, '�')

/** Path of a request for a person to read: without its query, and no longer than a line or two. */
export const shownPath = (url: string): string => short(url.split('?')[0] ?? '', 200)

/** What was sent is not valid: which fields, and what is wrong with them. */
export const invalidFields = (faults: readonly FieldProblem[]): Problem => {
  const errors = faults.map(fault => ({ ...fault, field: short(fault.field) }))
  const more = Math.max(0, errors.length - mostErrors)
  return problem('invalid', inOneSentence(errors.slice(0, mostErrors), more), errors)
}

/** The refusal of one field alone. */
export const invalidField = (field: string, fault: FieldProblem['message']): ProblemError =>
  new ProblemError(invalidFields([{ field, message: fault }]))

const errorsOf = ({ errors }: Problem, language: Language) => {
  if (errors.length === 0) return {}
  const listed = errors
    .slice(0, mostErrors)
    .map(({ field, message: fault }) => ({ field: short(field), message: inLanguage(language, fault) }))
  return { errors: listed, ...(errors.length > mostErrors ? { moreErrors: errors.length - mostErrors } : {}) }
}

const mediaType = 'application/problem+json'

/**
 * A problem document (RFC 9457): title and detail in a language, the reason as a value beside them. `url` is the address
 * of the request, where it is known.
 */
const documentOf = (value: Problem, language: Language, url: string | undefined) => ({
  type: `/problems/${value.kind}`,
  title: inLanguage(language, message('problems', `title.${value.kind}`)),
  status: value.status || 500,
  detail: inLanguage(language, value.reason),
  ...(typeof value.reason === 'string' ? {} : { reason: value.reason }),
  ...(url === undefined ? {} : { instance: shownPath(url) }),
  ...errorsOf(value, language),
  ...(value.faults && {
    faults: value.faults.map(fault => ({ ...fault, message: inLanguage(language, fault.message) })),
  }),
})

/** Sends a problem document in the language that the request accepts. */
export const sendProblem = (reply: FastifyReply, value: Problem): FastifyReply => {
  const language = languageOf(reply.request.headers['accept-language'])
  if (['unavailable', 'too-many-requests'].includes(value.kind) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', retryAfter)
  return reply
    .code(value.status || 500)
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .header('vary', 'accept-language')
    .type(mediaType)
    .send(documentOf(value, language, reply.request.url))
}

/**
 * Answers a connection whose request never became one, or does not arrive: a problem document in English, then the
 * connection ends.
 */
export const endWithProblem = (socket: Duplex, value: Problem): void => {
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify(documentOf(value, 'en', undefined))
  const head = [
    `HTTP/1.1 ${value.status} ${STATUS_CODES[value.status]}`,
    `Content-Type: ${mediaType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Content-Language: en',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** The same for a server without the framework, in English. */
export const endResponse = (response: ServerResponse, value: Problem, url: string | undefined): void => {
  const body = JSON.stringify(documentOf(value, 'en', url))
  response.writeHead(value.status, {
    'content-type': mediaType,
    'content-length': Buffer.byteLength(body),
    'content-language': 'en',
    'cache-control': 'no-store',
  })
  response.end(body)
}

/** Faults of the framework's own parsing, as problems in our words. */
const ofFramework = (error: FastifyError): Problem | undefined => {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return problem('too-large', message('server', 'bodyTooLarge'))
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return problem('invalid', message('problems', 'notJson'), [
        { field: 'body', message: message('server', 'field.json') },
      ])
    default:
      return undefined
  }
}

/** What the parser of forms says of one that is cut, or is none: its errors have no class and no code. */
const ofBrokenForm =
  /^(?:Multipart: Boundary not found|Unsupported Content-Type\.)$|nexpected end of multipart data$/

/** Anything thrown while a request was answered, as the problem that its sender may see. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof ProblemError) return error.problem
  if (isDatabaseReadOnly(error)) return problem('unavailable', message('server', 'databaseTakesNothing'))
  if (isDatabaseAway(error)) return problem('unavailable', message('server', 'databaseAway'))
  if (isGivenUp(error)) return problem('unavailable', message('server', 'changedTogether'))
  const { statusCode } = error as Partial<FastifyError>
  const known = ofFramework(error as FastifyError)
  if (known) return known
  if (error instanceof SyntaxError) {
    return problem('invalid', message('problems', 'notJson'), [
      { field: 'body', message: message('server', 'field.json') },
    ])
  }
  if (error instanceof Error && ofBrokenForm.test(error.message))
    return problem('malformed', message('problems', 'brokenForm'))
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return problem(kindOfStatus(statusCode), message('problems', `title.${kindOfStatus(statusCode)}`))
  }
  return problem('internal', message('problems', 'recorded'))
}

/** Every error leaves as a problem document; what is not expected is logged with all it carries. */
export const problems = (app: FastifyInstance): void => {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const value = problemOf(error)
    if (value.status >= 500) request.log.error({ err: error }, 'a request failed')
    logRefusal(request, error, value)
    return sendProblem(reply, value)
  })
}
