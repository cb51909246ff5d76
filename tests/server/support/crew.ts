import pino from 'pino'
import {
  createWorker,
  PermanentFault,
  type StepOutput,
  type StepRunners,
  type Worker,
} from '../../../server/queue/index.ts'
import { type Step, steps } from '../../../src/machines/submission-lifecycle/index.ts'
import type { ProcessingServer } from './processingServer.ts'

/** How a step under way ends. */
export type End = 'PASSED' | 'FAILED' | 'fault'

/** A step in the hands of a worker, held until somebody says how it ends. */
interface Held {
  submissionId: string
  step: Step
  worker: number
  end: (how: End) => void
}

const endings: Record<End, () => StepOutput> = {
  PASSED: () => ({ outcome: 'PASSED', detail: {} }),
  FAILED: () => ({ outcome: 'FAILED', detail: {} }),
  fault: () => {
    throw new PermanentFault('The disk is full.')
  },
}

/**
 * Workers on the server's own queue with its own leases, whose steps end when the test says so. One can die in the
 * middle of a step: its job is given to the others, and it may come back from the dead and finish all the same.
 */
export const startCrew = (server: ProcessingServer, size: number) => {
  const { processing, lifecycle, db, clock } = server
  const held: Held[] = []
  const dead: Held[] = []
  /** Steps that two living workers ran at once, in words. */
  const twice: string[] = []
  const workers = new Map<number, Worker>()
  const all: Worker[] = []
  let last = 0

  const runnersOf = (worker: number): StepRunners => {
    const run =
      (step: Step) =>
      ({ submission }: { submission: { id: string } }): Promise<StepOutput> => {
        const { promise, resolve } = Promise.withResolvers<End>()
        if (held.some(other => other.submissionId === submission.id && other.step === step))
          twice.push(`${step} of ${submission.id}`)
        held.push({ submissionId: submission.id, step, worker, end: resolve })
        return promise.then(how => endings[how]())
      }
    return Object.fromEntries(steps.map(step => [step, run(step)])) as unknown as StepRunners
  }

  const hire = (): void => {
    last += 1
    const worker = createWorker({
      db,
      clock,
      log: pino({ level: 'silent' }),
      queue: processing.queue,
      lifecycle,
      steps: runnersOf(last),
      keepErrorLog: () => Promise.resolve('log'),
      metrics: { stepDone: () => undefined, jobTaken: () => undefined },
      concurrency: 1,
    })
    workers.set(last, worker)
    all.push(worker)
    worker.start()
  }
  for (let count = 0; count < size; count += 1) hire()

  const taken = (list: Held[], at: number): Held | undefined =>
    list.splice(at % Math.max(1, list.length), 1)[0]

  return {
    twice,
    /** How many living workers hold a step. */
    busy: (): number => held.length,
    holds: (submissionId: string): boolean => held.some(other => other.submissionId === submissionId),
    wake: (): void => {
      for (const worker of workers.values()) worker.wake()
    },
    /** Ends one of the steps under way. Gives the submission that it is of. */
    finish: (at: number, how: End): string | undefined => {
      const one = taken(held, at)
      // Only two steps can find a file at fault.
      const isAbout = one?.step === 'SCHEMA_CHECK' || one?.step === 'RIGHT_TO_PROCESS'
      one?.end(how === 'FAILED' && !isAbout ? 'PASSED' : how)
      return one?.submissionId
    },
    /** A worker dies in the middle of its step: another worker is started, and the step is given to whoever is free. */
    crash: async (at: number): Promise<void> => {
      const one = taken(held, at)
      if (!one) return
      dead.push(one)
      workers.delete(one.worker)
      await processing.queue.release(one)
      hire()
    },
    /** One that was taken for dead finishes its step after all. */
    comeBack: (at: number): void => taken(dead, at)?.end('PASSED'),
    /** Lets go of every step of other submissions: of an earlier walk. */
    keepOnly: (ids: ReadonlySet<string>): void => {
      for (const list of [held, dead])
        for (const other of list.filter(({ submissionId }) => !ids.has(submissionId))) {
          list.splice(list.indexOf(other), 1)
          other.end('PASSED')
        }
    },
    stop: async (): Promise<void> => {
      for (const { end } of [...held.splice(0), ...dead.splice(0)]) end('PASSED')
      await Promise.all(all.map(worker => worker.stop()))
    },
  }
}
export type Crew = ReturnType<typeof startCrew>
