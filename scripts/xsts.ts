import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { helpOn } from './support/help.mjs'
import { refuse } from './support/options.ts'
import { Judge, type Verdict } from './xsts/judge.ts'
import { findPeers, verdictsOf } from './xsts/peers.ts'
import { readSuite, type SuiteTest } from './xsts/suite.ts'
import { tableOf } from './xsts/table.ts'

const usage = `npm run xsts -- <folder of github.com/w3c/xsdtests> [--only text] [--alone]
  --only   only tests whose name holds this text
  --alone  without the other processors installed here (xmllint, Xerces-J)
Prints how many tests of XML Schema 1.0 are judged as the suite does, by set. Ends with 1 where a test is judged
otherwise and scripts/xsts/differences.json does not give a reason, or where it gives one for a test that is judged right.`
helpOn(usage)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, alone: { type: 'boolean', default: false } },
})
const [folder] = positionals
if (folder === undefined) refuse(`Name the folder of the suite.\nUsage: ${usage}`)

const read = (): SuiteTest[] => {
  try {
    return readSuite(folder ?? '').filter(({ id }) => id.includes(values.only))
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}
const all = read()
const refusedSchemas = new Set(
  all.flatMap(({ kind, expected, schemas }) =>
    kind === 'schema' && expected === 'invalid' ? [schemas.join()] : [],
  ),
)
/** Instances of an invalid schema have no verdict. */
const tests = all.filter(({ kind, schemas }) => kind === 'schema' || !refusedSchemas.has(schemas.join()))

const started = process.cpuUsage()
const judge = new Judge()
const ours = new Map<string, Verdict>(tests.map(test => [test.id, judge.judge(test)]))
const { user, system } = process.cpuUsage(started)

const peers = values.alone ? [] : findPeers()
const processors = new Map<string, (test: SuiteTest) => string | undefined>([
  ['Bedel', ({ id }) => ours.get(id)?.verdict],
])
for (const peer of peers) {
  const verdicts = await verdictsOf(peer, tests)
  processors.set(peer.name, ({ id }) => verdicts[id])
}
for (const line of tableOf(tests, processors)) console.log(line)
console.log(`${tests.length} tests in ${((user + system) / 1e6).toFixed(1)} s of CPU`)

interface Difference {
  readonly reason: string
  readonly tests: readonly string[]
}
const known = new Map(
  (
    JSON.parse(readFileSync(new URL('xsts/differences.json', import.meta.url), 'utf8')) as Difference[]
  ).flatMap(({ reason, tests: ids }) => ids.map(id => [id, reason])),
)
const different = tests.filter(({ id, expected }) => ours.get(id)?.verdict !== expected)
const unexplained = different.filter(({ id }) => !known.has(id))
const gone = tests.filter(({ id, expected }) => known.has(id) && ours.get(id)?.verdict === expected)
const crashes = tests.filter(({ id }) => ours.get(id)?.verdict === 'crash')
for (const { id, expected } of unexplained)
  console.log(`${id} is ${expected}: ${ours.get(id)?.message || 'no fault was found'}`)
for (const { id } of gone) console.log(`${id} is judged right: take it out of differences.json`)
console.log(
  `${different.length} differences, ${different.length - unexplained.length} with a reason; ${crashes.length} crashes`,
)
process.exitCode = unexplained.length + gone.length + crashes.length === 0 ? 0 : 1
