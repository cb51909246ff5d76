import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { freePort } from '../../server/freePort.ts'
import { reportEvent } from '../../server/http/csp.ts'
import { openDatabase } from '../../tests/server/support/cluster.ts'

const root = join(import.meta.dirname, '../..')
const startWithinMs = 60_000

export interface PortalServer {
  url: string
  dataDir: string
  /** Process id of the server. */
  pid: () => number
  /** Connections of its database: the application's role, and the owner. */
  database: () => { url: string; ownerUrl: string }
  /** Everything the server printed. */
  output: () => string
  /** What pages were kept from by their policy, as browsers have reported it since this was asked last. */
  takeReports: () => string[]
  stop: () => Promise<void>
  /** Ends the server at once, as a power cut would. */
  kill: () => Promise<void>
  /** Starts it again on the same data and address. */
  start: () => Promise<void>
  /** Moves the server's clock forward by so many milliseconds; needs `hasMovableClock`. */
  forward: (ms: number) => Promise<void>
}

const untilReady = (child: ChildProcess, printed: () => string): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server did not start (${why}):\n${printed()}`))
    const timer = setTimeout(() => fail('too slow'), startWithinMs)
    child.once('exit', code => {
      clearTimeout(timer)
      fail(`exit code ${code}`)
    })
    child.stdout?.on('data', () => {
      if (!printed().includes('Ready at ')) return
      clearTimeout(timer)
      resolve()
    })
  })

/** Addresses of the PostgreSQL that a server has started in its data folder; another port after each start. */
const embeddedIn = (dataDir: string): { url: string; ownerUrl: string } => {
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const addressOf = (role: string, key: string): string => {
    const password = readFileSync(join(dataDir, 'keys', key), 'utf8').trim()
    return `postgres://${role}:${password}@127.0.0.1:${port}/bedel`
  }
  return { url: addressOf('bedel_app', 'database-app'), ownerUrl: addressOf('postgres', 'database-owner') }
}

export interface PortalOptions {
  /** Variables for the server. */
  environment?: Record<string, string>
  /** Whether it starts a PostgreSQL of its own in its data folder, as an installation does, and not one of the run. */
  isWhole?: boolean
  /** Whether the test can move the server's clock. */
  hasMovableClock?: boolean
}

const clockFlags = ['--import', join(import.meta.dirname, 'movableClock.ts')]

/** The real server as its own process, on an empty data folder; the pages are those of the last build. */
export const startPortalServer = async ({
  environment = {},
  isWhole = false,
  hasMovableClock = false,
}: PortalOptions = {}): Promise<PortalServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bedel-e2e-'))
  const database = isWhole ? undefined : await openDatabase(dataDir, pino({ level: 'silent' }))
  const port = String(await freePort())
  let printed = ''
  /** Reports that were printed before the server was started anew. */
  let before: string[] = []
  let taken = 0
  let child: ChildProcess
  const reports = (): string[] => [
    ...before,
    ...printed.split('\n').filter(line => line.includes(`"event":"${reportEvent}"`)),
  ]

  const start = async (): Promise<void> => {
    before = reports()
    printed = ''
    child = spawn(process.execPath, [...(hasMovableClock ? clockFlags : []), 'server/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: port,
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DEMO: 'true',
        DEMO_DATA: 'false',
        LOG_LEVEL: 'warn',
        ...(database ? { DATABASE_URL: database.url } : {}),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const collect = (text: string) => {
      printed += text
    }
    child.stdout?.setEncoding('utf8').on('data', collect)
    child.stderr?.setEncoding('utf8').on('data', collect)
    await untilReady(child, () => printed)
  }
  const end = (signal: NodeJS.Signals): Promise<void> =>
    new Promise(resolve => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill(signal)
    })

  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    pid: () => child.pid ?? 0,
    database: () => database ?? embeddedIn(dataDir),
    output: () => printed,
    takeReports: () => {
      const all = reports()
      const last = all.slice(taken)
      taken = all.length
      return last
    },
    stop: async () => {
      await end('SIGTERM')
      await database?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    kill: () => end('SIGKILL'),
    start,
    forward: async ms => {
      const moved = once(child, 'message')
      child.send({ forwardMs: ms })
      await moved
    },
  }
}
