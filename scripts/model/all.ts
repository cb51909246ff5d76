import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { coverageFolder } from '../../server/inspection/coverage.ts'
import { helpOn } from '../support/help.mjs'
import { refuse } from '../support/options.ts'
import { partsOf } from './parts.ts'
import { printTable } from './table.ts'

/**
 * `npm run model:all`: everything that `npm test` leaves out or has only a share of. The tests that are tagged exhaustive
 * (whole installations under faults, every screen in every state, whole seasons), the faults of machines in larger numbers,
 * the peak memory of the analysis of 1 GB; every state of small models of the lifecycle, also in Quint; every pair of
 * transitions in the browser, every address as everybody, random walks from a fresh seed (BEDEL_SEED and BEDEL_WALKS set it and
 * their number), the faults put into the charts, every call of everybody at every status and for values of records,
 * 20,000 requests nobody would make, a thousand stories of a simulated installation, a hundred kills of real processes,
 * 10,000 mutated files cut at other places, the examples of all rulesets, and the table of all levels. Takes hours on two
 * cores; parts of it can be run by their names.
 */
const root = join(import.meta.dirname, '../..')
const seed = process.env.BEDEL_SEED ?? String(randomInt(2 ** 31))
const walks = process.env.BEDEL_WALKS ?? '400'

const parts = partsOf({ seed, walks })

helpOn(`npm run model:all [-- part …]
  Everything that npm test leaves out or has only a share of, or the named parts: ${parts.map(({ name }) => name).join(', ')}.
  Takes hours. BEDEL_SEED and BEDEL_WALKS set the random walks.`)

const chosen = process.argv.slice(2)
const unknown = chosen.filter(name => !parts.some(part => part.name === name))
if (unknown.length > 0) refuse(`There is no part "${unknown.join('", "')}".`)

const run = (script: string, args: readonly string[], environment: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: 'inherit',
    })
    child.once('error', reject)
    child.once('exit', code => resolve(code ?? 1))
  })

const toRun = parts.filter(({ name }) => chosen.length === 0 || chosen.includes(name))
// What the browser has walked before is walked anew.
if (toRun.some(({ name }) => name === 'paths'))
  for (const name of ['browser.json', 'browser-paths.json'])
    await rm(join(coverageFolder, name), { force: true })

const summary: string[][] = []
for (const { name, script, args, environment = {} } of toRun) {
  console.log(`\n── ${name}${name === 'walks' ? `, BEDEL_SEED=${seed}` : ''}`)
  const started = performance.now()
  const code = await run(script, args, environment)
  if (code !== 0) process.exitCode = 1
  summary.push([
    name,
    code === 0 ? 'passed' : 'failed',
    `${((performance.now() - started) / 1000).toFixed(0)} s`,
  ])
}
console.log()
printTable(summary)
