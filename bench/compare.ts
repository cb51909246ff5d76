import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { readOptions, refuse, wholeNumberOf } from '../scripts/support/options.ts'
import { casesTotal, judgedRight } from './compare/judge.ts'
import { canMeasure, measure } from './compare/measure.ts'
import type { Processor } from './compare/processor.ts'
import { processors } from './compare/processors.ts'
import { type Compared, tableOf } from './compare/table.ts'
import { makeFile, schemaFile } from './support.ts'

const usage = `npm run compare [-- --megabytes 100] [--runs 3] [--only NAME]
  --megabytes  size of the large document, a student record
  --runs       runs of which the median is printed; a run of more than a minute is not repeated
  --only       one processor, such as saxes
Installs other XML processors in a temporary folder, has each check the same documents, one processor at a time, and prints a
table in Markdown. Needs the network for the packages, and GNU time.`

/** `npm run compare`: the record engine next to other processors. */
const options = readOptions(usage, {
  megabytes: { type: 'string', default: '100' },
  runs: { type: 'string', default: '3' },
  only: { type: 'string' },
})
const megabytes = wholeNumberOf(options.megabytes, 'megabytes')
const runs = wholeNumberOf(options.runs, 'runs')
const chosen = processors.filter(({ name }) => options.only === undefined || name === options.only)
if (chosen.length === 0) refuse(`--only takes one of ${processors.map(({ name }) => name).join(', ')}.`)
if (!canMeasure()) refuse('GNU time is missing. On Debian, install the package time.')

const compare = async (processor: Processor, folder: string, document: string): Promise<Compared> => {
  console.error(processor.name)
  try {
    const installed = await processor.install(folder)
    return {
      processor,
      version: installed.version,
      figures: measure(installed.commandFor(document, schemaFile), runs),
      judgedRight: processor.hasSchema ? judgedRight(installed, folder) : undefined,
    }
  } catch (error) {
    return { processor, reason: error instanceof Error ? error.message : String(error) }
  }
}

const folder = await mkdtemp(join(tmpdir(), 'bedel-compare-'))
try {
  const file = await makeFile(folder, megabytes)
  const all: Compared[] = []
  for (const processor of chosen) all.push(await compare(processor, folder, file.path))
  const gibibytes = Math.round(totalmem() / 1024 ** 3)
  const date = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' })
  console.log(`A document of ${file.megabytes} MB, and ${casesTotal} small ones. ${date}, Node.js ${process.version}, \
${cpus().length} × ${cpus()[0]?.model}, ${gibibytes} GiB.\n`)
  console.log(tableOf(all, casesTotal))
} finally {
  await rm(folder, { recursive: true, force: true })
}
