import { once } from 'node:events'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { FileFault } from '../../../src/domain/problem.ts'
import { RulesetError, type RulesetPlace, rulesetPlaces } from '../../analysis/index.ts'
import { RefusedFiles } from '../refusedFiles.ts'
import type { FromCheck, ToCheck } from './checkProcess.ts'
import { createChecks } from './checks.ts'

/** The process of one check (see `checkProcess.ts`). It runs the steps that its parent sends, and ends with its parent. */

/** Faults that are reported. A file with one fault often has thousands. */
const maxFaults = 1_000

/** Slightly below that of the server: pages go first, but a person waits for the check. Later threads inherit it. */
const priority = 3
try {
  setPriority(priority)
} catch {
  // Some machines forbid it. The check then runs at normal priority.
}

const [, , rssLimitMb] = process.argv
// A thread of its own: a check can block this one.
const watch = new Worker(new URL('./memoryWatch.ts', import.meta.url), {
  workerData: { limitBytes: Number(rssLimitMb) * 1024 ** 2, parent: process.ppid },
})
// Check nothing before the watch runs, or the first allocation could pass unseen.
const isWatched = once(watch, 'message')

const send = (message: FromCheck): void => {
  process.send?.(message)
}

rulesetPlaces.subscribe(place => send({ kind: 'place', place: place as RulesetPlace }))

const faultsOf = (error: unknown): readonly FileFault[] | undefined =>
  error instanceof RulesetError || error instanceof RefusedFiles ? error.faults : undefined

const checks = createChecks()

const answer = async ({ step, input }: ToCheck): Promise<FromCheck> => {
  await isWatched
  try {
    const work = checks[step] as (input: unknown) => Promise<unknown>
    return { kind: 'answer', value: await work(input) }
  } catch (error) {
    const faults = faultsOf(error)
    return faults
      ? { kind: 'refused', faults: faults.slice(0, maxFaults) }
      : { kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('disconnect', () => process.exit())
process.on('message', (message: ToCheck) => void answer(message).then(send))
