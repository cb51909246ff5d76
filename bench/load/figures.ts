import type { LoadFigures } from './run.ts'

/** One run with its settings. */
export interface Run extends LoadFigures {
  /** Share of the whole load. */
  share: number
  minutes: number
  cores: number
}

/** The value below which this share of the values lies. */
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
/** The mean number of busy cores while files were sent, all processes together. */
const busyCores = ({ processor, minutes }: Run): number =>
  processor.reduce((sum, { seconds }) => sum + seconds, 0) / (minutes * 60)
/** The figures of a run, line by line. */
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
