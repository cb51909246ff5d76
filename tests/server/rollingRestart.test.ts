import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../server/freePort.ts'
import { generateSample } from '../../src/sample/index.ts'
import { openDatabase } from './support/cluster.ts'
import { startProxy } from './support/proxy.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'
import { apiTokenFor, type ServerProcess, startServerProcess } from './support/serverProcess.ts'

/** Seconds between the end of readiness and the end of serving. */
const drainSeconds = 1

it('restarts process by process under load without a failed request', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bedel-rolling-'))
  const database = await openDatabase(dataDir, pino({ level: 'silent' }))
  const ports = [await freePort(), await freePort()]
  const proxy = await startProxy(ports)
  const start = (port: number): ServerProcess =>
    startServerProcess(dataDir, port, {
      ROLE: 'api',
      DATABASE_URL: database.url,
      PUBLIC_URL: proxy.url,
      DRAIN_SECONDS: String(drainSeconds),
    })
  const processes = new Map(ports.map(port => [port, start(port)]))
  onTestFinished(async () => {
    proxy.stop()
    for (const { child } of processes.values()) child.kill('SIGKILL')
    await Promise.all([...processes.values()].map(({ ended }) => ended))
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await Promise.all([...processes.values()].map(({ ready }) => ready))
  await expect.poll(() => proxy.ready.size, { timeout: 60_000 }).toBe(2)

  const token = await apiTokenFor(proxy.url, 'ashby-submitter')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const file = Buffer.concat([
    ...generateSample({ provider: '0001', students: 2, faults: 'none', collection: '23056' }),
  ])
  const failed: string[] = []
  let answered = 0
  let isStopped = false
  const note = async (what: string, answer: Promise<Response>): Promise<Response | undefined> => {
    try {
      const given = await answer
      const text = await given.clone().text()
      if (given.status >= 400) failed.push(`${what}: ${given.status} ${text}`)
      else answered += 1
      return given
    } catch (error) {
      failed.push(`${what}: ${error}`)
      return undefined
    }
  }
  const readers = Array.from({ length: 4 }, async () => {
    while (!isStopped) {
      await note('read', fetch(`${proxy.url}/api/collections/23056`, { headers }))
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  })
  const writer = async (): Promise<void> => {
    while (!isStopped) {
      const submissionUuid = randomUUID()
      const body = JSON.stringify({
        submissionUuid,
        fileName: 'a.xml',
        collectionId: 'c23056',
        instId: '0001',
      })
      const url = `${proxy.url}/api/files/uploadRequest`
      const asked = await note('upload request', fetch(url, { method: 'POST', headers, body }))
      if (!asked?.ok) continue
      await note('upload', sendForm(proxy.url, (await asked.json()) as SignedPost, file))
      await new Promise(resolve => setTimeout(resolve, 2500))
    }
  }
  const writing = writer()

  for (const port of ports) {
    const before = answered
    const old = processes.get(port)
    await old?.stop()
    expect(old?.child.exitCode, old?.printed()).toBe(0)
    const next = start(port)
    processes.set(port, next)
    await next.ready
    await expect.poll(() => proxy.ready.has(port), { timeout: 60_000 }).toBe(true)
    await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(before + 20)
  }
  isStopped = true
  await Promise.all([...readers, writing])
  expect(failed).toEqual([])
})
