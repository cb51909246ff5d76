import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post, read, sendFile } from './calls.ts'

interface Asked {
  method: string | undefined
  headers: IncomingMessage['headers']
  body: Buffer
}

describe('a call of the load', () => {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    asked.push({ method: request.method, headers: request.headers, body: await buffer(request) })
    if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' })
    else if (request.url === '/refused') response.writeHead(403)
    else response.writeHead(request.url === '/store' ? 204 : 200)
    response.end(request.url === '/packed' ? gzipSync('{}') : request.url === '/store' ? '' : '{"token":"t"}')
  })
  let origin = ''
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('reads a page as a browser asks for it, packed', async () => {
    expect(await read(`${origin}/packed`, 'me')).toBe(200)
    expect(asked.at(-1)).toMatchObject({
      method: 'GET',
      headers: { authorization: 'Bearer me', 'accept-encoding': 'gzip, deflate' },
    })
  })

  it('posts JSON and gives what is answered, for a refusal its status alone', async () => {
    expect(await post(`${origin}/ask`, 'me', { instId: '0001' })).toEqual({
      status: 200,
      body: { token: 't' },
    })
    expect(asked.at(-1)?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(String(asked.at(-1)?.body))).toEqual({ instId: '0001' })
    expect(await post(`${origin}/refused`, 'me', {})).toEqual({ status: 403, body: undefined })
  })

  it('sends a file as the form that it was given, the file last', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bedel-calls-'))
    const path = join(folder, 'one.xml')
    const content = 'ä'.repeat(300_000)
    await writeFile(path, content)
    const bytes = Buffer.byteLength(content)
    expect(
      await sendFile(origin, { url: '/store', fields: { key: 'k', policy: 'p' } }, { path, bytes }),
    ).toBe(204)
    const { headers, body } = asked.at(-1) ?? { headers: {}, body: Buffer.alloc(0) }
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData()
    expect([...form.keys()]).toEqual(['key', 'policy', 'file'])
    expect([form.get('key'), form.get('policy')]).toEqual(['k', 'p'])
    const file = form.get('file') as File
    expect([file.name, await file.text()]).toEqual(['file.xml', content])
    expect(Number(headers['content-length'])).toBe(body.length)
    await rm(folder, { recursive: true })
  })
})
