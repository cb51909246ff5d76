import { randomUUID } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../server/database/index.ts'
import { freePort } from '../../server/freePort.ts'
import { type LiveFrame, liveFrame } from '../../src/domain/wire/live.ts'
import { generateSample } from '../../src/sample/index.ts'
import { beginForm, type FormAnswer, type SignedPost, sendForm } from './support/sendForm.ts'
import {
  apiTokenFor,
  databaseProcesses,
  isRunning,
  killNow,
  type ServerProcess,
  startServerProcess,
  workersOf,
} from './support/serverProcess.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

/** How often each fault happens; `npm run model:all` asks for a hundred and twenty. */
const cuts = Number(process.env.BEDEL_CUTS_OF_DATABASE ?? 3)
const crashes = Number(process.env.BEDEL_CRASHES_OF_DATABASE ?? 2)
/**
 * All has to be well again within this time after a fault, in ms. A machine that does much else may take longer than the
 * ten seconds that `npm run model:all` asks for.
 */
const wellWithinMs = Number(process.env.BEDEL_WELL_WITHIN_MS ?? 60_000)
/** A file that arrived meanwhile is processed within this time, in ms: by a worker that gives way to whoever waits for a page. */
const processedWithinMs = 240_000
const readers = 6

/** A server, and the headers of calls of its people. */
interface Started {
  server: ServerProcess
  headersOf: (person: Person) => Record<string, string>
  /** Signs everybody in again: tokens live for ten minutes at most. */
  renew: () => Promise<void>
}
const people = ['bedel-analyst', 'ashby-submitter'] as const
type Person = (typeof people)[number]

const file = Buffer.concat([
  ...generateSample({ provider: '0001', students: 20, faults: 'none', collection: '23056' }),
])

/** Readers and a writer that call without a pause until they are stopped; gives all that they were answered. */
const startLoad = ({ server, headersOf }: Started) => {
  const answers: FormAnswer[] = []
  const unanswered: string[] = []
  let isStopped = false
  let isResting = false
  const calls = [
    () => fetch(`${server.url}/api/collections/23056`, { headers: headersOf('bedel-analyst') }),
    () =>
      fetch(`${server.url}/api/collections/23056/submissions?ovt=false`, {
        headers: headersOf('bedel-analyst'),
      }),
    // A ticket is a row: a transaction that writes.
    () =>
      fetch(`${server.url}/api/token/live-ticket`, {
        method: 'POST',
        headers: headersOf('bedel-analyst'),
        body: JSON.stringify({ instId: '0001' }),
      }),
  ]
  const one = async (index: number): Promise<void> => {
    while (!isStopped) {
      if (isResting) {
        await new Promise(resolve => setTimeout(resolve, 20))
        continue
      }
      try {
        const answer = await (calls[index % calls.length] as () => Promise<Response>)()
        await answer.arrayBuffer()
        answers.push({
          status: answer.status,
          retryAfter: answer.headers.get('retry-after'),
          type: answer.headers.get('content-type') ?? '',
        })
      } catch (error) {
        unanswered.push(String(error))
      }
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  const running = Array.from({ length: readers }, (_, index) => one(index))
  return {
    answers,
    unanswered,
    /** Calls nothing meanwhile: workers give way to whoever waits for a page. */
    rest: async (meanwhile: () => Promise<void>): Promise<void> => {
      isResting = true
      await meanwhile()
      isResting = false
    },
    stop: async (): Promise<void> => {
      isStopped = true
      await Promise.all(running)
    },
  }
}

/** A live connection by a new ticket; undefined where none comes about. */
const openLive = async ({ server, headersOf }: Started) => {
  const answer = await fetch(`${server.url}/api/token/live-ticket`, {
    method: 'POST',
    headers: headersOf('ashby-submitter'),
    body: JSON.stringify({ instId: '0001' }),
  })
  if (answer.status !== 200) return undefined
  const { token } = (await answer.json()) as { token: string }
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live?instId=0001&token=${token}`)
  const frames: LiveFrame[] = []
  const isOpen = await new Promise<boolean>(resolve => {
    socket.onmessage = ({ data }) => {
      frames.push(liveFrame.parse(JSON.parse(String(data))))
      resolve(frames[0]?.type === 'HELLO')
    }
    socket.onclose = () => resolve(false)
  })
  return isOpen
    ? {
        hears: (submissionId: string): boolean =>
          frames.some(frame => frame.type === 'FILE_EVENT' && frame.submissionId === submissionId),
        close: () => socket.close(),
      }
    : undefined
}
type LiveConnection = NonNullable<Awaited<ReturnType<typeof openLive>>>

/** One call of every kind; gives the live connection where all of them are answered as before the fault. */
const callAll = async (started: Started): Promise<LiveConnection | undefined> => {
  const { server, headersOf } = started
  const signal = AbortSignal.timeout(wellWithinMs)
  const jsonOf = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = headersOf('bedel-analyst')
    const answer = await fetch(`${server.url}${path}`, { ...init, headers, signal })
    const text = await answer.text()
    return answer.status === 200 ? JSON.parse(text) : undefined
  }
  const wanted = { kinds: [] }
  const answers = [
    await jsonOf('/health/ready'),
    await jsonOf('/api/collections/23056/submissions?ovt=false'),
    await jsonOf('/api/notices/mail', { method: 'PUT', body: JSON.stringify(wanted) }),
    await jsonOf('/api/notices/mail'),
  ]
  return answers.includes(undefined) ? undefined : openLive(started)
}

/** Resolves when every kind of call is answered well again; gives how long that took, in ms. */
const wellAgain = async (started: Started, since: number): Promise<{ ms: number; live: LiveConnection }> => {
  for (;;) {
    const live = await callAll(started).catch(() => undefined)
    const ms = performance.now() - since
    if (live) return { ms, live }
    if (ms > wellWithinMs) throw new Error(`Not well ${ms.toFixed(0)} ms after the fault.`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

const startOn = async (dataDir: string, environment: Record<string, string> = {}): Promise<Started> => {
  const server = startServerProcess(dataDir, await freePort(), environment)
  onTestFinished(() => {
    server.child.kill('SIGKILL')
  })
  await server.ready
  const headers = new Map<Person, Record<string, string>>()
  const renew = async (): Promise<void> => {
    for (const person of people) {
      const token = await apiTokenFor(server.url, person)
      headers.set(person, { authorization: `Bearer ${token}`, 'content-type': 'application/json' })
    }
  }
  await renew()
  return { server, headersOf: person => headers.get(person) ?? {}, renew }
}

/** The answer, or that it may be asked again in a moment: nothing else may be answered while the database is away. */
const isRight = ({ status, retryAfter, type }: FormAnswer): boolean =>
  status === 200 ||
  status === 204 ||
  (status === 503 && Number(retryAfter) > 0 && type.startsWith('application/problem+json'))

/** Begins an upload, of which half has arrived; gives what sends the rest, and what waits until the file is processed. */
const beginUpload = async ({ server, headersOf }: Started) => {
  const submissionUuid = randomUUID()
  const asked = await fetch(`${server.url}/api/files/uploadRequest`, {
    method: 'POST',
    headers: headersOf('ashby-submitter'),
    body: JSON.stringify({
      submissionUuid,
      fileName: 'a.xml',
      collectionId: 'c23056',
      instId: '0001',
      fileSize: file.length,
    }),
  })
  expect(asked.status).toBe(200)
  const post = (await asked.json()) as SignedPost
  const finish = await beginForm(server.url, post, file)
  const statusCode = async (): Promise<string> => {
    const answer = await fetch(`${server.url}/api/submissions/${submissionUuid}`, {
      headers: headersOf('ashby-submitter'),
    })
    return ((await answer.json()) as { status?: { code: string } }).status?.code ?? String(answer.status)
  }
  return {
    finish,
    /** As the browser does where it is told to try again. */
    sendAgain: async (): Promise<number> => (await sendForm(server.url, post, file)).status,
    submissionUuid,
    /** A worker has taken its first stage. */
    isTakenUp: () =>
      expect
        .poll(statusCode, { timeout: wellWithinMs, interval: 50 })
        .not.toSatisfy((code: string) => ['UPLOADING', 'UPLOADED'].includes(code)),
    isProcessed: () =>
      expect.poll(statusCode, { timeout: processedWithinMs }).toBe('QUALITY_PROCESSING_COMPLETE'),
  }
}

const faultsOf = ({ answers, unanswered }: ReturnType<typeof startLoad>) => ({
  unanswered,
  wrong: [...new Set(answers.filter(answer => !isRight(answer)).map(answer => JSON.stringify(answer)))],
})

/**
 * Repeats a fault under load, each time while a file arrives; every time all is well again, the file is taken up by a worker,
 * processed and told of, and server and worker are the same processes.
 */
const repeat = async (
  started: Started,
  times: number,
  /** Gives the processes that the fault has ended. */
  fault: () => number[],
): Promise<void> => {
  const { server } = started
  const load = startLoad(started)
  const workers = workersOf(server.child)
  expect(workers).toHaveLength(1)
  const took: number[] = []
  for (let time = 0; time < times; time += 1) {
    const good = () => load.answers.filter(({ status }) => status === 200).length
    const before = good()
    await expect.poll(good, { timeout: wellWithinMs }).toBeGreaterThan(before + readers)
    await started.renew()
    const upload = await beginUpload(started)
    const since = performance.now()
    const struck = fault()
    const whole = await upload.finish()
    expect(isRight(whole), JSON.stringify(whole)).toBe(true)
    await expect.poll(() => struck.filter(isRunning), { timeout: wellWithinMs }).toEqual([])
    const { ms, live } = await wellAgain(started, since)
    took.push(ms)
    if (whole.status !== 204) await expect.poll(upload.sendAgain, { timeout: wellWithinMs }).toBe(204)
    await load.rest(async () => {
      await upload.isTakenUp()
      await upload.isProcessed()
      expect(live.hears(upload.submissionUuid)).toBe(true)
    })
    live.close()
    expect(workersOf(server.child)).toEqual(workers)
  }
  const before = load.answers.filter(({ status }) => status === 200).length
  await expect
    .poll(() => load.answers.filter(({ status }) => status === 200).length, { timeout: wellWithinMs })
    .toBeGreaterThan(before + readers)
  await load.stop()
  expect(faultsOf(load)).toEqual({ unanswered: [], wrong: [] })
  expect(server.child.exitCode).toBeNull()
  expect(Math.max(...took)).toBeLessThan(wellWithinMs)
}

describe('the embedded database under load', () => {
  it('loses a backend, its first process, and the server that it belongs to: the same server goes on, and nothing is left behind', {
    tags: ['exhaustive'],
    timeout: 120_000 + (cuts + crashes) * 300_000,
  }, async () => {
    const dataDir = await temporaryFolder()
    const started = await startOn(dataDir)
    let turn = 0
    await repeat(started, cuts, () => {
      // PostgreSQL ends every other backend with it: what they share may be damaged.
      const backends = databaseProcesses(dataDir)
        .filter(({ title }) => title.includes('bedel_app'))
        .map(({ pid }) => pid)
      expect(backends.length).toBeGreaterThan(1)
      turn += 1
      killNow(backends[turn % backends.length] ?? 0)
      return backends
    })
    await repeat(started, crashes, () => {
      const processes = databaseProcesses(dataDir)
      expect(processes[0]?.title).toContain('-D')
      killNow(processes[0]?.pid ?? 0)
      return processes.map(({ pid }) => pid)
    })
    const last = databaseProcesses(dataDir).map(({ pid }) => pid)
    expect(last.length).toBeGreaterThan(1)
    killNow(started.server.child.pid ?? 0)
    await started.server.ended
    // The next one starts while the database of the one before is still ending.
    const next = await startOn(dataDir)
    expect(last.filter(isRunning)).toEqual([])
    const ofNext = databaseProcesses(dataDir).map(({ pid }) => pid)
    expect(ofNext.length).toBeGreaterThan(1)
    killNow(next.server.child.pid ?? 0)
    await next.server.ended
    await expect.poll(() => ofNext.filter(isRunning), { timeout: wellWithinMs }).toEqual([])
  })
})

describe('a PostgreSQL of the operator', () => {
  const asOwner = async ({ ownerUrl }: EmbeddedDatabase, ...statements: string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  it('is stopped fast and started again: the server goes on', {
    tags: ['exhaustive'],
    timeout: 120_000 + crashes * 300_000,
  }, async () => {
    const outside = await temporaryFolder()
    const database = await startEmbeddedDatabase(outside, pino({ level: 'silent' }))
    onTestFinished(database.stop)
    await asOwner(
      database,
      'alter database bedel owner to bedel_app',
      'alter schema public owner to bedel_app',
    )
    const started = await startOn(await temporaryFolder(), { DATABASE_URL: database.url })
    await repeat(started, crashes, () => {
      const processes = databaseProcesses(outside).map(({ pid }) => pid)
      killNow(processes[0] ?? 0, 'SIGINT')
      return processes
    })
    await started.server.stop()
    expect(started.server.child.exitCode).toBe(0)
  })
})
