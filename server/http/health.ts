import type { FastifyInstance } from 'fastify'
import { problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { sendProblem } from './problems.ts'

/** Whether the process lives, and whether it can serve. */
export const health = (app: FastifyInstance): void => {
  const { readiness } = app.bedel
  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'live' }))

  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const { faults, isEnding } = await readiness.check()
    const [first] = faults
    if (first) return sendProblem(reply, problem('unavailable', first.reason))
    if (isEnding) return sendProblem(reply, problem('unavailable', message('problems', 'ending')))
    return { status: 'ready' }
  })
}
