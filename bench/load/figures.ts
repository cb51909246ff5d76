import { fitCores } from './cores.ts'
import { momentsOf, predict } from './queueing.ts'
import type { LoadFigures } from './run.ts'

/** One run, with what was asked of it. */
export interface Run extends LoadFigures {
  /** Share of the whole load. */
  share: number
  minutes: number
  cores: number
}

/** The value below which so large a share lies. */
const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
const quantiles = (values: readonly number[], digits: number): string =>
  values.length === 0
    ? 'none'
    : [0.5, 0.95, 0.99].map(share => quantile(values, share).toFixed(digits)).join(' / ')
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
const allReads = ({ reads }: LoadFigures): number[] => Object.values(reads).flat()
/** Cores that were busy on average while files were sent, with all that ran. */
const busyCores = ({ processor, minutes }: Run): number =>
  processor.reduce((sum, { seconds }) => sum + seconds, 0) / (minutes * 60)
/** The same without the workers, which give way to it. */
const busyFirst = ({ processor, ...run }: Run): number =>
  busyCores({ ...run, processor: processor.filter(({ name }) => !name.startsWith('worker')) })

/** What a run showed, line by line. */
export const linesOf = (one: Run): string[] => [
  `── ${percent(one.share)} of the load, ${one.workers} workers: ${one.completed} of ${one.uploads} files complete; p50 / p95 / p99 below`,
  `file stored → quality processing complete  ${quantiles(one.turnaround, 1)} s`,
  `waiting for a worker, between stages too   ${quantiles(one.waits, 1)} s`,
  `in the hands of a worker                   ${quantiles(one.services, 2)} s`,
  `reads                                      ${quantiles(allReads(one), 0)} ms (aim p95 50)`,
  ...Object.entries(one.reads).map(
    ([name, times]) => `  ${name.padEnd(40)} ${quantiles(times, 0)} ms, ${times.length} times`,
  ),
  `decision → message at a socket             ${quantiles(one.messages, 0)} ms (aim p99 200), ${one.messages.length} messages at ${one.openSockets} sockets`,
  ...one.memory.map(
    ({ name, middleMib, lastMib, peakMib }) =>
      `  memory of ${name.padEnd(30)} ${middleMib} → ${lastMib} MiB, at most ${peakMib}`,
  ),
  ...one.processor.map(({ name, seconds }) => `  processor of ${name.padEnd(27)} ${seconds.toFixed(1)} s`),
  `cores busy: ${busyCores(one).toFixed(2)} of ${one.cores}`,
  `submissions in the end: ${JSON.stringify(one.statuses)}`,
  `failures: ${JSON.stringify(one.failures)}`,
]

/** Mean waits of files at the whole load, by the model, which takes each worker to have a core of its own; and as measured. */
export const workersLines = (
  runs: readonly Run[],
  uploadsPerSecond: number,
  workers: readonly number[],
): string[] => {
  const [first] = runs
  if (!first || first.services.length === 0) return []
  const service = momentsOf(first.services)
  return [
    `── M/G/c by Lee and Longton (1959): ${(uploadsPerSecond * 3600).toFixed(0)} files an hour, service of ${service.mean.toFixed(2)} s on average with ${first.workers} workers at ${percent(first.share)} of the load, squared variation ${service.squaredVariation.toFixed(2)}`,
    ...workers.map(count => {
      const { utilisation, waitSeconds } = predict(count, uploadsPerSecond, service)
      const own = runs.find(run => run.workers === count && run.share === 1)
      return `${count} workers: busy ${percent(utilisation)}, mean wait ${waitSeconds.toFixed(2)} s; measured ${own ? `${momentsOf(own.waits).mean.toFixed(2)} s` : 'not'}`
    }),
  ]
}

const looked = [
  ['reads p95', (run: Run) => quantile(allReads(run), 0.95)],
  ['messages p99', (run: Run) => quantile(run.messages, 0.99)],
] as const

/**
 * What readers and live connections would see at the whole load with so many cores of this kind, by the model fitted to the runs with
 * the most workers; and, from three runs on, what it says of each when it has not seen it.
 */
export const coresLines = (all: readonly Run[], cores: readonly number[]): string[] => {
  const workers = Math.max(...all.map(run => run.workers))
  const runs = all.filter(run => run.workers === workers)
  const lines = looked.flatMap(([name, msOf]) => {
    const points = runs.map(run => ({
      ...run,
      busy: busyCores(run),
      busyFirst: busyFirst(run),
      ms: msOf(run),
    }))
    const expected = fitCores(points)
    if (!expected) return []
    return [
      ...points.flatMap((point, at) => {
        const unseen = fitCores(points.toSpliced(at, 1))?.(point.cores, point.share)
        return unseen
          ? `${name} at ${percent(point.share)}, fitted to the others: ${unseen.ms.toFixed(0)} ms; measured ${point.ms.toFixed(0)} ms`
          : []
      }),
      ...cores.map(count => {
        const { busy, ms } = expected(count, 1)
        return `${name} at the whole load, ${count} cores: ${Number.isFinite(ms) ? `${ms.toFixed(0)} ms, ${busy.toFixed(2)} cores busy` : `not possible, it takes ${busy.toFixed(2)}`}`
      }),
    ]
  })
  return lines.length === 0
    ? []
    : [
        '── More cores of this kind, by M/M/c with priorities, fitted to these runs (bench/load/cores.ts)',
        ...lines,
      ]
}
