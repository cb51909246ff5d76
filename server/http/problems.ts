import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { kindOfStatus, type Problem, ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { languageOf } from '../../src/messages/messages.ts'
import { inLanguage } from '../messages.ts'

/** Seconds after which a refused or unavailable call may be tried again. */
const retryAfter = 5

/**
 * Sends a problem document (RFC 9457): title and detail in the language that the request accepts, the reason as a value
 * beside them.
 */
export const sendProblem = (reply: FastifyReply, value: Problem): FastifyReply => {
  const language = languageOf(reply.request.headers['accept-language'])
  if (value.kind === 'unavailable') reply.header('retry-after', retryAfter)
  return reply
    .code(value.status || 500)
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .header('vary', 'accept-language')
    .type('application/problem+json')
    .send({
      type: `/problems/${value.kind}`,
      title: inLanguage(language, message('problems', `title.${value.kind}`)),
      status: value.status || 500,
      detail: inLanguage(language, value.reason),
      ...(typeof value.reason === 'string' ? {} : { reason: value.reason }),
      instance: reply.request.url.split('?')[0],
      ...(value.errors.length > 0
        ? {
            errors: value.errors.map(error => ({
              field: error.field,
              message: inLanguage(language, error.message),
            })),
          }
        : {}),
    })
}

/** SQLSTATE classes and system codes that say that the database is away, not that the request is wrong. */
const isDatabaseAway = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : ''
  return (
    /^(08|53|57)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    /timeout exceeded when trying to connect|Connection terminated|is not queryable/i.test(message)
  )
}

/** Faults of the framework's own parsing, as problems in our words. */
const ofFramework = (error: FastifyError): Problem | undefined => {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return problem('too-large', message('problems', 'bodyTooLarge'))
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

/** Anything thrown while a request was answered, as the problem that its sender may see. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof ProblemError) return error.problem
  if (isDatabaseAway(error)) return problem('unavailable', message('problems', 'databaseAway'))
  const { statusCode } = error as Partial<FastifyError>
  const known = ofFramework(error as FastifyError)
  if (known) return known
  if (error instanceof SyntaxError) {
    return problem('invalid', message('problems', 'notJson'), [
      { field: 'body', message: message('server', 'field.json') },
    ])
  }
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
    return sendProblem(reply, value)
  })
}
