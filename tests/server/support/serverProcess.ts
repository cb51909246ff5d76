import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workerEnvironment, workerFlags } from '../../../server/jobs/index.ts'
import { signIn } from './signIn.ts'

const root = join(import.meta.dirname, '../../..')
const startWithinMs = 60_000

/** Processes that a process has started, and those that these have started. */
export const descendantsOf = (pid: number): number[] => {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It has ended meanwhile.
    }
  }
  const childrenOf = (of: number): number[] =>
    [...parents].filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...childrenOf(child)])
  return childrenOf(pid)
}

const titleOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()

/** The workers that a server has started and that run now. */
export const workersOf = (server: ChildProcess): number[] =>
  descendantsOf(server.pid ?? 0).filter(pid => {
    try {
      return titleOf(pid).endsWith('server/main.ts')
    } catch {
      return false
    }
  })

/** The processes of the database in a data folder, the first of all in front; each is named by what it does. */
export const databaseProcesses = (dataDir: string): { pid: number; title: string }[] => {
  const note = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(note)) return []
  const first = Number.parseInt(readFileSync(note, 'utf8'), 10)
  return [first, ...descendantsOf(first)].flatMap(pid => {
    try {
      return [{ pid, title: titleOf(pid) }]
    } catch {
      return []
    }
  })
}

export const killNow = (pid: number, signal: NodeJS.Signals = 'SIGKILL'): void => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export const isRunning = (pid: number): boolean => {
  try {
    // A process that has ended and was not asked for yet is gone all the same.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

export interface ServerProcess {
  url: string
  child: ChildProcess
  /** Everything that it printed. */
  printed: () => string
  /** Resolves when it prints that it is ready; rejects when it ends before. */
  ready: Promise<void>
  /** Resolves with its exit code or signal. */
  ended: Promise<number | NodeJS.Signals | null>
  stop: () => Promise<void>
}

/**
 * The server as `npm start` runs it, on a data folder: a process of its own with a database of its own. What is loaded
 * before it hears of the test by messages.
 */
export const startServerProcess = (
  dataDir: string,
  port: number,
  environment: Record<string, string> = {},
  loadedBefore?: string,
): ServerProcess => {
  const flags = loadedBefore === undefined ? [] : ['--import', loadedBefore]
  const child = spawn(process.execPath, [...flags, 'server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: 'true',
      DEMO_DATA: 'false',
      LOG_LEVEL: 'warn',
      // A few people of a test make the load of many.
      CALLS_PER_MINUTE: 'read=1000000,costly=1000000,write=1000000,token=1000000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(loadedBefore === undefined ? [] : (['ipc'] as const))],
  })
  let text = ''
  const ready = new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server did not start (${why}):\n${text}`))
    const timer = setTimeout(() => fail('too slow'), startWithinMs)
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        if (!text.includes('Ready at ')) return
        clearTimeout(timer)
        resolve()
      })
    child.once('exit', code => {
      clearTimeout(timer)
      fail(`exit code ${code}`)
    })
  })
  // Whoever kills it while it starts does not wait for it.
  ready.catch(() => undefined)
  const ended = new Promise<number | NodeJS.Signals | null>(resolve =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  )
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    printed: () => text,
    ready,
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A worker as an operator runs it beside API processes: a process of its own on a data folder. */
export const spawnWorker = (
  dataDir: string,
  environment: Record<string, string>,
  loadedBefore?: string,
): ChildProcess =>
  spawn(
    process.execPath,
    [...(loadedBefore === undefined ? [] : ['--import', loadedBefore]), ...workerFlags, 'server/main.ts'],
    {
      cwd: root,
      env: {
        ...workerEnvironment,
        ...process.env,
        NODE_ENV: 'test',
        ...environment,
        ROLE: 'worker',
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )

/** Sends a signal to a process and waits for its end. */
export const endProcess = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  killNow(child.pid ?? 0, signal)
  if (child.exitCode === null && child.signalCode === null)
    await new Promise(resolve => child.once('exit', resolve))
}

/** An API token of a demonstration user, by signing in as a browser does. */
export const apiTokenFor = async (origin: string, userId: string): Promise<string> => {
  const { tokens } = await signIn(origin, userId)
  const answer = await fetch(`${origin}/api/token/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: tokens.id_token }),
  })
  return ((await answer.json()) as { token: string }).token
}
