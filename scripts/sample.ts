import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type FaultKind, faultKinds, generateSample, type SampleOptions } from '../src/sample/index.ts'
import { generateStaff } from '../src/sample/staff.ts'
import { faultsFor } from './ruleFaults.ts'
import { helpOn } from './support/help.mjs'

const usage = `npm run sample -- --provider 0001 --students 2000 --out file.xml
  [--record staff] [--collection 23056] [--previous] [--faults ${faultKinds.join('|')}] [--break RULE,RULE] [--seed 1] [--country E|W|S|N] [--transfers 0002] [--no-provider]
  --break      rules to be outside tolerance, by their codes (Student.SID.902): every fourth student breaks one of them
  --record     staff for a file of the staff record, with --students members of staff; only --provider, --country, --collection 24025, --seed
               and --faults none|rules apply
  --previous   the collection before, with the same people as far as they were there
  --transfers  provider to which the research students who leave in the year move: it has to agree before the file can be submitted`

helpOn(usage)

const isFaultKind = (text: string): text is FaultKind => faultKinds.some(kind => kind === text)
const isCountry = (text: string): text is 'E' | 'W' | 'S' | 'N' => ['E', 'W', 'S', 'N'].includes(text)

const wholeNumber = (text: string, name: string): number => {
  if (!/^[0-9]+$/.test(text)) throw new RangeError(`--${name} must be a whole number, not "${text}".`)
  return Number(text)
}

/** The file to write, what it counts, and its content. */
interface Sample {
  out: string
  counted: string
  chunks: Iterable<Uint8Array>
}

const readOptions = async (): Promise<Sample> => {
  const { values } = parseArgs({
    options: {
      provider: { type: 'string', default: '0001' },
      students: { type: 'string', default: '2000' },
      out: { type: 'string' },
      record: { type: 'string', default: 'student' },
      collection: { type: 'string' },
      previous: { type: 'boolean', default: false },
      faults: { type: 'string', default: 'none' },
      break: { type: 'string' },
      seed: { type: 'string', default: '1' },
      country: { type: 'string' },
      transfers: { type: 'string' },
      'no-provider': { type: 'boolean', default: false },
    },
  })
  const { faults, country, transfers, out } = values
  if (out === undefined) throw new RangeError('--out is missing: name the file to write.')
  if (!isFaultKind(faults))
    throw new RangeError(`--faults must be one of ${faultKinds.join(', ')}, not "${faults}".`)
  if (country !== undefined && !isCountry(country))
    throw new RangeError(`--country must be E, W, S or N, not "${country}".`)
  if (transfers === values.provider)
    throw new RangeError(`--transfers must name another provider than --provider ${transfers}.`)
  const { record, provider } = values
  if (record !== 'student' && record !== 'staff')
    throw new RangeError(`--record must be student or staff, not "${record}".`)
  const collection = values.collection ?? (record === 'staff' ? '24025' : '23056')
  const year = wholeNumber(collection, 'collection') - (values.previous ? 1_000 : 0)
  const students = wholeNumber(values.students, 'students')
  const seed = wholeNumber(values.seed, 'seed')
  if (record === 'staff') {
    if (faults !== 'none' && faults !== 'rules')
      throw new RangeError(`--faults of a staff file must be none or rules, not "${faults}".`)
    const file = generateStaff({
      provider,
      members: students,
      collection: String(year),
      seed,
      faults,
      ...(country === undefined ? {} : { country }),
    })
    return { out, counted: `${students} members of staff`, chunks: [file] }
  }
  const sample: SampleOptions = {
    provider,
    students,
    collection: String(year),
    faults,
    ...(values.break === undefined
      ? {}
      : { chosenFaults: await faultsFor(`${year}_1.0.0`, values.break.split(',')) }),
    seed,
    withProvider: !values['no-provider'],
    ...(country === undefined ? {} : { country }),
    ...(transfers === undefined ? {} : { researchersMoveTo: transfers }),
  }
  return { out, counted: `${students} students`, chunks: generateSample(sample) }
}

try {
  const { out, counted, chunks } = await readOptions()
  const started = performance.now()
  const file = createWriteStream(out)
  await pipeline(Readable.from(chunks, { objectMode: false, highWaterMark: 1_048_576 }), file)
  const seconds = (performance.now() - started) / 1000
  const megabytes = file.bytesWritten / 1e6
  console.log(`${out}: ${megabytes.toFixed(1)} MB, ${counted}, ${(megabytes / seconds).toFixed(0)} MB/s`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`Usage: ${usage}`)
  process.exitCode = 1
}
