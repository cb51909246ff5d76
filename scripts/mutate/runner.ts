import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface TestRequest {
  /** Files that differ from the last request, from the root of the repository. */
  changed: readonly string[]
  tests: readonly string[]
  /** A part of the tests by their titles. */
  only?: string | undefined
}

export interface TestResult {
  isPassed: boolean
  /** Test files that failed, or did not end. */
  failed: readonly string[]
  /** What each test file took. */
  milliseconds: Readonly<Record<string, number>>
  /** The process ended before it answered. */
  hasDied?: true
}

/**
 * Runs tests of a copy of the sources in one process, which transforms only what changed between two requests. If a fault never
 * ends, the process is killed and the tests count as failed; the next request starts another. Throws if the process cannot
 * start: its silence would count as a failed test for every fault.
 */
export const createRunner = (copy: string) => {
  let child: ChildProcess | undefined
  // By the next request these are as they were.
  let changedBefore: readonly string[] = []
  const start = async (): Promise<ChildProcess> => {
    const program = join(copy, 'scripts/mutate/runTests.ts')
    const started = fork(program, { cwd: copy, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    const ended = once(started, 'exit').then(([code]) => {
      throw new Error(`${program} did not start (exit code ${code}).`)
    })
    child = started
    // Its first message says that it is ready.
    await Promise.race([once(started, 'message'), ended])
    return started
  }
  const kill = (): void => {
    // Its workers and databases are of its group.
    if (child?.pid !== undefined)
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended already.
      }
    child = undefined
  }
  return {
    stop: kill,
    run: async (request: TestRequest, longestMs: number): Promise<TestResult> => {
      const running = child?.connected ? child : await start()
      return new Promise(resolve => {
        const end = (result: TestResult): void => {
          clearTimeout(timer)
          running.removeAllListeners()
          resolve(result)
        }
        const fail = (died: Pick<TestResult, 'hasDied'>): void => {
          kill()
          end({ isPassed: false, failed: request.tests, milliseconds: {}, ...died })
        }
        const timer = setTimeout(fail, longestMs, {})
        running.once('message', end as (message: unknown) => void)
        running.once('exit', () => fail({ hasDied: true }))
        running.once('error', () => fail({ hasDied: true }))
        running.send({ ...request, changed: [...changedBefore, ...request.changed] })
        changedBefore = request.changed
      })
    },
  }
}
