import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stagesGivenUp } from '../../server/database/queries/stagesGivenUp.ts'
import { freePort } from '../../server/freePort.ts'
import { createMetrics } from '../../server/http/metrics.ts'
import { takeFigures } from '../../server/jobs/workerFigures.ts'
import { thisRelease } from '../../server/release.ts'
import { problemDocument } from '../../src/domain/wire/common.ts'
import { begin } from './support/beginning.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

const root = join(import.meta.dirname, '../..')

describe('a worker process with an address of its own', () => {
  let server: ProcessingServer
  let worker: ChildProcess
  let environment: Record<string, string>
  let address: string
  beforeAll(async () => {
    server = await startProcessingServer()
    const port = String(await freePort())
    address = `http://127.0.0.1:${port}`
    environment = { ROLE: 'worker', METRICS_PORT: port, PORT: '1' }
    // A file that was altered in the store is a fault of the system that trying again does not mend.
    const submission = await begin(server, 3)
    await server.storage.put(`0001/${submission}/file.xml`, Readable.from(['<altered/>']))
    worker = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        ...environment,
        NODE_ENV: 'test',
        DATABASE_URL: server.databaseUrl,
        DATA_DIR: server.dataDir,
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    takeFigures(worker, server.metrics.worker)
    await server.reaches(submission, 'PROVISIONING_ERROR')
  }, 240_000)
  afterAll(async () => {
    if (worker.exitCode === null && worker.signalCode === null) {
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    }
    await server.stop()
  })

  const get = async (url: string): Promise<[number, string]> => {
    const answer = await fetch(url)
    return [answer.status, await answer.text()]
  }
  const figuresAt = async (origin: string): Promise<string> => (await get(`${origin}/metrics`))[1]

  it('says that it lives and can work, and answers nothing else', async () => {
    expect(await get(`${address}/health/live`)).toEqual([200, 'live\n'])
    expect(await get(`${address}/health/ready`)).toEqual([200, `ready ${thisRelease}\n`])
    for (const path of ['/', '/docs', '/api/configuration']) {
      const answer = await fetch(address + path)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      expect(problemDocument.parse(await answer.json())).toMatchObject({ status: 404, instance: path })
    }
  })

  it('tells its own figures there, and to the server that has started it', async () => {
    for (const origin of [address, server.origin])
      await expect
        .poll(() => figuresAt(origin))
        .toMatch(/^stage_seconds_count\{stage="PROVISIONING",outcome="ERRORED"\} 1$/m)
    const own = await figuresAt(address)
    expect(own).toMatch(/^stage_wait_seconds_count\{stage="PROVISIONING"\} 1$/m)
    expect(own).toMatch(/^part_up\{part="database"\} 1$/m)
    expect(own).toMatch(/^jobs_failed_total\{queue="stage"\} 0$/m)
    expect(own).toMatch(/^process_resident_memory_bytes /m)
    expect(own).toContain(`build_info{version="${thisRelease}"} 1\n`)
    // Of the whole installation is what API processes tell: a worker's nought would count among them.
    expect(own).not.toMatch(/stage_queue_length|stages_given_up_total|audit_waiting/)
  })

  it('has the stage that was given up counted in the figures of every API process, also of one that starts afterwards', async () => {
    const figures = await figuresAt(server.origin)
    expect(figures).toMatch(/^# TYPE stages_given_up_total counter$/m)
    expect(figures).toMatch(/^stages_given_up_total\{stage="PROVISIONING"\} 1$/m)
    // The first one is seen as a growth only where there was a nought before it.
    expect(figures).toMatch(/^stages_given_up_total\{stage="SCHEMA_CHECK"\} 0$/m)
    const another = createMetrics()
    another.setGivenUp(await stagesGivenUp(server.db))
    another.setGivenUp(await stagesGivenUp(server.db))
    expect(await another.registry.metrics()).toMatch(/^stages_given_up_total\{stage="PROVISIONING"\} 1$/m)
  })

  it('is looked at so by the image, which finds one that has ended', async () => {
    const text = readFileSync(join(root, 'deploy/Containerfile'), 'utf8')
    const [program = '', ...rest] = JSON.parse(/^ {2}CMD (\[.*\])$/m.exec(text)?.[1] ?? '[]') as string[]
    expect(program).toBe('node')
    const check = () => spawnSync(process.execPath, rest, { env: { ...process.env, ...environment } }).status
    expect(check()).toBe(0)
    // An API process is asked at the portal's own port; this one is in the process of the test.
    const { port } = new URL(server.origin)
    const asked = spawn(process.execPath, rest, { env: { ...process.env, ROLE: 'api', PORT: port } })
    expect(await once(asked, 'exit')).toEqual([0, null])
    worker.kill('SIGTERM')
    await once(worker, 'exit')
    expect(worker.exitCode).toBe(0)
    expect(check()).toBe(1)
  })
})
