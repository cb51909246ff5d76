import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Identity } from './clusterPlace.ts'
import { createClient } from './connections.ts'

/** A server that starts and says nothing for so long does not come, in ms. */
const silentMs = 30_000
/** What PostgreSQL answers while it reads its log: after a crash that may take minutes. */
const startingCode = '57P03'
const askEveryMs = 40
const firstDelayMs = 100
const longestDelayMs = 5000
/** Time that leftover processes of a cluster get to end before they are killed, in ms. */
const leftoverMs = 10_000

const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

/** Where PostgreSQL itself notes its process and its port, while it runs. */
const noteOf = (cluster: string): { pid: number; port: string } | undefined => {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  return Number.isNaN(pid) ? undefined : { pid, port: lines[3]?.trim() ?? '' }
}

/** Port that a running cluster listens on. */
export const portOf = (cluster: string): string | undefined => noteOf(cluster)?.port || undefined

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The folder that a process works in; undefined where this user may not know, or it has ended. */
const workingFolderOf = (pid: number): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

const isPostgres = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return false
  }
}

/**
 * Processes of a cluster that live: all that work in its folder, as every process of a PostgreSQL server does. The process
 * that PostgreSQL has noted is only believed where nothing says otherwise, for its number may long be another program's.
 */
const processesOf = (cluster: string): number[] => {
  const noted = noteOf(cluster)?.pid
  const isNotedAlive = noted !== undefined && isAlive(noted)
  if (!existsSync('/proc/self/cwd')) return isNotedAlive ? [noted] : []
  const found = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => workingFolderOf(pid) === cluster)
  const isHidden = isNotedAlive && workingFolderOf(noted) === undefined && isPostgres(noted)
  return isHidden ? [noted, ...found] : found
}

const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

/**
 * Ends what is left of a database server whose parent died without it, or that lost its first process: another one could
 * not start beside them.
 */
export const endLeftovers = async (cluster: string, log: Logger): Promise<void> => {
  const left = processesOf(cluster)
  if (left.length === 0) return
  log.warn({ pids: left }, 'processes of a database server without its parent are stopped')
  const first = noteOf(cluster)?.pid
  // The first process ends the others; without it each is told by itself.
  if (first !== undefined && left.includes(first)) signal([first], 'SIGINT')
  else signal(left, 'SIGTERM')
  const began = performance.now()
  for (;;) {
    const still = processesOf(cluster)
    if (still.length === 0) return
    if (performance.now() - began > leftoverMs) signal(still, 'SIGKILL')
    await wait(askEveryMs)
  }
}

/** What a server says to who connects. */
const answerOf = async (connectionString: string): Promise<'ready' | 'starting' | 'nothing'> => {
  // A refusal during start also ends the connection; that is no fault of its own.
  const client = createClient({ connectionString, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.end()
    return 'ready'
  } catch (error) {
    return (error as { code?: string }).code === startingCode ? 'starting' : 'nothing'
  }
}

/**
 * Ends the database server when this process has died, however it died: a shell waits for the end of its input, which is
 * that of this process. A fast stop first; what does not end by that within ten seconds is killed.
 */
const guard = (pid: number, identity: Identity | undefined): ChildProcess =>
  spawn(
    '/bin/sh',
    [
      '-c',
      'read -r _; kill -INT "$1"; n=0; while kill -0 "$1" && [ $n -lt 100 ]; do sleep 0.1; n=$((n+1)); done; kill -QUIT "$1"',
      'guard',
      String(pid),
    ],
    {
      ...identity,
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      env: { PATH: process.env.PATH ?? '' },
    },
  )

export interface Postmaster {
  /**
   * Ends the server by a fast stop: connections are closed, nothing that was acknowledged is lost. At once: nothing more is
   * written, as after a loss of power.
   */
  stop: (how?: 'at once') => Promise<void>
}

/**
 * Runs the database server of a cluster on a port, and starts it again when it ends by itself: what is connected gets an
 * error at once, and finds the database again at the same address. Rejects when the first start fails.
 */
export const startPostmaster = async (options: {
  bin: string
  cluster: string
  port: number
  /** Connection that answers when the server is ready. */
  url: string
  identity: Identity | undefined
  log: Logger
  /** How long it may say nothing while it starts, in ms. */
  silentMs?: number
}): Promise<Postmaster> => {
  const { bin, cluster, port, url, identity, log } = options
  let child: ChildProcess
  let restarting: Promise<void> | undefined
  let stopped = false
  const lastOutput: string[] = []

  const ended = (): string => lastOutput.join('').trim()

  /** Resolves when the server answers. */
  const launch = async (): Promise<void> => {
    await endLeftovers(cluster, log)
    if (stopped) return
    lastOutput.length = 0
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      // Two servers and five workers with all of their connections, and commands beside them.
      'max_connections=150',
      'shared_buffers=128MB',
    ]
    const launched = spawn(
      join(bin, 'postgres'),
      ['-D', cluster, '-p', String(port), ...settings.flatMap(setting => ['-c', setting])],
      {
        ...identity,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' },
        // An interrupt at the terminal is for us, who stop it in order.
        detached: true,
      },
    )
    child = launched
    const failure = new Promise<Error>(resolve => launched.once('error', resolve))
    launched.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastOutput.push(text)
      if (lastOutput.length > 20) lastOutput.shift()
      log.trace({ postgres: text.trim() })
    })
    if (launched.pid === undefined) throw await failure
    const guarding = guard(launched.pid, identity)
    guarding.on('error', error => log.warn({ err: error }, 'the database server is not guarded'))
    launched.once('exit', () => guarding.kill('SIGKILL'))
    let heard = performance.now()
    for (;;) {
      const answer = await answerOf(url)
      if (answer === 'ready') break
      // Killed while it reads its log, it would begin at the same place again, for ever.
      if (answer === 'starting') heard = performance.now()
      if (!isRunning(launched) || performance.now() - heard > (options.silentMs ?? silentMs)) {
        launched.kill('SIGKILL')
        throw new Error(`The embedded database did not start: ${ended()}`)
      }
      await wait(askEveryMs)
    }
    launched.once('exit', (code, name) => {
      if (stopped) return
      log.error({ code, signal: name, lastOutput: ended() }, 'the database server ended; it is started again')
      restarting = again()
    })
    // It may have ended between the answer and the listener.
    if (!isRunning(launched) && !stopped) throw new Error(`The embedded database ended: ${ended()}`)
  }

  const again = async (): Promise<void> => {
    for (let delay = firstDelayMs; !stopped; delay = Math.min(longestDelayMs, delay * 2)) {
      try {
        await launch()
        return
      } catch (error) {
        log.error({ err: error, delay }, 'the database server could not be started again')
        await wait(delay)
      }
    }
  }

  await launch()
  return {
    stop: async how => {
      stopped = true
      await restarting
      if (!isRunning(child)) return
      const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
      child.kill(how === 'at once' ? 'SIGQUIT' : 'SIGINT')
      await exited
    },
  }
}
