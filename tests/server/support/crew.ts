import pino from 'pino'
import {
  createWorker,
  PermanentFault,
  type StageOutput,
  type StageRunner,
  type StageRunners,
  type Worker,
} from '../../../server/jobs/index.ts'
import { type Stage, stages } from '../../../src/machines/submission-lifecycle/index.ts'
import type { ProcessingServer } from './processingServer.ts'

/** How a stage under way ends. */
export type End = 'PASSED' | 'FAILED' | 'fault'

/** A stage in the hands of a worker, held until somebody says how it ends. */
interface Held {
  submissionId: string
  stage: Stage
  worker: number
  end: (how: End) => void
}

const endings: Record<End, () => StageOutput> = {
  PASSED: () => ({ outcome: 'PASSED', detail: {} }),
  FAILED: () => ({ outcome: 'FAILED', detail: {} }),
  fault: () => {
    throw new PermanentFault('The disk is full.')
  },
}

/**
 * Workers on the server's own queue with its own leases, whose stages end when the test says so. One can die in the
 * middle of a stage: its job is given to the others, and it may wake up later and finish all the same.
 */
export const startCrew = async (server: ProcessingServer, size: number) => {
  const { processing, lifecycle, db, clock } = server
  const held: Held[] = []
  const dead: Held[] = []
  /** Stages that two living workers ran at once, in words. */
  const twice: string[] = []
  const workers = new Map<number, Worker>()
  const all: Worker[] = []
  let last = 0

  const runnersOf = (worker: number): StageRunners => {
    const run = (stage: Stage): StageRunner => {
      return async () =>
        ({ submission, signal }) => {
          const { promise, resolve } = Promise.withResolvers<End>()
          if (held.some(other => other.submissionId === submission.id && other.stage === stage))
            twice.push(`${stage} of ${submission.id}`)
          const one: Held = { submissionId: submission.id, stage, worker, end: resolve }
          held.push(one)
          // A living worker notices that its stage was withdrawn, as any stage does that asks its signal.
          signal.addEventListener('abort', () => {
            if (held.includes(one)) held.splice(held.indexOf(one), 1)[0]?.end('PASSED')
          })
          return promise.then(how => endings[how]())
        }
    }
    return Object.fromEntries(stages.map(stage => [stage, run(stage)])) as unknown as StageRunners
  }

  const hire = async (): Promise<void> => {
    last += 1
    const worker = createWorker({
      db,
      clock,
      log: pino({ level: 'silent' }),
      queue: processing.queue,
      lifecycle,
      stages: runnersOf(last),
      keepErrorLog: () => Promise.resolve('log'),
      outages: processing.outages,
      metrics: { stageDone: () => undefined, jobTaken: () => undefined },
      concurrency: 1,
    })
    workers.set(last, worker)
    all.push(worker)
    await worker.start()
  }
  for (let count = 0; count < size; count += 1) await hire()

  const taken = (list: Held[], at: number): Held | undefined =>
    list.splice(at % Math.max(1, list.length), 1)[0]

  return {
    twice,
    /** How many living workers hold a stage. */
    busy: (): number => held.length,
    holds: (submissionId: string): boolean => held.some(other => other.submissionId === submissionId),
    wake: (): void => {
      for (const worker of workers.values()) worker.wake()
    },
    /** Ends one of the stages under way. Gives the submission that it is of. */
    finish: (at: number, how: End): string | undefined => {
      const one = taken(held, at)
      // Only two stages can find a file at fault.
      const isAbout = one?.stage === 'SCHEMA_CHECK' || one?.stage === 'RIGHT_TO_PROCESS'
      one?.end(how === 'FAILED' && !isAbout ? 'PASSED' : how)
      return one?.submissionId
    },
    /** A worker dies in the middle of its stage: another worker is started, and the stage is given to whoever is free. */
    crash: async (at: number): Promise<void> => {
      const one = taken(held, at)
      if (!one) return
      dead.push(one)
      // It finishes the stage in hand if it comes back, but takes no other: each walk has as many workers as it began with.
      void workers.get(one.worker)?.stop()
      workers.delete(one.worker)
      await processing.queue.release(one)
      await hire()
    },
    /** One that was taken for dead finishes its stage after all. */
    comeBack: (at: number): void => taken(dead, at)?.end('PASSED'),
    /** Lets go of every stage of other submissions: of an earlier walk. */
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
export type Crew = Awaited<ReturnType<typeof startCrew>>
