import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkerMetrics } from './http/metrics.ts'
import { createWorkerAddress } from './workerAddress.ts'

describe('the address of a worker', () => {
  const report = { faults: [], isEnding: false }
  const address = createWorkerAddress({
    readiness: { check: async () => report },
    metrics: createWorkerMetrics(),
    requestSeconds: 1,
  })
  beforeAll(async () => {
    await once(address.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => {
    address.closeAllConnections()
    address.close()
  })

  it.each([
    ['headers', 'GET /health/live HTTP/1.1\r\nHost: worker\r\nX-Slow: ', 408],
    ['a body', 'POST /health/live HTTP/1.1\r\nHost: worker\r\nContent-Length: 100000\r\n\r\n', 404],
  ])(
    'ends a connection whose request arrives too slowly: %s',
    { timeout: 20_000 },
    async (_, sent, status) => {
      const socket = connect((address.address() as AddressInfo).port, '127.0.0.1')
      let said = ''
      socket.setEncoding('utf8').on('data', text => {
        said += text
      })
      socket.on('error', () => undefined).write(sent)
      const sending = setInterval(() => socket.write('x'), 100)
      await once(socket, 'close')
      clearInterval(sending)
      expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(said).toContain('application/problem+json')
    },
  )
})
