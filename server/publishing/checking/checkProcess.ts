import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { FileFault } from '../../../src/domain/problem.ts'
import { type Message, message } from '../../../src/messages/message.ts'
import type { RulesetPlace } from '../../analysis/index.ts'
import { createTurns } from '../../turns.ts'
import { RefusedFiles } from '../refusedFiles.ts'
import type { Checks } from './checks.ts'

/** Sent to the process of a check, one step at a time. */
export interface ToCheck {
  step: keyof Checks
  input: unknown
}

/** Sent by the process: the line it is checking, and the result of the step. */
export type FromCheck =
  | { kind: 'place'; place: RulesetPlace }
  | { kind: 'answer'; value: unknown }
  | { kind: 'refused'; faults: readonly FileFault[] }
  | { kind: 'failed'; reason: string }

/** Limits of one check. */
export interface CheckLimits {
  /** Memory of the process in MB. Beyond it, the process ends itself. */
  memoryMb: number
  /** JavaScript heap in MB, a part of `memoryMb`. */
  heapMb: number
  /** `ulimit -d` in MB, where the system has it. A starting process already uses 700 MB of it. */
  dataMb: number
}
const usualLimits: CheckLimits = { memoryMb: 768, heapMb: 384, dataMb: 1_536 }

/** Processes at once, and checks that wait for one. Typing on aborts the run before, so one person needs one process. */
const turnLimits = { atOnce: 2, atOnceOfOne: 1, waiting: 20, waitingOfOne: 10 }

const entry = join(import.meta.dirname, 'checkProcessMain.ts')

/** Bytes of the process's last output that are kept for the log. */
const keptOutput = 4_000

/** Environment variables the process gets. The others may hold addresses or secrets. */
const passedOn = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'NODE_COMPILE_CACHE', 'TZ', 'LANG']

const environment = (): NodeJS.ProcessEnv => ({
  MALLOC_ARENA_MAX: '2',
  ...Object.fromEntries(passedOn.map(name => [name, process.env[name]])),
})

/** Starts the process. The shell sets the system's memory limit; Windows has none. */
const start = ({ memoryMb, heapMb, dataMb }: CheckLimits): ChildProcess => {
  const command = [
    process.execPath,
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=8',
    entry,
    String(memoryMb),
  ]
  const limited =
    process.platform === 'win32'
      ? command
      : [
          '/bin/sh',
          '-c',
          `ulimit -c 0 2>/dev/null; ulimit -d ${dataMb * 1024} 2>/dev/null; exec "$0" "$@"`,
          ...command,
        ]
  const [file = '', ...parameters] = limited
  return spawn(file, parameters, {
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
}

/** Runs a step of the check in its process. Throws RefusedFiles with the faults, also if the process was killed. */
export type RunStep = <S extends keyof Checks>(
  step: S,
  ...input: Parameters<Checks[S]>
) => Promise<Awaited<ReturnType<Checks[S]>>>

export interface CheckOptions {
  /** User id. One user never gets all processes. */
  by: string
  /** Time limit of the whole check, in ms. */
  withinMs: number
  /** File named in a fault that has no place of its own. */
  file: string
  signal?: AbortSignal
}

/**
 * Processes that compile and run what people write: schemas, rulesets, examples. Each check has its own, with limits on memory and time,
 * so a bad one harms only itself. Further checks wait for their turn (`turnLimits`).
 */
export const createCheckProcesses = (limits: CheckLimits = usualLimits) => {
  const turns = createTurns(turnLimits, message('specification', 'check.busy'))

  const withProcess = async <T>(
    { withinMs, file, signal }: CheckOptions,
    work: (run: RunStep) => Promise<T>,
  ): Promise<T> => {
    signal?.throwIfAborted()
    const child = start(limits)
    let place: RulesetPlace = { file, line: 1 }
    let isLate = false
    let output = ''
    let settle: { resolve: (value: unknown) => void; reject: (error: unknown) => void } | undefined

    const end = (): void => void child.kill('SIGKILL')
    const late = setTimeout(() => {
      isLate = true
      end()
    }, withinMs)
    signal?.addEventListener('abort', end)

    const refusal = (reason: Message): RefusedFiles => new RefusedFiles([{ ...place, message: reason }])

    /** Why the process ended without an answer. */
    const endedBy = (code: number | null, by: NodeJS.Signals | null): unknown => {
      if (signal?.aborted) return signal.reason
      if (isLate) return refusal(message('specification', 'check.time', { seconds: withinMs / 1_000 }))
      // The memory limits kill with these signals. Any other end is our fault, not the file's.
      if (by === 'SIGKILL' || by === 'SIGABRT' || by === 'SIGTRAP')
        return refusal(message('specification', 'check.memory', { limit: limits.memoryMb }))
      if (by !== null) return refusal(message('specification', 'check.ended'))
      return new Error(`The process of a check has ended with code ${code}: ${output}`)
    }
    let ended: { error: unknown } | undefined
    const gone = new Promise<void>(resolve => {
      const note = (error: unknown): void => {
        ended ??= { error }
        settle?.reject(error)
        resolve()
      }
      child.once('error', note)
      child.once('exit', (code, by) => note(endedBy(code, by)))
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-keptOutput)
    })
    child.on('message', (told: FromCheck) => {
      if (told.kind === 'place') place = told.place
      else if (told.kind === 'answer') settle?.resolve(told.value)
      else if (told.kind === 'refused') settle?.reject(new RefusedFiles(told.faults))
      else settle?.reject(new Error(`A check has failed: ${told.reason}`))
    })

    const run: RunStep = (step, ...[input]) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended.error)
        settle = { resolve: resolve as (value: unknown) => void, reject }
        // A failed send means that the process has ended; `gone` reports that.
        child.send({ step, input } satisfies ToCheck, () => undefined)
      })

    try {
      return await work(run)
    } finally {
      clearTimeout(late)
      signal?.removeEventListener('abort', end)
      end()
      await gone
    }
  }

  return {
    /**
     * Runs the work with a process of its own and ends the process afterwards. Throws RefusedFiles if the process exceeds a limit, the
     * signal's reason on abort, and unavailable if too many checks wait.
     */
    use: async <T>(options: CheckOptions, work: (run: RunStep) => Promise<T>): Promise<T> => {
      const done = await turns.take(options.by)
      try {
        return await withProcess(options, work)
      } finally {
        done()
      }
    },
  }
}
export type CheckProcesses = ReturnType<typeof createCheckProcesses>
