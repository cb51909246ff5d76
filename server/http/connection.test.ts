import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectionOptions, watchConnections } from './connection.ts'

/** What a body of a call may take, in seconds; of a file it may stop for longer. */
const patience = 10
const half = 1024 ** 2

/** Time stands still but for the test: for the looks at what arrives, not for the sockets. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (seconds: number): void => {
  vi.advanceTimersByTime(seconds * 1000)
}

/** A server that takes a file and a call, and a sender of either that stops in the middle. */
const stoppedAt = async (path: '/file' | '/call') => {
  const app: FastifyInstance = Fastify(connectionOptions(patience))
  let received = 0
  const take = async ({ body }: { body: unknown }) => {
    for await (const piece of body as Readable) received += (piece as Buffer).length
    return { received }
  }
  watchConnections(app, patience)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.post('/file', { config: { body: 'file' } }, take)
  app.post('/call', take)
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  const { promise: answer, resolve } = Promise.withResolvers<number>()
  socket.on('data', data => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1])))
  const head = [`POST ${path} HTTP/1.1`, 'Host: portal', 'Content-Type: application/octet-stream']
  socket.write(`${[...head, `Content-Length: ${2 * half}`].join('\r\n')}\r\n\r\n`)
  socket.write(Buffer.alloc(half))
  await expect.poll(() => received).toBe(half)
  return {
    answer,
    goOn: () => socket.write(Buffer.alloc(half)),
    end: async () => {
      socket.destroy()
      await app.close()
    },
  }
}

describe('headers', () => {
  // The least and the most that REQUEST_TIMEOUT_SECONDS may say.
  it.each([1, 600])('may take %d seconds, and a request as long as it needs', async seconds => {
    const app = Fastify(connectionOptions(seconds))
    expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([seconds * 1000, 0])
    await app.close()
  })
})

describe('a body that stops on its way', () => {
  it.each([5, 60, 110])('is waited for where it is a file, for %d seconds', async seconds => {
    const { answer, goOn, end } = await stoppedAt('/file')
    pass(seconds)
    goOn()
    expect(await answer).toBe(200)
    await end()
  })

  it('is not waited for without end', async () => {
    const { answer, end } = await stoppedAt('/file')
    pass(121)
    expect(await answer).toBe(408)
    await end()
  })

  it('is waited for by a call as long as its body may take', async () => {
    const { answer, end } = await stoppedAt('/call')
    pass(patience + 1)
    expect(await answer).toBe(408)
    await end()
  })
})
