import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProxy } from './support/proxy.ts'

/** A process that breaks off every request with a body after its first piece, as one that is killed does. */
const mortal = createServer((incoming, outgoing) => {
  if (incoming.method === 'GET') outgoing.end()
  else incoming.once('data', () => incoming.socket.destroy())
})
let proxy: Awaited<ReturnType<typeof startProxy>>

beforeAll(async () => {
  await once(mortal.listen(0, '127.0.0.1'), 'listening')
  const { port } = mortal.address() as AddressInfo
  proxy = await startProxy([port])
})
afterAll(() => {
  proxy.stop()
  mortal.close()
})

it('answers what comes on a connection after a request whose process died', async () => {
  // More than the buffers of a connection take: what nobody reads would stand before the next request.
  await expect.poll(() => proxy.ready.size).toBe(1)
  const body = new Uint8Array(3_000_000)
  const ask = async (init: RequestInit): Promise<number | undefined> =>
    // A connection may also be closed with the answer.
    (
      await fetch(proxy.url, { ...init, signal: AbortSignal.timeout(20_000) }).catch(error => {
        if (error.name === 'TimeoutError') throw error
      })
    )?.status
  for (let round = 0; round < 5; round += 1) {
    expect([502, undefined]).toContain(await ask({ method: 'POST', body }))
    expect(await ask({ method: 'GET' })).toBe(200)
  }
})
