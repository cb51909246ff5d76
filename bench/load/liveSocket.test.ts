import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLiveSocket } from './liveSocket.ts'
import { occurredAt } from './sockets.ts'

/** A server's frame (RFC 6455, 5.2): not masked, its length in 7, 16 or 64 bits. */
const frame = (opcode: number, content: string): Buffer => {
  const { length } = content
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head.writeUInt8(0x80 | opcode, 0)
  head.writeUInt8(length < 126 ? length : length < 65_536 ? 126 : 127, 1)
  if (head.length === 4) head.writeUInt16BE(length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, Buffer.from(content)])
}
const text = (content: string): Buffer => frame(1, content)

describe('a live socket of the load', () => {
  const server = createServer((_, response) => response.writeHead(401).end())
  const heard: Buffer[] = []
  let client: Duplex | undefined
  server.on('upgrade', (request, socket: Duplex) => {
    if (request.url === '/refused') {
      socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n')
      return
    }
    client = socket
    socket.on('data', (bytes: Buffer) => heard.push(bytes))
    // The first message comes with the answer.
    socket.write(
      Buffer.concat([
        Buffer.from('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
        text('hello'),
      ]),
    )
  })
  let address = ''
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('hands on each message whole, however its bytes arrive, answers pings and ends with its server', async () => {
    const messages: string[] = []
    const socket = await openLiveSocket(`${address}/live`, message => messages.push(String(message)))
    await expect.poll(() => messages).toEqual(['hello'])
    const told = ['a'.repeat(125), 'b'.repeat(126), 'c'.repeat(70_000), '']
    const bytes = Buffer.concat([
      ...told.slice(0, 2).map(text),
      frame(9, 'still there?'),
      ...told.slice(2).map(text),
    ])
    for (let at = 0; at < bytes.length; at += at < 600 ? 1 : 30_000)
      client?.write(bytes.subarray(at, at + (at < 600 ? 1 : 30_000)))
    await expect.poll(() => messages.slice(1)).toEqual(told)
    // A pong, masked by nothing, with what the ping said.
    const pong = Buffer.concat([Buffer.from([0x8a, 0x80 | 12, 0, 0, 0, 0]), Buffer.from('still there?')])
    await expect.poll(() => Buffer.concat(heard)).toEqual(pong)
    expect(socket.isOpen()).toBe(true)
    client?.end()
    await expect.poll(socket.isOpen).toBe(false)
  })

  it('is none where the server refuses it', async () => {
    await expect(openLiveSocket(`${address}/refused`, () => undefined)).rejects.toThrow('refused with 401')
  })
})

it('when a message happened is found without reading the rest', () => {
  const message = { type: 'PROGRESS', occurredAt: '2026-11-27T12:00:00.125Z', sequence: 4 }
  expect(occurredAt(Buffer.from(JSON.stringify(message)))).toBe(Date.UTC(2026, 10, 27, 12, 0, 0, 125))
  expect(occurredAt(Buffer.from('{"type":"HELLO"}'))).toBeUndefined()
})
