import type { FastifyInstance, FastifyReply } from 'fastify'
import { problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import type { Report } from '../readiness.ts'
import { thisRelease } from '../release.ts'
import { sendProblem } from './problems.ts'

const answer = ({ faults, isEnding }: Report, reply: FastifyReply, status: string) => {
  const [first] = faults
  if (first) return sendProblem(reply, problem('unavailable', first.reason))
  if (isEnding) return sendProblem(reply, problem('unavailable', message('problems', 'ending')))
  return { status, version: thisRelease }
}

/** Whether the process lives, whether all that it needs is there, and whether it is to be sent visitors. */
export const health = (app: FastifyInstance): void => {
  const { readiness } = app.bedel
  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'live' }))

  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) =>
    answer(await readiness.check(), reply, 'ready'),
  )

  app.get('/health/serving', { logLevel: 'warn' }, async (_request, reply) =>
    answer(await readiness.checkServing(), reply, 'serving'),
  )
}
