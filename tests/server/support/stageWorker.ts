import pino from 'pino'
import { createWorker, type StageRunners } from '../../../server/jobs/index.ts'
import { stages } from '../../../src/machines/submission-lifecycle/index.ts'
import type { ProcessingServer } from './processingServer.ts'

/** The same for every stage. */
export const eachStage = (runner: StageRunners[keyof StageRunners]): StageRunners =>
  Object.fromEntries(stages.map(stage => [stage, runner])) as StageRunners

/** A worker, not started, of one job at a time beside a server that has none; it says how each of its stages ended. */
export const stageWorker = (
  { db, clock, lifecycle, processing }: ProcessingServer,
  runners: StageRunners,
  ended: (outcome: string) => void,
): ReturnType<typeof createWorker> =>
  createWorker({
    db,
    clock,
    log: pino({ level: 'silent' }),
    queue: processing.queue,
    lifecycle,
    stages: runners,
    keepErrorLog: () => Promise.resolve('log'),
    outages: processing.outages,
    metrics: { jobTaken: () => undefined, stageDone: (_stage, outcome) => ended(outcome) },
    concurrency: 1,
  })
