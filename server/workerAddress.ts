import { createServer, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { problem } from '../src/domain/problem.ts'
import { message } from '../src/messages/message.ts'
import { connectionOptions, refusalOfHeaders, takeExpectations } from './http/connection.ts'
import { setParts } from './http/figures.ts'
import type { Metrics } from './http/metrics.ts'
import { endResponse, shownPath } from './http/problems.ts'
import { inEnglish } from './messages.ts'
import type { Readiness } from './readiness.ts'
import { thisRelease } from './release.ts'

/**
 * The address of a worker (`METRICS_HOST`, `METRICS_PORT`), which has no portal: whether it lives, whether it can work, and
 * its figures. Node's own server, since a worker loads nothing else that serves.
 */
export const createWorkerAddress = (options: {
  readiness: Pick<Readiness, 'check'>
  metrics: { registry: Registry; up: Metrics['up'] }
  /** A request has to be there within so many seconds. */
  requestSeconds: number
}) => {
  const { readiness, metrics, requestSeconds } = options
  const { http, clientErrorHandler } = connectionOptions(requestSeconds)

  const answers: Record<string, (response: ServerResponse) => Promise<void>> = {
    // A worker whose loop stands still does not answer.
    '/health/live': async response => {
      response.end('live\n')
    },
    '/health/ready': async response => {
      const { faults, isEnding } = await readiness.check()
      const isReady = faults.length === 0 && !isEnding
      response.statusCode = isReady ? 200 : 503
      const [first] = faults
      response.end(`${isReady ? `ready ${thisRelease}` : first ? inEnglish(first.reason) : 'ending'}\n`)
    },
    '/metrics': async response => {
      setParts(metrics.up, await readiness.check())
      response.setHeader('content-type', metrics.registry.contentType)
      response.end(await metrics.registry.metrics())
    },
  }

  // Nothing that is asked here has a body of any length.
  const limits = { ...http, requestTimeout: requestSeconds * 1000 }
  const server = createServer(limits, (request, response) => {
    const refusal = refusalOfHeaders(request)
    if (refusal) return endResponse(response, refusal, request.url)
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    const answer = request.method === 'GET' ? answers[request.url ?? ''] : undefined
    if (!answer) {
      const path = shownPath(request.url ?? '')
      endResponse(response, problem('not-found', message('server', 'nothingThere', { path })), request.url)
      return
    }
    answer(response).catch(() => response.destroy())
  }).on('clientError', clientErrorHandler)
  takeExpectations(server)
  return server
}
