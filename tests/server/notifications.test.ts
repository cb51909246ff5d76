import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../server/freePort.ts'
import { thisRelease } from '../../server/release.ts'
import { openDatabase } from './support/cluster.ts'
import { type ServerProcess, startServerProcess } from './support/serverProcess.ts'
import { startSilentPooler } from './support/silentPooler.ts'

const reason =
  'Database notifications are not arriving. LISTEN_DATABASE_URL must point to PostgreSQL directly, not to a pooler.'

describe('a server whose pooler passes no notifications on', () => {
  let folder: string
  let database: Awaited<ReturnType<typeof openDatabase>>
  let pooler: Awaited<ReturnType<typeof startSilentPooler>>
  const processes: ServerProcess[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bedel-notifications-'))
    database = await openDatabase(folder, pino({ level: 'silent' }))
    pooler = await startSilentPooler(database.url)
  })
  afterAll(async () => {
    for (const { child } of processes) child.kill('SIGKILL')
    await Promise.all(processes.map(({ ended }) => ended))
    await pooler.stop()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const start = async (environment: Record<string, string>): Promise<ServerProcess> => {
    const started = startServerProcess(join(folder, 'data'), await freePort(), {
      KEYS_DIR: join(folder, 'keys'),
      DATABASE_URL: pooler.url,
      LOG_LEVEL: 'error',
      ...environment,
    })
    processes.push(started)
    return started
  }
  const readiness = async (url: string): Promise<[number, string]> => {
    const answer = await fetch(`${url}/health/ready`)
    return [answer.status, await answer.text()]
  }

  it('is not ready, says why to who asks and in its log, and has a figure for it', async () => {
    const server = await start({ ROLE: 'api' })
    await server.ready
    const [status, body] = await readiness(server.url)
    expect([status, JSON.parse(body).detail]).toEqual([503, reason])
    await expect.poll(server.printed).toContain(reason)
    const figures = await (await fetch(`${server.url}/metrics`)).text()
    expect(figures).toMatch(/^part_up\{part="notifications"\} 0$/m)
    expect(figures).toMatch(/^part_up\{part="database"\} 1$/m)
  })

  it('is ready where it has a direct address besides', { tags: ['exhaustive'] }, async () => {
    const server = await start({ ROLE: 'api', LISTEN_DATABASE_URL: database.url })
    await server.ready
    expect((await readiness(server.url))[0]).toBe(200)
  })

  it('says so of a worker, too', { tags: ['exhaustive'] }, async () => {
    const port = await freePort()
    const silent = await start({ ROLE: 'worker', METRICS_PORT: String(port) })
    const address = `http://127.0.0.1:${port}`
    await expect
      .poll(() => readiness(address).catch(() => undefined), { timeout: 60_000 })
      .toEqual([503, `${reason}\n`])
    silent.child.kill('SIGTERM')
    await silent.ended
    await start({ ROLE: 'worker', METRICS_PORT: String(port), LISTEN_DATABASE_URL: database.url })
    await expect
      .poll(() => readiness(address).catch(() => undefined), { timeout: 60_000 })
      .toEqual([200, `ready ${thisRelease}\n`])
  })
})
