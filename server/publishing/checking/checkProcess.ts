import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { FileFault } from '../../../src/domain/problem.ts'
import { type Message, message } from '../../../src/messages/message.ts'
import type { RulesetPlace } from '../../analysis/index.ts'
import { createTurns } from '../../turns.ts'
import { RefusedFiles } from '../refusedFiles.ts'
import type { Checks } from './checks.ts'

/** What is sent to the process of a check: one step at a time. */
export interface ToCheck {
  step: keyof Checks
  input: unknown
}

/** What it sends: the line that it is at, and how the step has ended. */
export type FromCheck =
  | { kind: 'place'; place: RulesetPlace }
  | { kind: 'answer'; value: unknown }
  | { kind: 'refused'; faults: readonly FileFault[] }
  | { kind: 'failed'; reason: string }

/** What one check may take. */
export interface CheckLimits {
  /** Memory that the process holds, in MB; beyond, it ends itself. */
  memoryMb: number
  /** Objects of JavaScript among them. */
  heapMb: number
  /** Memory that the system lets the process ask for, in MB, where it counts that: a process that is starting has 700 of them. */
  dataMb: number
}
const usualLimits: CheckLimits = { memoryMb: 768, heapMb: 384, dataMb: 1_536 }

/** Processes at once, and how many wait for one. A person who types on waits for the run before, which is ended then. */
const turnLimits = { atOnce: 2, atOnceOfOne: 1, waiting: 20, waitingOfOne: 10 }

const entry = join(import.meta.dirname, 'checkProcessMain.ts')

/** Bytes of what the process says before it ends that are kept for the log. */
const keptOutput = 4_000

/** Variables that it gets: none of those that hold addresses or secrets. */
const passedOn = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'NODE_COMPILE_CACHE', 'TZ', 'LANG']

const environment = (): NodeJS.ProcessEnv => ({
  MALLOC_ARENA_MAX: '2',
  ...Object.fromEntries(passedOn.map(name => [name, process.env[name]])),
})

/** Starts the process, with the system's limit on memory where there is a shell that sets it. */
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

/** Runs a step of the check in its process. Throws RefusedFiles with what is wrong, also where the process had to be ended. */
export type RunStep = <S extends keyof Checks>(
  step: S,
  ...input: Parameters<Checks[S]>
) => Promise<Awaited<ReturnType<Checks[S]>>>

export interface CheckOptions {
  /** Who asks: nobody has all processes. */
  by: string
  /** Longest that the whole check may take, in ms. */
  withinMs: number
  /** File at which a fault is told that no line can be told of. */
  file: string
  signal?: AbortSignal
}

/**
 * Processes in which what people write is compiled and run: schemas, rulesets, examples. Each check has one of its own, with limits on its
 * memory and time, so that it harms nothing but itself, whatever it does; `waiting` others wait for their turn.
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

    /** Why the process ended before its answer. */
    const endedBy = (code: number | null, by: NodeJS.Signals | null): unknown => {
      if (signal?.aborted) return signal.reason
      if (isLate) return refusal(message('specification', 'check.time', { seconds: withinMs / 1_000 }))
      // The limits end it by these; what else ends it is a fault of ours.
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
        // Where it cannot be sent, the process has ended, which is told by itself.
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
     * Does the work with a process of its own, which ends with it. Throws RefusedFiles where the process takes more than it may, the
     * signal's reason, and unavailable where too many wait.
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
