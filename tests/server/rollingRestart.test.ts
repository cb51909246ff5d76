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
import { type PartGrant, sha256 } from './support/partUpload.ts'
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
/** A larger file comes in parts of this size. */
const atOnceBytes = 200_000
/** A machine that does much else gives a worker little of it: whoever waits for a page goes first. */
const timeout = 240_000

/** Calls of one person, of whom every failure is noted. */
const createCaller = (origin: string, token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const failed: string[] = []
  const answered = new Map<string, number>()
  const note = async (what: string, answer: Promise<Response>): Promise<Response | undefined> => {
    try {
      const given = await answer
      const text = await given.clone().text()
      if (given.status >= 400) failed.push(`${what}: ${given.status} ${text}`)
      else answered.set(what, (answered.get(what) ?? 0) + 1)
      return given
    } catch (error) {
      failed.push(`${what}: ${error}`)
      return undefined
    }
  }
  const get = (path: string, { what = path, accept = 'application/json' } = {}) =>
    note(what, fetch(`${origin}/api${path}`, { headers: { ...headers, accept } }))
  const post = (path: string, body: unknown) =>
    note(path, fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
  return {
    origin,
    failed,
    /** How many calls of a kind were answered. */
    answered: (what: string): number => answered.get(what) ?? 0,
    get,
    post,
    send: (form: SignedPost, file: Uint8Array) => note('upload', sendForm(origin, form, file)),
    /** The stored file of a submission, by an address of the store. */
    download: async (key: string): Promise<Uint8Array | undefined> => {
      const address = await post('/files/downloadRequest', { key })
      if (!address?.ok) return undefined
      const { data } = (await address.json()) as { data: string }
      const given = await note('download', fetch(new URL(data, origin)))
      return given?.ok ? new Uint8Array(await given.arrayBuffer()) : undefined
    },
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
    } else if (frame.sequence !== last + 1 && !(frame.type === 'EMPTY' && frame.sequence === last)) {
      // A heartbeat repeats the last number every 30 s.
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

const sample = (instId: string, students: number, faults: 'none' | 'rules'): Uint8Array =>
  Buffer.concat([...generateSample({ provider: instId, students, faults, collection: '23056' })])

const fileName = 'a.xml'
const uploadOf = (instId: string, id: string) => ({
  submissionUuid: id,
  fileName,
  collectionId: 'c23056',
  instId,
})

/** An upload of a file; `onBegun` is called as soon as there is a submission to ask for. */
type Upload = (
  caller: Caller,
  given: { instId: string; id: string; file: Uint8Array; onBegun?: (id: string) => void },
) => Promise<void>

const uploadAtOnce: Upload = async (caller, { instId, id, file, onBegun }) => {
  const form = await caller.post('/files/uploadRequest', uploadOf(instId, id))
  if (!form?.ok) return
  onBegun?.(id)
  await caller.send((await form.json()) as SignedPost, file)
}

const uploadInParts: Upload = async (caller, { instId, id, file, onBegun }) => {
  const body = { ...uploadOf(instId, id), fileSize: file.length }
  const begun = await caller.post('/files/partUploadRequest', body)
  if (!begun?.ok) return
  onBegun?.(id)
  const { url, fields, partBytes } = (await begun.json()) as PartGrant
  for (let number = 1; (number - 1) * partBytes < file.length; number += 1) {
    const part = file.subarray((number - 1) * partBytes, number * partBytes)
    await caller.send({ url, fields: { ...fields, number: String(number), sha256: sha256(part) } }, part)
  }
  await caller.post('/files/completePartUpload', body)
}

/** What is read again and again of a submission that was processed, by what it is; it never changes. */
const readsOf = async (caller: Caller, instId: string, id: string, file: Uint8Array) => {
  const read = async <T>(path: string): Promise<T> => (await (await caller.get(path))?.json()) as T
  const { validations } = await read<{ validations: { Code: string; FailureCount: number }[] }>(
    `/submissions/${id}/validations?limit=-1`,
  )
  const rule = validations.find(({ FailureCount }) => FailureCount > 0)?.Code
  const report = `/credibilityapi/credibilityreport/SEN1/${id}`
  const { Tabs } = await read<{ Tabs: { DataRows: { Id: string }[][] }[] }>(report)
  const total = encodeURIComponent(Tabs[0]?.DataRows.at(-1)?.at(-1)?.Id ?? '')
  const textOf = (what: string, path: string, accept?: string) => async () =>
    (await caller.get(path, { what, ...(accept ? { accept } : {}) }))?.text()
  return {
    'failing records': textOf('failing records', `/submissions/${id}/validations/${rule}?limit=50`),
    'failing records as CSV': textOf(
      'failing records as CSV',
      `/submissions/${id}/validations/${rule}`,
      'text/csv',
    ),
    'drill-down': textOf('drill-down', `${report}/drilldown/${total}?limit=50`),
    download: async () => {
      const given = await caller.download(`${instId}/${id}/${fileName}`)
      if (given && sha256(given) !== sha256(file)) caller.failed.push('download: another file')
      return undefined
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
    startServerProcess(dataDir, port, {
      ...environment,
      ROLE: 'api',
      DRAIN_SECONDS: String(drainSeconds),
      UPLOAD_AT_ONCE_BYTES: String(atOnceBytes),
      CALLS_PER_MINUTE: ['read', 'costly', 'write', 'token', 'download', 'anonymous']
        .map(cost => `${cost}=1000000`)
        .join(),
    })
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

  // Another provider reads what was found in its file, while both processes and the worker are replaced.
  const analyst = createCaller(proxy.url, await apiTokenFor(proxy.url, 'brackley-submitter'))
  const analysed = randomUUID()
  const analysedFile = sample('0002', 2, 'rules')
  // Before anybody else reads: a worker gives way to who waits for a page.
  await uploadAtOnce(analyst, { instId: '0002', id: analysed, file: analysedFile })
  const codeOfAnalysed = async () => {
    const answer = await analyst.get(`/submissions/${analysed}`)
    return answer?.ok ? ((await answer.json()) as { status: { code: string } }).status.code : undefined
  }
  await expect.poll(codeOfAnalysed, { timeout, interval: 500 }).toBe('QUALITY_PROCESSING_COMPLETE')
  const reads = await readsOf(analyst, '0002', analysed, analysedFile)
  const first = new Map<string, string | undefined>()
  for (const [what, read] of Object.entries(reads)) first.set(what, await read())
  expect(first.get('failing records')).toMatch(/"totalResultsCount":[1-9]/)
  expect(first.get('drill-down')).toMatch(/"Total":[1-9]/)
  expect(analyst.failed).toEqual([])
  const readers = Array.from({ length: 4 }, async () => {
    while (!isStopped) {
      await caller.get('/collections/23056')
      await setTimeout(20)
    }
  })
  const readAll = async () => {
    while (!isStopped)
      for (const [what, read] of Object.entries(reads)) {
        const given = await read()
        if (given !== first.get(what)) analyst.failed.push(`${what}: not what it was before`)
        await setTimeout(50)
      }
  }
  readers.push(readAll())

  const files = { atOnce: sample(provider, 2, 'none'), inParts: sample(provider, 30, 'none') }
  expect([files.atOnce.length < atOnceBytes, files.inParts.length > atOnceBytes]).toEqual([true, true])
  let current = ''
  let processed = 0
  const isBusy = (code = ''): boolean =>
    statuses.some(status => status.code === code && status.tags.includes('busy'))
  /** Uploads a file, hears that it was processed, uploads the next one: in turns at once and in parts. */
  const write = async (): Promise<void> => {
    while (!isStopped) {
      const id = randomUUID()
      current = id
      const given = { instId: provider, id, onBegun: listener.show }
      if (processed % 2 === 0) await uploadInParts(caller, { ...given, file: files.inParts })
      else await uploadAtOnce(caller, { ...given, file: files.atOnce })
      await expect.poll(() => listener.codeOf(id), { timeout }).toBe('QUALITY_PROCESSING_COMPLETE')
      processed += 1
    }
  }
  const writing = write()
  // What went wrong is told at the end, or by whoever waits for the next file.
  writing.catch(() => undefined)

  for (const port of ports) {
    const expected = [
      { caller, what: '/collections/23056', times: 20 },
      ...Object.keys(reads).map(what => ({ caller: analyst, what, times: 5 })),
    ].map(one => ({ ...one, before: one.caller.answered(one.what) }))
    const notYetAnswered = (): string[] =>
      expected
        .filter(({ caller, what, times, before }) => caller.answered(what) < before + times)
        .map(({ what }) => what)
    const old = processes.get(port)
    await old?.stop()
    expect(old?.child.exitCode, old?.printed()).toBe(0)
    const next = start(port)
    processes.set(port, next)
    await next.ready
    await expect.poll(() => proxy.ready.has(port), { timeout }).toBe(true)
    await expect.poll(notYetAnswered, { timeout }).toEqual([])
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
  expect([...caller.failed, ...analyst.failed]).toEqual([])
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

it('a server that is ended together with its worker starts no other one while it still serves', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bedel-together-'))
  const database = await openDatabase(dataDir, pino({ level: 'silent' }))
  const server = startServerProcess(dataDir, await freePort(), {
    DATABASE_URL: database.url,
    ROLE: 'all',
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: '3',
  })
  onTestFinished(async () => {
    await endProcess(server.child, 'SIGKILL')
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await server.ready
  const { pid = 0 } = server.child
  const [worker = 0] = descendantsOf(pid)
  // As a terminal does, or systemd with KillMode=control-group.
  for (const one of [pid, ...descendantsOf(pid)]) killNow(one, 'SIGTERM')
  await expect.poll(() => isRunning(worker), { timeout: 30_000 }).toBe(false)
  expect(server.child.exitCode).toBe(null)
  expect(await server.ended).toBe(0)
  expect(server.printed().match(/"worker started"/g)).toHaveLength(1)
})

it('a server that is ended in the moment in which it says that it serves ends in order', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bedel-at-once-'))
  const database = await openDatabase(dataDir, pino({ level: 'silent' }))
  const server = startServerProcess(
    dataDir,
    await freePort(),
    { DATABASE_URL: database.url, ROLE: 'api', DRAIN_SECONDS: '0' },
    join(import.meta.dirname, 'support/endedWhenReady.ts'),
  )
  onTestFinished(async () => {
    await endProcess(server.child, 'SIGKILL')
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  expect(await server.ended).toBe(0)
})
