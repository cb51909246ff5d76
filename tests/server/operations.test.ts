import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../server/freePort.ts'
import { thisRelease } from '../../server/release.ts'
import { openDatabase } from './support/cluster.ts'
import { expectProblem, rawRequest, sendRaw, withoutHost } from './support/rawRequest.ts'
import { apiTokenFor, type ServerProcess, startServerProcess } from './support/serverProcess.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bedel-operations-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts the server as an operator does, to see it refuse. */
const refusedStart = async (environment: Record<string, string>) => {
  const { DEMO: _demo, DEMO_DATA: _data, ...inherited } = process.env
  const run = promisify(execFile)(process.execPath, ['server/main.ts'], {
    env: { ...inherited, DATA_DIR: folder, ...environment },
  })
  return (await run.catch((error: unknown) => error)) as { code?: number; stderr: string }
}

it('refuses to start in production with a demonstration beside a real issuer, and says why', async () => {
  const refused = await refusedStart({
    NODE_ENV: 'production',
    OIDC_ISSUER: 'https://id.example',
    DEMO: 'true',
    DEMO_DATA: 'true',
  })
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(/DEMO: must not be set in production beside OIDC_ISSUER/)
  expect(refused.stderr).toMatch(/DEMO_DATA: must not be set in production beside OIDC_ISSUER/)
  expect(refused.stderr).not.toMatch(/ at .*\.ts:\d+/)
})

it('says of a database without submissions that nothing was replayed, and fails where there have to be some', async () => {
  const database = await openDatabase(folder, pino({ level: 'silent' }))
  const replay = async (...options: string[]) => {
    const run = promisify(execFile)(process.execPath, ['scripts/conformance.ts', ...options], {
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: database.url },
    })
    return run.then(
      ended => ({ code: 0, ...ended }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
  }
  try {
    const said = 'Nothing was replayed: this database has no submissions.\n'
    expect(await replay()).toMatchObject({ code: 0, stderr: said })
    const failed = await replay('--json', '--not-empty')
    expect(failed).toMatchObject({ code: 1, stderr: said })
    expect(JSON.parse(failed.stdout.split('\n')[0] ?? '')).toEqual({
      submissions: 0,
      events: 0,
      deviations: 0,
    })
  } finally {
    await database.stop()
  }
})

describe('figures with an address of their own', () => {
  let server: ServerProcess
  let operations: string
  let database: Awaited<ReturnType<typeof openDatabase>>
  beforeAll(async () => {
    database = await openDatabase(folder, pino({ level: 'silent' }))
    const port = await freePort()
    operations = `http://127.0.0.1:${port}`
    server = startServerProcess(folder, await freePort(), {
      ROLE: 'api',
      DATABASE_URL: database.url,
      METRICS_PORT: String(port),
      REQUEST_TIMEOUT_SECONDS: '2',
    })
    await server.ready
  })
  afterAll(async () => {
    await server.stop()
    await database.stop()
  })

  const statusOf = async (address: string): Promise<number> => (await fetch(address)).status

  it('are served there with the description of the API, and nothing of the portal is', async () => {
    const figures = await (await fetch(`${operations}/metrics`)).text()
    expect(figures).toMatch(/^# TYPE http_request_seconds histogram$/m)
    expect(figures).toMatch(/^part_up\{part="database"\} 1$/m)
    expect(figures).toContain(`build_info{version="${thisRelease}"} 1\n`)
    const description = (await (await fetch(`${operations}/openapi.json`)).json()) as {
      servers: { url: string }[]
    }
    expect(description.servers).toEqual([{ url: `${server.url}/api` }])
    for (const path of ['/docs', '/assets-server/docs.js', '/docs/library/js/scalar.js'])
      expect([path, await statusOf(operations + path)]).toEqual([path, 200])
    for (const path of ['/', '/api/configuration', '/api/collections', '/oidc/auth', '/health/live'])
      expect([path, await statusOf(operations + path)]).toEqual([path, 404])
  })

  it('end a request there whose body does not arrive', async () => {
    const { hostname, port } = new URL(operations)
    const socket = connect(Number(port), hostname)
    const head = ['Host: operations', 'Content-Type: application/json', 'Content-Length: 5000']
    socket.write(['POST /metrics HTTP/1.1', ...head, '\r\n'].join('\r\n'))
    const trickle = setInterval(() => socket.write(' '), 100)
    try {
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /)
    } finally {
      clearInterval(trickle)
      socket.destroy()
    }
  })

  it('refuse there, by a problem document, a request that names no host or expects what nobody does', async () => {
    expectProblem(await sendRaw(operations, withoutHost('GET /metrics HTTP/1.1')), 400)
    expectProblem(await sendRaw(operations, rawRequest('GET /metrics HTTP/1.1', 'Expect: x')), 417)
  })

  it('are not served where the portal is', async () => {
    for (const path of ['/metrics', '/docs', '/openapi.json', '/docs/library/js/scalar.js'])
      expect([path, await statusOf(server.url + path)]).toEqual([path, 404])
    expect(await statusOf(`${server.url}/health/live`)).toBe(200)
    const ready = await (await fetch(`${server.url}/health/ready`)).json()
    expect(ready).toEqual({ status: 'ready', version: thisRelease })
  })

  it('leave the description of the API to those who may see the pages for suppliers, as a file', async () => {
    const configuration = (await (await fetch(`${server.url}/api/configuration`)).json()) as object
    expect(configuration).toMatchObject({ areDocsServed: false })
    const fetched = async (user?: string, encoding = 'identity') =>
      fetch(`${server.url}/api/suppliers/openapi`, {
        headers: {
          accept: 'application/vnd.oai.openapi+json',
          'accept-encoding': encoding,
          ...(user ? { authorization: `Bearer ${await apiTokenFor(server.url, user)}` } : {}),
        },
      })
    for (const encoding of ['identity', 'gzip']) {
      const file = await fetched('ashby-signoff', encoding)
      expect([file.status, file.headers.get('content-type')]).toEqual([
        200,
        'application/vnd.oai.openapi+json',
      ])
      expect(await file.json()).toMatchObject({
        openapi: '3.1.0',
        servers: [{ url: `${server.url}/api` }],
        paths: { '/validations': expect.anything() },
      })
    }
    const refused = ['ashby-submitter', 'bedel-admin'].map(async user => (await fetched(user)).status)
    expect(await Promise.all(refused)).toEqual([403, 403])
    expect((await fetched()).status).toBe(401)
  })

  it('are served nowhere in production without one, which the log says', async () => {
    const production = startServerProcess(join(folder, 'production'), await freePort(), {
      NODE_ENV: 'production',
      DEMO: 'true',
      DEMO_DATA: 'false',
      ROLE: 'api',
      DATABASE_URL: database.url,
      KEYS_DIR: join(folder, 'keys'),
      LOG_LEVEL: 'warn',
    })
    onTestFinished(() => production.stop())
    await production.ready
    for (const path of ['/metrics', '/docs', '/openapi.json', '/docs/library/js/scalar.js'])
      expect([path, await statusOf(production.url + path)]).toEqual([path, 404])
    expect(await statusOf(`${production.url}/health/live`)).toBe(200)
    await expect.poll(production.printed).toContain('set METRICS_PORT')
  })

  it('need a port that is free', async () => {
    const taken = new URL(operations).port
    const refused = await refusedStart({
      DATA_DIR: join(folder, 'another'),
      KEYS_DIR: join(folder, 'keys'),
      DATABASE_URL: database.url,
      PORT: String(await freePort()),
      METRICS_PORT: taken,
      ROLE: 'api',
      LOG_LEVEL: 'silent',
    })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`Another program listens at 127.0.0.1:${taken}.`)
    expect(refused.stderr).toContain('set METRICS_PORT to another port')
  })
})
