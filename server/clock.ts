import { AsyncLocalStorage } from 'node:async_hooks'

/** The time, as an argument: tests move it. */
export interface Clock {
  now: () => Date
}

const backMs = new AsyncLocalStorage<number>()

/** By how many ms the clock is set back in this call. Only the season of the demonstration sets it back. */
export const setBackMs = (): number => backMs.getStore() ?? 0

/** Runs work, with everything it waits for, with the clock set back by so many ms. */
export const withClockBack = <T>(ms: number, work: () => T): T => (ms === 0 ? work() : backMs.run(ms, work))

/** The clock of a process, which `withClockBack` can set back. */
export const settable = (clock: Clock): Clock => ({
  now: () => new Date(clock.now().getTime() - setBackMs()),
})

/** What a job keeps of a clock that is set back: by how much, and its time. */
export interface KeptClock {
  backMs: number
  at: string
}

/** The clock of this call, for a job that it sends; undefined unless it is set back. */
export const keptClock = (clock: Clock): KeptClock | undefined =>
  setBackMs() === 0 ? undefined : { backMs: setBackMs(), at: clock.now().toISOString() }

/** Longest time that a job waits by such a clock. It stops while no process is up, or the job would overtake the next step. */
const longestWaitMs = 300_000

/** Does the work of a job with the clock that it kept. */
export const withKeptClock = <T>(clock: Clock, kept: KeptClock | undefined, work: () => T): T => {
  if (!kept) return work()
  const sinceSentMs = clock.now().getTime() - Date.parse(kept.at)
  const isLate = sinceSentMs - kept.backMs > longestWaitMs
  return withClockBack(isLate ? sinceSentMs : kept.backMs, work)
}
