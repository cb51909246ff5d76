import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { printTable } from './model/table.ts'
import { type Area, areas, type Fault, withFault } from './mutate/fault.ts'
import { faultsOf } from './mutate/faults.ts'
import { namedFaults } from './mutate/named.ts'
import { createRunner } from './mutate/runner.ts'
import { testsFor } from './mutate/tests.ts'
import { readOptions, refuse, wholeNumberOf } from './support/options.ts'

/**
 * `npm run mutate [-- --only sql,facts,hearing,reports,messages] [--count 200] [--seed N]`: puts faults outside the charts, one at a
 * time, into a copy of the sources, and runs the tests nearest to each. Ten named faults are always among them. Prints those
 * that no test notices. Ends with 1 where one of the named is among these, or under 95 % of all are noticed.
 */
const usage = `npm run mutate [-- --only ${areas.join(',')}] [--count 200] [--seed 1]
  Puts faults outside the charts into a copy of the sources, one at a time, and runs the tests that are to notice each.
  --count 10 runs only the ten named ones.`
const values = readOptions(usage, {
  only: { type: 'string', default: areas.join(',') },
  count: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
})

const aim = 0.95
const root = join(import.meta.dirname, '..')
const count = wholeNumberOf(values.count, 'count')
const seed = wholeNumberOf(values.seed, 'seed')
const chosen = values.only.split(',')
const isArea = (name: string): name is Area => areas.some(area => area === name)
const unknown = chosen.filter(name => !isArea(name))
if (unknown.length > 0)
  refuse(`There is no area "${unknown.join('", "')}". The areas are: ${areas.join(', ')}.`)

/** So many of an area, drawn by the seed, the same for the same sources. */
const drawn = (faults: readonly Fault[], number: number): readonly Fault[] =>
  faults.length === 0
    ? []
    : (
        fc.sample(fc.shuffledSubarray([...faults], { minLength: faults.length }), { seed, numRuns: 1 })[0] ??
        []
      ).slice(0, number)

const named = namedFaults(root).filter(({ area }) => chosen.includes(area))
const others = chosen.filter(isArea)
const share = Math.max(0, count - named.length)
const faults = [
  ...named,
  ...others.flatMap((area, at) =>
    drawn(faultsOf(root, area), Math.floor(share / others.length) + Number(at < share % others.length)),
  ),
]

/** A copy of the sources that faults are put into: nobody's work is touched, also where the command is killed. */
const copySources = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'bedel-mutate-'))
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  for (const file of files.toString().split('\0').filter(Boolean))
    cpSync(join(root, file), join(copy, file), { recursive: true })
  // Hard links, not one link to the folder: a command under test may install, which empties it.
  execFileSync('cp', ['-Rl', join(root, 'node_modules'), join(copy, 'node_modules')])
  execFileSync(process.execPath, ['scripts/messages.ts'], { cwd: copy, stdio: 'ignore' })
  return copy
}

const copy = copySources()
const stop = (): void => rmSync(copy, { recursive: true, force: true })
process.once('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const runner = createRunner(copy)
process.once('exit', runner.stop)

/** No test of a fault that ends takes longer than this: one that does was made endless by the fault. */
const longestMs = 300_000
/** A slower test file is not run for each fault. */
const longestOfOne = 60_000

/** What a test file takes without a fault; null where it fails without one, and so notices nothing. */
const timeOf = new Map<string, number | null>()
const measure = async (tests: readonly string[], isAgain = false): Promise<void> => {
  const fresh = tests.filter(test => !timeOf.has(test))
  if (fresh.length === 0) return
  // One at a time where one of them fails: which it is then shows.
  const { isPassed, milliseconds } = await runner.run({ changed: [], tests: fresh }, longestMs)
  if (isPassed) {
    for (const test of fresh) timeOf.set(test, milliseconds[test] ?? 0)
  } else if (fresh.length > 1) for (const test of fresh) await measure([test])
  else if (!isAgain) {
    // Tests that a fault has ended may have left something behind in this process.
    runner.stop()
    await measure(fresh, true)
  } else {
    timeOf.set(fresh[0] ?? '', null)
    console.error(`fails without a fault, and is left out: ${fresh[0]}`)
  }
}

const testsOf = testsFor(root)

/** The first of the tests that notices a fault: the nearest are asked first, those of the running server last. */
const noticedBy = async (fault: Fault): Promise<string | undefined> => {
  const place = join(copy, fault.file)
  const text = readFileSync(place, 'utf8')
  for (const group of testsOf(fault)) {
    await measure(group)
    const tests = group.filter(test => (timeOf.get(test) ?? longestOfOne) < longestOfOne)
    if (tests.length === 0) continue
    const usual = tests.reduce((sum, test) => sum + (timeOf.get(test) ?? 0), 0)
    const request = { changed: [fault.file], tests, only: fault.only }
    writeFileSync(place, withFault(text, fault))
    const { isPassed, failed, hasDied } = await runner
      .run(request, Math.min(longestMs, 60_000 + 5 * usual))
      .finally(() => writeFileSync(place, text))
    // Without the fault the same tests pass, or it was not the fault that ended them.
    if (hasDied && !(await runner.run(request, longestMs)).isPassed)
      throw new Error(`The process that runs the tests ends without a fault, too: ${tests.join(', ')}`)
    if (!isPassed) return failed.join(', ') || tests.join(', ')
  }
  return undefined
}

const lineOf = ({ file, start }: Fault): number =>
  readFileSync(join(root, file), 'utf8').slice(0, start).split('\n').length

const tally = new Map<string, { put: number; noticed: number }>()
const unnoticed: Fault[] = []
for (const [at, fault] of faults.entries()) {
  const by = await noticedBy(fault)
  const kind = at < named.length ? 'named' : fault.area
  const entry = tally.get(kind) ?? { put: 0, noticed: 0 }
  tally.set(kind, { put: entry.put + 1, noticed: entry.noticed + Number(by !== undefined) })
  if (by === undefined) unnoticed.push(fault)
  console.log(
    `${by === undefined ? 'unnoticed' : 'noticed  '} ${fault.file}:${lineOf(fault)} ${fault.label}${by ? ` (${by})` : ''}`,
  )
}

const rows = [...tally].map(([kind, entry]) => [
  kind,
  String(entry.put),
  String(entry.noticed),
  `${((100 * entry.noticed) / entry.put).toFixed(1)} %`,
])
const noticed = faults.length - unnoticed.length
console.log()
printTable([
  ['area', 'faults', 'noticed', 'share'],
  ...rows,
  ['all', String(faults.length), String(noticed), `${((100 * noticed) / faults.length).toFixed(1)} %`],
])
const isNamedMissed = unnoticed.some(fault => named.includes(fault))
if (isNamedMissed) console.error('A named fault goes unnoticed.')
if (noticed < aim * faults.length) console.error('Under the aim: 95 % of all faults.')
process.exitCode = isNamedMissed || noticed < aim * faults.length ? 1 : 0
