import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetrics } from '../../server/http/metrics.ts'
import { createWorkerAddress } from '../../server/workerAddress.ts'
import { problemDocument } from '../../src/domain/wire/common.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { expectProblem, openRaw, rawRequest as request, sendRaw, withoutHost } from './support/rawRequest.ts'

/** Requests that are no good, as bytes on the line: each is answered by a problem document, and costs little. */
let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ environment: { REQUEST_TIMEOUT_SECONDS: '1' } })
})
afterAll(() => server.stop())

const open = () => openRaw(server.origin)
const send = (text: string) => sendRaw(server.origin, text)

describe('what never becomes a request', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a method that there is none of', request('BREW /api/collections HTTP/1.1'), 400],
    ['a header without a name', request('GET /api/collections HTTP/1.1', ': x'), 400],
    ['two lengths', request('POST /api/collections HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2'), 400],
    ['headers of 100 kB', request('GET /api/collections HTTP/1.1', `X: ${'x'.repeat(100_000)}`), 431],
    ['a tunnel', request('CONNECT portal:443 HTTP/1.1'), 405],
    ['half an escape in the path', request('GET /api/collections/%4 HTTP/1.1'), 404],
    ['an escape that is no UTF-8', request('GET /api/collections/%ff HTTP/1.1'), 404],
    ['a segment of 400 characters', request(`GET /api/collections/${'a'.repeat(400)} HTTP/1.1`), 404],
    [
      'a live connection where there is none',
      request('GET /api/collections HTTP/1.1', 'Upgrade: websocket', 'Connection: upgrade'),
      404,
    ],
    [
      'a live connection without a key',
      'GET /api/live HTTP/1.1\r\nHost: portal\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n',
      400,
    ],
    ['no host', withoutHost('GET /api/collections HTTP/1.1'), 400],
    ['two hosts', request('GET /api/collections HTTP/1.1', 'Host: other'), 400],
    ['one host twice, in HTTP/1.0', request('GET /health/live HTTP/1.0', 'host: portal'), 400],
    ['no host at an address that there is none of', withoutHost('GET /nothing HTTP/1.1'), 400],
    [
      'a live connection without a host',
      'GET /api/live HTTP/1.1\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n',
      400,
    ],
    ['an expectation that nobody meets', request('GET /api/collections HTTP/1.1', 'Expect: x'), 417],
    ['the address of the live connection alone', request('GET /api/live HTTP/1.1'), 400],
    [
      'a form without a boundary',
      `${request('POST /api/store/upload HTTP/1.1', 'Content-Type: multipart/form-data', 'Content-Length: 5')}--b--`,
      400,
    ],
    [
      'a form of a sign-in that is longer than any',
      `${request('POST /oidc/interaction/x/login HTTP/1.1', 'Content-Length: 6000')}${'x'.repeat(6000)}`,
      413,
    ],
    ...['upload', 'part'].map((route): [string, string, number] => [
      `a form to ${route} that is cut`,
      `${request(
        `POST /api/store/${route} HTTP/1.1`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 51',
      )}--b\r\nContent-Disposition: form-data; name="key"\r\n\r\n`,
      400,
    ]),
  ])('is answered by a problem document: %s', async (_, text, status) => {
    expectProblem(await send(text), status)
  })

  it.each([
    ['no host', withoutHost('GET /health/live HTTP/1.1'), 400],
    ['two hosts', request('GET /health/live HTTP/1.1', 'Host: other'), 400],
    ['an expectation that nobody meets', request('GET /health/live HTTP/1.1', 'Expect: x'), 417],
  ])('is answered at the address of a worker by a problem document: %s', async (_, text, status) => {
    const address = createWorkerAddress({
      readiness: { check: async () => ({ faults: [], isEnding: false }) },
      metrics: createMetrics(),
      requestSeconds: 10,
    })
    address.listen(0, '127.0.0.1')
    await once(address, 'listening')
    const { port } = address.address() as AddressInfo
    expectProblem(await sendRaw(`http://127.0.0.1:${port}`, text), status)
    address.close()
  })

  it.each([
    ['no host', withoutHost('GET /api/collections HTTP/1.1')],
    ['an expectation', request('GET /api/collections HTTP/1.1', 'Expect: x')],
  ])('has the headers of every answer: %s', async (_, text) => {
    const { headers } = await send(text)
    expect(headers).toMatch(/^content-security-policy: default-src 'none'/im)
    expect(headers).toMatch(/^x-content-type-options: nosniff/im)
    expect(headers).toMatch(/^cache-control: no-store/im)
  })

  it('is a request as any other where it needs no host, or expects what everybody does', async () => {
    expect((await send('GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200)
    const asked = request('POST /api/token/exchange HTTP/1.1', 'Expect: 100-continue', 'Content-Length: 0')
    expect((await send(asked)).status).toBe(100)
  })

  it('is refused by the identity provider in its own words, NUL as well', async () => {
    const form = 'grant_type=refresh_token&client_id=%00&refresh_token=%00'
    const asked = request(
      'POST /oidc/token HTTP/1.1',
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${form.length}`,
    )
    const { status, body } = await send(`${asked}${form}`)
    expect([status, JSON.parse(body)]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })])
    const query = new URLSearchParams({
      client_id: 'bedel-portal',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'http://127.0.0.1/callback/signin',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      state: 'a\0b',
    })
    const begun = await send(request(`GET /oidc/auth?${query} HTTP/1.1`))
    expect([begun.status, begun.headers]).toEqual([
      303,
      expect.stringMatching(/location: \S*\/interaction\//i),
    ])
  })

  it('goes on in HTTP/1.1 with a client that offers another protocol', async () => {
    const offer = request('GET /health/live HTTP/1.1', 'Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings')
    expect((await send(offer)).status).toBe(200)
  })
})

// Each waits for the server's patience to end, so they wait together.
describe('what arrives slowly', { concurrent: true }, () => {
  it('ends where the headers are not there in time', async () => {
    expectProblem(await send('GET /health/live HTTP/1.1\r\nHost: portal\r\n'), 408)
  })

  it('ends where the body is not there in time, however it trickles', async () => {
    const { socket, answer } = open()
    const head = ['Content-Type: application/json', 'Content-Length: 5000']
    socket.write(request('POST /api/token/exchange HTTP/1.1', ...head))
    const trickle = setInterval(() => socket.write(' '), 50)
    const ended = await answer
    clearInterval(trickle)
    expectProblem(ended, 408)
  })

  it('ends where nobody reads the body, because the answer was given before', async () => {
    const { socket, answer } = open()
    socket.write('POST /api/nothing HTTP/1.1\r\nHost: portal\r\nContent-Length: 5000\r\n\r\n')
    expect((await answer).status).toBe(404)
  })

  it('ends an upload that keeps below the least speed', async () => {
    const { socket, answer } = open()
    const head = ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 100000']
    socket.write(request('POST /api/store/upload HTTP/1.1', ...head))
    const trickle = setInterval(() => socket.write('\r\n'), 50)
    const ended = await answer
    clearInterval(trickle)
    expectProblem(ended, 408)
  })

  it('lets an upload go on that is slow, but fast enough', async () => {
    const { socket, answer } = open()
    const head = ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 6003']
    socket.write(`${request('POST /api/store/upload HTTP/1.1', ...head)}--b`)
    // 2 kB a second for longer than a body of a call may take.
    let left = 60
    const pour = setInterval(() => {
      socket.write('\r\n'.repeat(50))
      left -= 1
      if (left === 0) clearInterval(pour)
    }, 50)
    const ended = await answer
    clearInterval(pour)
    expect(ended.status).not.toBe(408)
    expect(left).toBeLessThan(30)
  })
})

describe('what is sent in a request', () => {
  const post = async (path: string, body: string) => {
    const answer = await fetch(`${server.origin}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await server.tokenOf('ashby-signoff')}`,
      },
      body,
    })
    const text = await answer.text()
    return { status: answer.status, text, problem: problemDocument.parse(JSON.parse(text)) }
  }
  const keys = (count: number, name: (key: number) => string) =>
    `{${Array.from({ length: count }, (_, key) => `${JSON.stringify(name(key))}:1`).join(',')}}`

  /** Time of the processor that this process has used, in ms: another program's share of it is not the body's work. */
  const used = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }

  it('costs less where a body has 70,000 keys than reading as much JSON, and answers in 10 kB', async () => {
    const body = keys(70_000, key => `k${String(key).padStart(5, '0')}`)
    const token = await server.tokenOf('ashby-signoff')
    const times: number[] = []
    const readings: number[] = []
    for (let run = 0; run < 10; run += 1) {
      const before = used()
      JSON.parse(body)
      const began = used()
      readings.push(began - before)
      const answer = await fetch(`${server.origin}/api/files/uploadRequest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body,
      })
      const text = await answer.text()
      times.push(used() - began)
      expect([answer.status, text.length < 10_000]).toEqual([422, true])
    }
    // The least of ten each: what else the machine does is not the body's work. Sending and refusing are in the time as well.
    expect(Math.min(...times)).toBeLessThan(Math.min(...readings))
  })

  it('tells the first twenty faults of many, and how many more there are, in 10 kB', async () => {
    const { status, text, problem } = await post(
      '/files/uploadRequest',
      keys(900, key => `${'\u0001é'.repeat(60)}${key}`),
    )
    expect(status).toBe(422)
    expect(problem.errors).toHaveLength(20)
    // 900 keys that are no fields, and four fields that are missing.
    expect(problem.moreErrors).toBe(884)
    expect(problem.detail).toMatch(/; and 884 more\.$/)
    expect(Buffer.byteLength(text)).toBeLessThan(10_000)
  })

  const upload = (change: string) =>
    `{"submissionUuid":"11111111-1111-4111-8111-111111111111","fileName":"a.xml","collectionId":"c23056","instId":"0001"${change}}`

  it.each([
    ['a field that decides', ',"status":31', 'body.status'],
    ['another field that decides', ',"isLatest":true', 'body.isLatest'],
    ['the prototype', ',"__proto__":{"isLatest":true}', 'body'],
    ['the constructor', ',"constructor":{"prototype":{"isLatest":true}}', 'body'],
    ['a field twice', ',"instId":"0002"', 'body'],
    ['an array for a scalar', ',"fileSize":[1]', 'body.fileSize'],
    ['a number beyond all', ',"fileSize":1e309', 'body.fileSize'],
    ['a number that is not exact', ',"fileSize":9007199254740993', 'body.fileSize'],
    ['zero below zero', ',"fileSize":-0', 'body.fileSize'],
    ['a part of a byte', ',"fileSize":1.5', 'body.fileSize'],
    ['no number', ',"fileSize":NaN', 'body'],
    ['depth 10,000', `,"fileSize":${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'body'],
  ])('is refused by its field: %s', async (_, change, field) => {
    const { status, problem } = await post('/files/uploadRequest', upload(change))
    expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
    expect(({} as Record<string, unknown>).isLatest).toBeUndefined()
  })

  it.each([
    ['NUL in a text', '{"instId":"0001\\u0000"}', 'body.instId'],
    ['NUL in a key', '{"instId":"0001","\\u0000":1}', 'body'],
    ['half a character', '{"instId":"\\ud800"}', 'body.instId'],
  ])('is refused by its field: %s', async (_, body, field) => {
    const { status, problem } = await post('/token/live-ticket', body)
    expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
  })

  it.each([
    ['NUL in the path', '/submissions/%00', 404],
    ['NUL within the path', '/submissions/latest/c23056/0001%00', 404],
    ['NUL in the query', '/submissions?collectionId=c23056&instId=%00', 422],
    ['a name of the prototype in the query', '/collections?__proto__=1', 422],
    ['a query key twice', '/collections?limit=1&limit=2', 422],
    ['half an escape in the query', '/collections?limit=%zz', 422],
    ['an escape that is no UTF-8 in the query', '/collections?limit=%ff', 422],
  ])('is not found, or not valid: %s', async (_, path, status) => {
    const answer = await server.call('bedel-staff', 'GET', path)
    expect([answer.status, problemDocument.parse(answer.body).status]).toEqual([status, status])
  })
})
