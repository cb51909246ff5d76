import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../../src/domain/limits.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { toleranceLabel } from '../../../src/domain/toleranceLabel.ts'
import * as wire from '../../../src/domain/wire/validation.ts'
import { message } from '../../../src/messages/message.ts'
import { inLanguage } from '../../messages.ts'
import { reprDigest } from '../../storage/reprDigest.ts'
import type { Validation } from '../../validation/index.ts'
import { route } from '../route.ts'

/** A check of a file that makes no submission: the body is the file. */
export const validationRoutes = async (app: FastifyInstance, validation: Validation): Promise<void> => {
  await app.register(async files => {
    // Read by the check as it arrives, after it is known who sends it.
    files.addContentTypeParser('application/xml', (_request, payload, done) => done(null, payload))

    route(files, wire.validateFile, async ({ actor, query, language, request, reply }) => {
      if (!(request.body instanceof Readable))
        throw new ProblemError(problem('invalid', message('server', 'noFileSent')))
      const announced = Number(request.headers['content-length'] ?? 0)
      if (announced > limits.validateBytes) throw validation.tooLarge()
      const left = new AbortController()
      reply.raw.once('close', () => left.abort())
      const of = { reference: query.collectionReference, instId: actor.organisationId }
      const { rightToProcess, findings, rules, ...result } = await validation.validate(
        of,
        { content: request.body, announced, sha256: reprDigest(request.headers['repr-digest']) },
        left.signal,
      )
      return {
        ...result,
        findings: findings.map(({ parent: _, ids, ...finding }) => ({ ...finding, ids: [...ids] })),
        rules: rules && {
          run: rules.run,
          failing: rules.failing.map(rule => ({
            ...rule,
            conjoinedTolerances: inLanguage(language, toleranceLabel(rule.tolerance, rule.measuredIn)),
          })),
        },
        rightToProcess: rightToProcess.map(({ item, found, expected }) => ({
          item,
          found: inLanguage(language, found),
          expected: inLanguage(language, expected),
        })),
      }
    })
  })
}
