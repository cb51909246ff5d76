import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../server/freePort.ts'
import { statuses } from '../../src/domain/status.ts'
import { liveFrame } from '../../src/domain/wire/live.ts'
import { generateSample } from '../../src/sample/index.ts'
import { openDatabase } from './support/cluster.ts'
import { startProxy } from './support/proxy.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'
import {
  apiTokenFor,
  descendantsOf,
  endProcess,
  isRunning,
  killNow,
  type ServerProcess,
  spawnWorker,
  startServerProcess,
} from './support/serverProcess.ts'

/** Seconds between the end of readiness and the end of serving. */
const drainSeconds = 1
/** Close code of a server that ends (RFC 6455 §7.4.1): whoever listens connects again. */
const goingAway = 1001
const provider = '0001'
/** A machine that does much else gives a worker little of it: whoever waits for a page goes first. */
const timeout = 240_000

/** Calls of one person, of whom every failure is noted. */
const createCaller = (origin: string, token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const failed: string[] = []
  let answered = 0
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
  return {
    origin,
    failed,
    answered: () => answered,
    get: (path: string) => note(path, fetch(`${origin}/api${path}`, { headers })),
    post: (path: string, body: unknown) =>
      note(path, fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })),
    send: (form: SignedPost, file: Uint8Array) => note('upload', sendForm(origin, form, file)),
  }
}
type Caller = ReturnType<typeof createCaller>

/**
 * A page that listens: it knows the status of each submission from live messages, and asks for it only where messages were
 * sent while it had no connection.
 */
const startListener = (caller: Caller) => {
  const known = new Map<string, { code: string; version: number }>()
  let connections = 0
  let last = 0
  let open: WebSocket | undefined
  let isStopped = false

  const learn = (id: string, code: string, version: number): void => {
    if (version > (known.get(id)?.version ?? -1)) known.set(id, { code, version })
  }
  const askAnew = async (): Promise<void> => {
    for (const id of [...known.keys()]) {
      const answer = await caller.get(`/submissions/${id}`)
      if (!answer?.ok) continue
      const seen = (await answer.json()) as { status: { code: string }; version: number }
      learn(id, seen.status.code, seen.version)
    }
  }
  const hear = (data: unknown): void => {
    const frame = liveFrame.parse(JSON.parse(String(data)))
    if (frame.type === 'HELLO') {
      connections += 1
      if (frame.sequence > last) void askAnew()
    } else if (frame.sequence !== last + 1) {
      caller.failed.push(`message ${frame.sequence} came after ${last}`)
    }
    last = frame.sequence
    if (frame.type === 'FILE_EVENT') learn(frame.submissionId, frame.status.code, frame.version)
  }
  const run = async (): Promise<void> => {
    while (!isStopped) {
      const ticket = await caller.post('/token/live-ticket', { instId: provider })
      if (!ticket?.ok) continue
      const { token } = (await ticket.json()) as { token: string }
      const socket = new WebSocket(
        `${caller.origin.replace('http', 'ws')}/api/live?instId=${provider}&token=${token}`,
      )
      open = socket
      socket.onmessage = ({ data }) => hear(data)
      const code = await new Promise<number>(resolve => {
        socket.onclose = closed => resolve(closed.code)
      })
      if (!isStopped && code !== goingAway) caller.failed.push(`the live connection was closed with ${code}`)
    }
  }
  const running = run()
  return {
    /** From now on this submission is on the page. */
    show: (id: string): void => learn(id, 'UNKNOWN', 0),
    codeOf: (id: string): string | undefined => known.get(id)?.code,
    connections: () => connections,
    stop: async (): Promise<void> => {
      isStopped = true
      open?.close()
      await running
    },
  }
}

it('restarts API processes and the worker under load without a failed request', {
  tags: ['exhaustive'],
  timeout: 600_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bedel-rolling-'))
  const database = await openDatabase(dataDir, pino({ level: 'silent' }))
  const ports = [await freePort(), await freePort()]
  const proxy = await startProxy(ports)
  const environment = { DATABASE_URL: database.url, PUBLIC_URL: proxy.url }
  const start = (port: number): ServerProcess =>
    startServerProcess(dataDir, port, { ...environment, ROLE: 'api', DRAIN_SECONDS: String(drainSeconds) })
  const startWorker = () => spawnWorker(dataDir, { ...environment, LOG_LEVEL: 'silent' })
  const processes = new Map(ports.map(port => [port, start(port)]))
  let worker: ReturnType<typeof startWorker> | undefined
  onTestFinished(async () => {
    proxy.stop()
    const children = [...processes.values()].map(({ child }) => child)
    await Promise.all([...children, ...(worker ? [worker] : [])].map(child => endProcess(child, 'SIGKILL')))
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await Promise.all([...processes.values()].map(({ ready }) => ready))
  await expect.poll(() => proxy.ready.size, { timeout }).toBe(2)
  worker = startWorker()

  const caller = createCaller(proxy.url, await apiTokenFor(proxy.url, 'ashby-submitter'))
  const listener = startListener(caller)
  let isStopped = false
  const readers = Array.from({ length: 4 }, async () => {
    while (!isStopped) {
      await caller.get('/collections/23056')
      await setTimeout(20)
    }
  })
  const file = Buffer.concat([
    ...generateSample({ provider, students: 2, faults: 'none', collection: '23056' }),
  ])
  let current = ''
  let processed = 0
  const isBusy = (code = ''): boolean =>
    statuses.some(status => status.code === code && status.tags.includes('busy'))
  /** Uploads a file, hears that it was processed, uploads the next one. */
  const write = async (): Promise<void> => {
    while (!isStopped) {
      const id = randomUUID()
      current = id
      const form = await caller.post('/files/uploadRequest', {
        submissionUuid: id,
        fileName: 'a.xml',
        collectionId: 'c23056',
        instId: provider,
      })
      if (!form?.ok) return
      listener.show(id)
      await caller.send((await form.json()) as SignedPost, file)
      await expect.poll(() => listener.codeOf(id), { timeout }).toBe('QUALITY_PROCESSING_COMPLETE')
      processed += 1
    }
  }
  const writing = write()
  // What went wrong is told at the end, or by whoever waits for the next file.
  writing.catch(() => undefined)

  for (const port of ports) {
    const before = caller.answered()
    const old = processes.get(port)
    await old?.stop()
    expect(old?.child.exitCode, old?.printed()).toBe(0)
    const next = start(port)
    processes.set(port, next)
    await next.ready
    await expect.poll(() => proxy.ready.has(port), { timeout }).toBe(true)
    await expect.poll(() => caller.answered(), { timeout }).toBeGreaterThan(before + 20)
  }
  // In the middle of a file: what it has in hand is finished, or taken by the next one.
  await expect.poll(() => isBusy(listener.codeOf(current)), { timeout }).toBe(true)
  await endProcess(worker, 'SIGTERM')
  expect(worker.exitCode).toBe(0)
  const before = processed
  worker = startWorker()
  await expect.poll(() => processed, { timeout }).toBeGreaterThan(before + 1)
  isStopped = true
  await Promise.all([...readers, writing])
  // Each server that ended has ended the connection that it had.
  expect(listener.connections()).toBeGreaterThan(1)
  await listener.stop()
  expect(caller.failed).toEqual([])
})

it('a server with a worker beside it is not ready first, before anything of it ends', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bedel-ending-'))
  const database = await openDatabase(dataDir, pino({ level: 'silent' }))
  const metricsPort = await freePort()
  const server = startServerProcess(dataDir, await freePort(), {
    DATABASE_URL: database.url,
    ROLE: 'all',
    METRICS_PORT: String(metricsPort),
    DRAIN_SECONDS: String(drainSeconds),
  })
  onTestFinished(async () => {
    await endProcess(server.child, 'SIGKILL')
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await server.ready
  const statusOf = async (url: string): Promise<number> => (await fetch(url)).status
  const serving = () => statusOf(`${server.url}/health/serving`)
  expect(await serving()).toBe(200)
  const [worker = 0] = descendantsOf(server.child.pid ?? 0)
  // A worker that takes long to end, as with much in hand.
  killNow(worker, 'SIGSTOP')
  killNow(server.child.pid ?? 0, 'SIGTERM')
  await expect.poll(serving, { timeout: 30_000 }).toBe(503)
  expect(isRunning(worker)).toBe(true)
  expect(await statusOf(`${server.url}/health/live`)).toBe(200)
  expect(await statusOf(`http://127.0.0.1:${metricsPort}/metrics`)).toBe(200)
  killNow(worker, 'SIGCONT')
  expect(await server.ended).toBe(0)
})
