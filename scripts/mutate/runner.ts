import { type ChildProcess, fork } from 'node:child_process'
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
}

/**
 * Runs tests of a copy of the sources in one process, which transforms only what changed between two requests. A fault that never
 * comes to an end has that process killed, and the tests count as failed; the next request starts another.
 */
export const createRunner = (copy: string) => {
  let child: ChildProcess | undefined
  // By the next request these are as they were.
  let changedBefore: readonly string[] = []
  const start = (): ChildProcess =>
    fork(join(copy, 'scripts/mutate/runTests.ts'), {
      cwd: copy,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
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
    run: (request: TestRequest, longestMs: number): Promise<TestResult> => {
      const running = child ?? start()
      child = running
      return new Promise(resolve => {
        const end = (result: TestResult): void => {
          clearTimeout(timer)
          running.removeAllListeners()
          resolve(result)
        }
        const give = (): void => {
          kill()
          end({ isPassed: false, failed: request.tests, milliseconds: {} })
        }
        const timer = setTimeout(give, longestMs)
        running.once('message', end as (message: unknown) => void)
        running.once('exit', give)
        running.once('error', give)
        running.send({ ...request, changed: [...changedBefore, ...request.changed] })
        changedBefore = request.changed
      })
    },
  }
}
