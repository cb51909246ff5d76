import { type ChildProcess, spawn } from 'node:child_process'
import type { Logger } from 'pino'
import type { WorkerMetrics } from './worker.ts'
import { takeFigures } from './workerFigures.ts'

const firstDelayMs = 100
const longestDelayMs = 30_000
/** A worker that lived this long is not counted as failing to start. */
const soundMs = 30_000

/** A worker makes little garbage and leaves the memory to its databases. */
export const workerFlags: readonly string[] = ['--max-semi-space-size=8']

/** The C library keeps freed memory in an arena for each thread; with two of them more of it is given back. */
export const workerEnvironment: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' }

/**
 * Keeps a worker process alive beside the server, so that heavy work never blocks the API: it is started again when it
 * dies, with a growing delay when it dies at once.
 */
export const startWorkerProcess = (options: {
  /** The entry that reads ROLE=worker. */
  entry: string
  env: NodeJS.ProcessEnv
  log: Logger
  /** Where its figures go. */
  metrics: WorkerMetrics
  /** Told of each worker that ended by itself. */
  onEnd: (pid: number) => void
}) => {
  const { entry, env, log, metrics, onEnd } = options
  let child: ChildProcess | undefined
  let restart: NodeJS.Timeout | undefined
  let delay = firstDelayMs
  let restarts = true
  let stopped = false

  const start = (): void => {
    const began = performance.now()
    const started = spawn(process.execPath, [...workerFlags, entry], {
      env: { ...workerEnvironment, ...env, ROLE: 'worker' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = started
    takeFigures(started, metrics)
    log.info({ pid: started.pid }, 'worker started')
    started.on('error', error => log.error({ err: error }, 'the worker could not be started'))
    started.on('exit', (code, signal) => {
      child = undefined
      if (stopped) return
      if (started.pid !== undefined) onEnd(started.pid)
      if (!restarts) return log.info({ code, signal }, 'the worker ended')
      delay = performance.now() - began > soundMs ? firstDelayMs : Math.min(longestDelayMs, delay * 2)
      log.error({ code, signal, delay }, 'the worker ended; another is started')
      restart = setTimeout(start, delay)
    })
  }
  start()

  const restartNoMore = (): void => {
    restarts = false
    clearTimeout(restart)
  }

  return {
    /** Process id of the worker that lives now. */
    pid: (): number | undefined => child?.pid,
    /** A worker that ends from now on is the last: whoever ends this server by a signal to all its processes ends it too. */
    restartNoMore,
    /** Lets the worker finish or hand back its work; ends it by force when it does not answer. */
    stop: async (): Promise<void> => {
      stopped = true
      restartNoMore()
      const ending = child
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
      const force = setTimeout(() => ending.kill('SIGKILL'), 15_000)
      const exited = new Promise<void>(resolve => ending.once('exit', () => resolve()))
      ending.kill('SIGTERM')
      await exited
      clearTimeout(force)
    },
  }
}
export type WorkerProcess = ReturnType<typeof startWorkerProcess>
