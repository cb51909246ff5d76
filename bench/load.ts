// `npm run load`: a whole installation under the load of a collection's last hour, or under a share of it, with 1, 2 and more workers.
import { availableParallelism, loadavg } from 'node:os'
import { readOptions, refuse, wholeNumberOf } from '../scripts/support/options.ts'
import { linesOf, type Run } from './load/figures.ts'
import { runLoad } from './load/run.ts'
import { makeSamples } from './load/samples.ts'

const values = readOptions(
  `npm run load -- [--providers 500] [--uploads 2000] [--readers 200] [--sockets 5000] [--minutes 60] [--workers 1,2]
    [--megabytes 1-10] [--percent 100] [--seed 1] [--json]
  Puts an installation of two API processes under load, once for each number of workers.
  --percent 10,25,35   one run for each share of the uploads and readers, for a machine that cannot carry the whole load`,
  {
    providers: { type: 'string', default: '500' },
    uploads: { type: 'string', default: '2000' },
    readers: { type: 'string', default: '200' },
    sockets: { type: 'string', default: '5000' },
    minutes: { type: 'string', default: '60' },
    workers: { type: 'string', default: '1,2' },
    percent: { type: 'string', default: '100' },
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
const shares = numbersOf(values.percent, 'percent').map(percent => percent / 100)

const print = (lines: readonly string[]): void => {
  if (!values.json) console.log([...lines, ''].join('\n'))
}
print([
  `${availableParallelism()} cores, load average ${loadavg()
    .map(value => value.toFixed(1))
    .join(' ')}; the load comes from the same machine.`,
  JSON.stringify(options),
])
const measured: Run[] = []
const samples = await makeSamples({ ...options, uploads: Math.ceil(options.uploads * Math.max(...shares)) })
try {
  for (const workers of crews)
    for (const share of shares) {
      const readers = Math.round(options.readers * share)
      const files = samples.files.slice(0, Math.round(options.uploads * share))
      const figures = await runLoad({ ...options, readers, workers }, files)
      const run = { ...figures, share, minutes: options.minutes, cores: availableParallelism() }
      measured.push(run)
      print(linesOf(run))
    }
} finally {
  await samples.remove()
}
if (values.json) console.log(JSON.stringify({ options, measured }, null, 2))
