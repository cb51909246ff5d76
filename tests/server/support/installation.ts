import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { freePort } from '../../../server/freePort.ts'
import type { CommitPoint } from './commitMoments.ts'
import { startProxy } from './proxy.ts'
import { databaseProcesses, killNow, type ServerProcess, startServerProcess } from './serverProcess.ts'

const here = import.meta.dirname
/** Time between the end of a process and the start of the next one, in ms. */
const startAgainMs = 100
/** A point that is not reached in this time is left: the process is killed where it is. */
const pointWithinMs = 5000

interface Addresses {
  url: string
  ownerUrl: string
}

const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** One process of an installation, started again whenever it ends. */
interface Kept {
  current: ServerProcess
}

/** A whole installation of real processes that are started again when they die, as a service manager does. */
export interface Installation {
  /** Address of the proxy before the API processes. */
  url: string
  /** Addresses of the API processes themselves. */
  apis: readonly string[]
  /** The API processes and workers that run now. */
  pids: () => { name: string; pid: number }[]
  /** The first process of the database, which has started the others; undefined while there is none. */
  databasePid: () => number | undefined
  /** Where its files are. */
  dataDir: string
  /** Rows of a query as the owner of the database; asks again while the database is away. */
  rows: <Row extends pg.QueryResultRow>(query: string) => Promise<Row[]>
  databaseUrl: () => string
  /**
   * Ends this process at once. With a point, when it comes to that commit, or after a while where it does not: gives
   * whether it has come to it.
   */
  killProcess: (role: 'api' | 'worker', index: number, at?: CommitPoint) => Promise<boolean>
  /** Ends one connection's process of PostgreSQL, or its first process. False where there was none. */
  killDatabase: (part: 'backend' | 'first', index: number) => boolean
  /**
   * Ends everything at once, the database and who looks after it included, as a power cut does; it is started again. Gives
   * after how long it serves, in ms.
   */
  killEverything: () => Promise<number>
  /** Processes that ended by themselves though nobody killed them, and what they printed last. */
  crashes: readonly string[]
  stop: () => Promise<void>
}

/** The embedded database as a process of its own. */
const startDatabase = async (folder: string): Promise<{ child: ChildProcess; addresses: Addresses }> => {
  const child = spawn(process.execPath, [join(here, 'databaseProcess.ts'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const addresses = await new Promise<Addresses>((resolve, reject) => {
    createInterface(child.stdout).once('line', line => resolve(JSON.parse(line) as Addresses))
    child.once('exit', code => reject(new Error(`The database ended with ${code}.`)))
  })
  return { child, addresses }
}

/** Starts the embedded database, so many API processes behind a proxy, and so many workers. */
export const startInstallation = async (size: {
  apis: number
  workers: number
  /** Variables of the API processes and workers. */
  environment?: Record<string, string>
}): Promise<Installation> => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-kills-'))
  // Beside the other folder, not below it: the user of the database could not get there.
  const databaseDir = await mkdtemp(join(tmpdir(), 'bedel-kills-database-'))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { recursive: true })
  let database = startDatabase(databaseDir)
  let addresses = (await database).addresses
  let isStopping = false
  const crashes: string[] = []
  const ports = await Promise.all(Array.from({ length: size.apis }, () => freePort()))
  const proxy = await startProxy(ports)

  const launch = (role: 'api' | 'worker', port: number): ServerProcess =>
    startServerProcess(
      dataDir,
      port,
      {
        ROLE: role,
        DATABASE_URL: addresses.url,
        MIGRATION_DATABASE_URL: addresses.ownerUrl,
        PUBLIC_URL: proxy.url,
        LOG_LEVEL: 'error',
        ...size.environment,
      },
      join(here, 'commitKills.ts'),
    )
  const keep = (role: 'api' | 'worker', port = 0): Kept => {
    const kept: Kept = { current: launch(role, port) }
    const follow = async (running: ServerProcess): Promise<void> => {
      const end = await running.ended
      if (isStopping) return
      // Also one that starts while its database is away waits for it.
      if (end !== 'SIGKILL') crashes.push(`${role} ended with ${end}:\n${running.printed().slice(-2000)}`)
      await wait(startAgainMs)
      await database
      if (isStopping) return
      kept.current = launch(role, port)
      void follow(kept.current)
    }
    void follow(kept.current)
    return kept
  }
  const processes = {
    // One after the other: the first one migrates.
    api: [] as Kept[],
    worker: [] as Kept[],
  }
  let stopping: Promise<void> | undefined
  const end = async (): Promise<void> => {
    isStopping = true
    proxy.stop()
    const all = [...processes.api, ...processes.worker].map(({ current }) => current)
    for (const { child } of all) child.kill('SIGKILL')
    await Promise.all(all.map(({ ended }) => ended))
    const { child } = await database
    const ended = new Promise(resolve => child.once('exit', resolve))
    if (child.exitCode === null) {
      child.stdin?.end()
      await ended
    }
    for (const left of [folder, databaseDir])
      await rm(left, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  /** Can be asked twice. */
  const stop = (): Promise<void> => {
    stopping ??= end()
    return stopping
  }

  try {
    for (const port of ports) {
      const kept = keep('api', port)
      processes.api.push(kept)
      await kept.current.ready
    }
    for (let index = 0; index < size.workers; index += 1) processes.worker.push(keep('worker'))
  } catch (error) {
    await stop()
    throw error
  }

  const rows = async <Row extends pg.QueryResultRow>(query: string): Promise<Row[]> => {
    for (let tries = 1; ; tries += 1) {
      const client = new pg.Client({ connectionString: addresses.ownerUrl, connectionTimeoutMillis: 5000 })
      client.on('error', () => undefined)
      try {
        await client.connect()
        await client.query("set bedel.scope = 'all'")
        return (await client.query<Row>(query)).rows
      } catch (error) {
        // A fault of the query itself does not go away.
        if (tries === 200 || /^(22|23|42)/.test((error as { code?: string }).code ?? '')) throw error
        await wait(100)
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  }

  return {
    url: proxy.url,
    apis: ports.map(port => `http://127.0.0.1:${port}`),
    pids: () =>
      (['api', 'worker'] as const).flatMap(role =>
        processes[role].map(({ current }, index) => ({
          name: `${role} ${index + 1}`,
          pid: current.child.pid ?? 0,
        })),
      ),
    databasePid: () => databaseProcesses(databaseDir)[0]?.pid,
    dataDir,
    rows,
    crashes,
    databaseUrl: () => addresses.url,
    killProcess: async (role, index, at) => {
      const of = processes[role]
      const { child, ended } = (of[index % of.length] as Kept).current
      let hasReached = false
      if (at && child.connected) {
        child.send(at, () => undefined)
        hasReached = await Promise.race([ended.then(() => true), wait(pointWithinMs).then(() => false)])
      }
      killNow(child.pid ?? 0)
      await ended
      return hasReached
    },
    killDatabase: (part, index) => {
      const running = databaseProcesses(databaseDir)
      const victims = running.filter(({ title }, at) =>
        part === 'first' ? at === 0 : title.includes('bedel_app'),
      )
      const victim = victims[index % victims.length]
      if (victim) killNow(victim.pid)
      return victim !== undefined
    },
    killEverything: async () => {
      const began = performance.now()
      const before = processes.api.map(kept => ({ kept, killed: kept.current }))
      const { child } = await database
      const next = Promise.withResolvers<Awaited<ReturnType<typeof startDatabase>>>()
      database = next.promise
      const all = [...processes.api, ...processes.worker].map(({ current }) => current)
      const ofDatabase = databaseProcesses(databaseDir).map(({ pid }) => pid)
      for (const pid of [child.pid ?? 0, ...all.map(one => one.child.pid ?? 0), ...ofDatabase]) killNow(pid)
      await Promise.all(all.map(({ ended }) => ended))
      const started = await startDatabase(databaseDir)
      addresses = started.addresses
      next.resolve(started)
      await Promise.any(
        before.map(async ({ kept, killed }) => {
          while (kept.current === killed) await wait(startAgainMs)
          await kept.current.ready
        }),
      )
      return performance.now() - began
    },
    stop,
  }
}
