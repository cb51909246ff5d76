// `npm run load`: a whole installation under the load of a collection's last hour, for 1, 2 and more workers; what more
// workers than cores would do is computed from the measured times.
import { availableParallelism, loadavg } from 'node:os'
import { readOptions, refuse, wholeNumberOf } from '../scripts/support/options.ts'
import { momentsOf, predict } from './load/queueing.ts'
import { type LoadFigures, runLoad } from './load/run.ts'
import { makeSamples } from './load/samples.ts'

const values = readOptions(
  `npm run load -- [--providers 500] [--uploads 2000] [--readers 200] [--sockets 5000] [--minutes 60] [--workers 1,2]
    [--megabytes 1-10] [--predict 1,2,4] [--seed 1] [--json]
  Puts an installation of two API processes and so many workers under load, one number of workers after the other, and
  predicts the waits of other numbers of workers from the times measured with the first.`,
  {
    providers: { type: 'string', default: '500' },
    uploads: { type: 'string', default: '2000' },
    readers: { type: 'string', default: '200' },
    sockets: { type: 'string', default: '5000' },
    minutes: { type: 'string', default: '60' },
    workers: { type: 'string', default: '1,2' },
    predict: { type: 'string', default: '1,2,4' },
    megabytes: { type: 'string', default: '1-10' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
)
const sizes = /^([1-9]\d{0,2})-([1-9]\d{0,2})$/.exec(values.megabytes)
if (!sizes || Number(sizes[1]) > Number(sizes[2]))
  refuse(`--megabytes takes a range like 1-10; it is "${values.megabytes}".`)
const numbersOf = (text: string, name: string): number[] =>
  text.split(',').map(part => wholeNumberOf(part, name))
const options = {
  providers: wholeNumberOf(values.providers, 'providers'),
  uploads: wholeNumberOf(values.uploads, 'uploads'),
  readers: wholeNumberOf(values.readers, 'readers'),
  sockets: wholeNumberOf(values.sockets, 'sockets'),
  minutes: wholeNumberOf(values.minutes, 'minutes'),
  megabytes: [Number(sizes?.[1]), Number(sizes?.[2])] as const,
  seed: wholeNumberOf(values.seed, 'seed'),
}
const crews = numbersOf(values.workers, 'workers')
const predicted = numbersOf(values.predict, 'predict')

/** The value below which so large a share lies. */
const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
const quantiles = (values: readonly number[], digits: number): string =>
  values.length === 0
    ? 'none'
    : [0.5, 0.95, 0.99].map(share => quantile(values, share).toFixed(digits)).join(' / ')

const linesOf = (one: LoadFigures): string[] => [
  `── ${one.workers} workers: ${one.completed} of ${one.uploads} files complete; p50 / p95 / p99 below`,
  `file stored → quality processing complete  ${quantiles(one.turnaround, 1)} s`,
  `waiting for a worker, between stages too   ${quantiles(one.waits, 1)} s`,
  `in the hands of a worker                   ${quantiles(one.services, 2)} s`,
  `reads                                      ${quantiles(Object.values(one.reads).flat(), 0)} ms (aim p95 50)`,
  ...Object.entries(one.reads).map(
    ([name, times]) => `  ${name.padEnd(40)} ${quantiles(times, 0)} ms, ${times.length} times`,
  ),
  `decision → message at a socket             ${quantiles(one.messages, 0)} ms (aim p99 200), ${one.messages.length} messages at ${one.openSockets} sockets`,
  ...one.memory.map(
    ({ name, middleMib, lastMib, peakMib }) =>
      `  memory of ${name.padEnd(30)} ${middleMib} → ${lastMib} MiB, at most ${peakMib}`,
  ),
  ...one.processor.map(({ name, seconds }) => `  processor of ${name.padEnd(27)} ${seconds.toFixed(1)} s`),
  `submissions in the end: ${JSON.stringify(one.statuses)}`,
  `failures: ${JSON.stringify(one.failures)}`,
]

/** Means, measured and by the model: the model takes each worker to have a core of its own. */
const predictionLines = (measured: readonly LoadFigures[]): string[] => {
  const [first] = measured
  if (!first || first.services.length === 0) return []
  const service = momentsOf(first.services)
  const rate = options.uploads / (options.minutes * 60)
  return [
    `── M/G/c by Lee and Longton (1959): ${(rate * 3600).toFixed(0)} files an hour, service of ${service.mean.toFixed(2)} s on average with ${first.workers} workers, squared variation ${service.squaredVariation.toFixed(2)}`,
    ...predicted.map(workers => {
      const { utilisation, waitSeconds } = predict(workers, rate, service)
      const own = measured.find(one => one.workers === workers)
      return `${workers} workers: busy ${(utilisation * 100).toFixed(0)} %, mean wait ${waitSeconds.toFixed(2)} s; measured ${own ? `${momentsOf(own.waits).mean.toFixed(2)} s` : 'not'}`
    }),
  ]
}

const print = (lines: readonly string[]): void => {
  if (!values.json) console.log([...lines, ''].join('\n'))
}
print([
  `${availableParallelism()} cores, load average ${loadavg()
    .map(value => value.toFixed(1))
    .join(' ')}; the load comes from the same machine.`,
  JSON.stringify(options),
])
const measured: LoadFigures[] = []
const samples = await makeSamples(options)
try {
  for (const workers of crews) {
    const figures = await runLoad({ ...options, workers }, samples.files)
    measured.push(figures)
    print(linesOf(figures))
  }
} finally {
  await samples.remove()
}
print(predictionLines(measured))
if (values.json) console.log(JSON.stringify({ options, measured }, null, 2))
