import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CollectionTotals } from '../database/queries/collectionTotals.ts'
import { names } from '../jobs/jobs.ts'
import { thisRelease } from '../release.ts'

/** Figures of a process of either kind: of itself, and whether it can use what it needs. */
const createRegistry = () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const up = new Gauge({
    name: 'part_up',
    help: 'Whether a part can be used: database, queue, store, disk, notifications, issuer.',
    labelNames: ['part'],
    registers: [registry],
  })
  new Gauge({
    name: 'build_info',
    help: 'The release of this process; always 1.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: thisRelease }, 1)
  return { registry, up }
}

/** Figures of the stages and other jobs that a process has worked on. */
const workFigures = (registry: Registry) => {
  const stages = new Histogram({
    name: 'stage_seconds',
    help: 'Time that an attempt at a processing stage took.',
    labelNames: ['stage', 'outcome'],
    buckets: [0.05, 0.25, 1, 5, 20, 60, 300, 1800],
    registers: [registry],
  })
  const waits = new Histogram({
    name: 'stage_wait_seconds',
    help: 'Time that a processing stage waited for a worker.',
    labelNames: ['stage'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers: [registry],
  })
  const failed = new Counter({
    name: 'jobs_failed_total',
    help: 'Jobs of a queue that failed, whether they are tried again or not; faults of stages are in stage_seconds.',
    labelNames: ['queue'],
    registers: [registry],
  })
  // The first failure is seen as a growth only where there was a nought before it.
  for (const queue of Object.values(names)) failed.inc({ queue }, 0)
  return {
    stageDone: (stage: string, outcome: string, seconds: number) =>
      stages.observe({ stage, outcome }, seconds),
    jobTaken: (stage: string, waitedSeconds: number) => waits.observe({ stage }, waitedSeconds),
    jobFailed: (queue: string) => failed.inc({ queue }),
  }
}

/** The figures of a worker, for Prometheus: those of the whole installation are told by the API processes. */
export const createWorkerMetrics = () => {
  const { registry, up } = createRegistry()
  return { registry, up, worker: workFigures(registry) }
}

/** Figures of an API process, for Prometheus. Labels are route patterns and names of stages, never ids. */
export const createMetrics = () => {
  const { registry, up } = createRegistry()
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer a request, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'refusals_total',
    help: 'Requests that were refused for want of a right.',
    labelNames: ['route'],
    registers: [registry],
  })
  const cspReports = new Counter({
    name: 'csp_reports_total',
    help: 'Reports of browsers about what the content security policy has kept a page from.',
    labelNames: ['directive'],
    registers: [registry],
  })
  const sockets = new Gauge({ name: 'live_sockets', help: 'Open live connections.', registers: [registry] })
  const queueLength = new Gauge({
    name: 'stage_queue_length',
    help: 'Processing steps that wait for a worker and not for what is away, of the whole installation.',
    registers: [registry],
  })
  const putBack = new Gauge({
    name: 'stages_put_back',
    help: 'Processing steps that wait until something is back that their worker cannot do without: store, disk, database.',
    labelNames: ['part'],
    registers: [registry],
  })
  const filesLeft = new Gauge({
    name: 'store_files_left',
    help: 'Files that the object store was told to remove and has not, of the whole installation; it is told again every minute.',
    registers: [registry],
  })
  const givenUp = new Counter({
    name: 'stages_given_up_total',
    help: 'Processing stages that ended in an error status, of the whole installation: every API process tells the same.',
    labelNames: ['stage'],
    registers: [registry],
  })
  const unsealedLines = new Gauge({
    name: 'audit_waiting_lines',
    help: 'Lines of the audit that have no place in the sealed list yet, of the whole installation.',
    registers: [registry],
  })
  const unsealedSeconds = new Gauge({
    name: 'audit_waiting_seconds',
    help: 'How long the oldest of these lines has waited for its seal.',
    registers: [registry],
  })
  const backupAge = new Gauge({
    name: 'backup_age_seconds',
    help: 'Time since the newest backup in BACKUP_TO was finished; infinite without any.',
    labelNames: ['to'],
    registers: [registry],
  })
  const submissions = new Gauge({
    name: 'submissions',
    help: 'Latest live submissions of providers, by collection and status, of the whole installation.',
    labelNames: ['collection', 'status'],
    registers: [registry],
  })
  const collectionBytes = new Gauge({
    name: 'collection_bytes',
    help: 'Bytes of stored files and of their analyses, by collection, of the whole installation.',
    labelNames: ['collection'],
    registers: [registry],
  })
  const daysToDeadline = new Gauge({
    name: 'days_to_deadline',
    help: 'Days until the deadline of each open collection that has one; negative after it.',
    labelNames: ['collection'],
    registers: [registry],
  })
  return {
    registry,
    backupAge,
    /** Takes over the totals of all collections. */
    setCollections: (totals: CollectionTotals): void => {
      for (const gauge of [submissions, collectionBytes, daysToDeadline]) gauge.reset()
      for (const { count, ...labels } of totals.submissions) submissions.set(labels, count)
      for (const { bytes, ...labels } of totals.bytes) collectionBytes.set(labels, bytes)
      for (const { days, ...labels } of totals.deadlines) daysToDeadline.set(labels, days)
    },
    queueLength,
    putBack,
    filesLeft,
    up,
    requests,
    refusals,
    cspReports,
    sockets,
    /** Takes over what the database has counted. */
    setGivenUp: (counts: ReadonlyMap<string, number>): void => {
      givenUp.reset()
      for (const [stage, count] of counts) givenUp.inc({ stage }, count)
    },
    setUnsealed: ({ lines, seconds }: { lines: number; seconds: number }): void => {
      unsealedLines.set(lines)
      unsealedSeconds.set(seconds)
    },
    /** Of the worker process beside this one, which has no address of its own. */
    worker: workFigures(registry),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
