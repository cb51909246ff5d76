import { once } from 'node:events'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { FileFault } from '../../../src/domain/problem.ts'
import { RulesetError, type RulesetPlace, rulesetPlaces } from '../../analysis/index.ts'
import { RefusedFiles } from '../refusedFiles.ts'
import type { FromCheck, ToCheck } from './checkProcess.ts'
import { createChecks } from './checks.ts'

/** The process of one check, see `checkProcess.ts`: it does what it is told, one step after the other, and ends with its parent. */

/** Faults that are told; a file with one often has thousands. */
const maxFaults = 1_000

/** Pages go first, but by little: a person waits for the check. Threads that start later inherit it. */
const priority = 3
try {
  setPriority(priority)
} catch {
  // A machine may forbid it; then the check has the same priority.
}

const [, , rssLimitMb] = process.argv
// On a thread of its own: a check may keep this one busy.
const watch = new Worker(new URL('./memoryWatch.ts', import.meta.url), {
  workerData: { limitBytes: Number(rssLimitMb) * 1024 ** 2, parent: process.ppid },
})
// Nothing is checked before it is watched.
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
