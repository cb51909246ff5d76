// `npm run bench`: figures of this machine, as a table or with --json. `--sizes 1,10` chooses the files in MB.
import { parseArgs } from 'node:util'
import { measureBundle } from './bundle.ts'
import { measurePipeline, type PipelineFigures } from './pipeline.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '1,10,100' },
  },
})
const sizes = values.sizes.split(',').map(Number)
if (sizes.some(size => !(size > 0))) {
  console.error(`--sizes takes megabytes separated by commas, for example 1,10,100; it is "${values.sizes}".`)
  process.exit(2)
}

const bundle = measureBundle()
const pipeline = await measurePipeline(sizes)

const line = (figures: PipelineFigures): string =>
  [
    `${figures.megabytes} MB (${figures.students} students)`.padEnd(26),
    `stored → quality processing complete ${figures.processingSeconds.toFixed(2)} s`,
    figures.xmllintSeconds === null
      ? 'xmllint not installed'
      : `${figures.ratioToXmllint} × xmllint --stream --schema (${figures.xmllintSeconds.toFixed(2)} s)`,
    `upload ${figures.uploadMegabytesPerSecond} MB/s`,
    Object.entries(figures.steps)
      .map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`)
      .join(', '),
  ].join(' | ')

if (values.json) console.log(JSON.stringify({ bundle, pipeline }, null, 2))
else {
  console.log(`First load ${bundle.firstLoad} kB gzip`)
  for (const [route, size] of Object.entries(bundle.routes)) console.log(`  ${route.padEnd(40)} ${size} kB`)
  for (const figures of pipeline) console.log(line(figures))
}
