// Every check and test of the project: stages side by side as far as the cores go, and one closing line "N passed, N
// failed". Plain JavaScript for Node 20.19 and later: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, freemem, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { ensureInstalled, ensureMessages, runtime } from './support/bootstrap.mjs'
import { helpOn } from './support/help.mjs'
import { makeRunFolder, removeAbandoned } from './support/runFolder.mjs'
import { sharedProcess } from './support/sharedProcess.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const given = process.argv.slice(2)
const only = given.filter(argument => !argument.startsWith('-'))
/** Whether the exhaustive tests run, too; else they are printed as skipped. */
const all = given.includes('--all')
/** The commit since which something has changed whose tests are to run; undefined for all tests. */
const since = given
  .map(argument => /^--changed(?:=(.+))?$/.exec(argument))
  .filter(found => found !== null)
  .map(([, reference = 'HEAD']) => reference)
  .at(-1)
const memory = '/dev/shm'
// A run that was killed has removed nothing: what it has left in memory would be missed by everybody.
for (const place of [tmpdir(), memory]) if (existsSync(place)) removeAbandoned(place)
/** Everything that a run writes outside the project, gone with it. */
const folder = makeRunFolder(tmpdir())

/** Whether files can be kept in memory here, and the databases of a run are few beside it: they take a fifth of a gigabyte. */
const hasRoomInMemory = () => {
  const enough = 4 * 1024 ** 3
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= enough && freemem() >= enough
  } catch {
    return false
  }
}
/** Where the databases lie. Hundreds are made, each of hundreds of files: on a disk that takes five times as long. */
const databases = hasRoomInMemory() ? makeRunFolder(memory) : folder
// However it ends, also after no more than its help.
process.on('exit', () => {
  for (const made of new Set([folder, databases]))
    rmSync(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})
/** One core has to run two stages of one core each, too. */
const cores = Math.max(2, availableParallelism())

/**
 * What a report says, of every kind: counts, each test with its milliseconds, what was skipped, what of that is exhaustive,
 * and what failed with the beginning of what it said.
 */
const nothing = () => ({ passed: 0, failed: 0, skipped: [], exhaustive: [], tests: [], failures: [] })

const firstLines = text =>
  stripVTControlCharacters(text ?? '')
    .trim()
    .split('\n')
    .filter(line => !line.includes('node_modules'))
    .slice(0, 12)
    .join('\n')

const ofVitest = report => {
  const found = nothing()
  for (const file of report.testResults) {
    // A file that does not load has no tests of its own to fail.
    if (file.status === 'failed' && file.assertionResults.length === 0) {
      found.failed += 1
      found.failures.push({ name: relative(root, file.name), said: firstLines(file.message) })
    }
    for (const { status, fullName, duration, failureMessages, tags } of file.assertionResults) {
      if (status === 'passed') found.passed += 1
      else if (status === 'failed') {
        found.failed += 1
        found.failures.push({
          name: `${relative(root, file.name)}: ${fullName}`,
          said: firstLines(failureMessages.join('\n')),
        })
      } else if (!all && tags.includes('exhaustive')) found.exhaustive.push(fullName)
      else found.skipped.push(fullName)
      found.tests.push({ name: fullName, ms: duration ?? 0 })
    }
  }
  return found
}

/** A test that needed a second try has failed. */
const ofPlaywright = report => {
  const found = nothing()
  const specsIn = suite => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)]
  for (const { title, file, tags, tests } of report.suites.flatMap(specsIn))
    for (const { status, annotations, results } of tests) {
      const reason = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
      if (status === 'expected') found.passed += 1
      else if (status === 'skipped' && !all && tags.includes('exhaustive'))
        found.exhaustive.push(`${file}: ${title}`)
      else if (status === 'skipped') found.skipped.push(`${file}: ${title}${reason ? ` (${reason})` : ''}`)
      else {
        found.failed += 1
        const said = results.flatMap(({ errors }) => errors.map(({ message }) => message))
        found.failures.push({ name: `${file}: ${title}`, said: firstLines(said.join('\n')) })
      }
      found.tests.push({
        name: `${file}: ${title}`,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      })
    }
  found.failed += report.errors.length
  return found
}

/** The report of a script that counts its own checks. */
const ofChecks = report => ({
  ...nothing(),
  ...report,
  failures: report.failures.map(({ name, said }) => ({ name, said: firstLines(said) })),
})

const workers = number => (process.env.E2E_WORKERS ? Number(process.env.E2E_WORKERS) : number)

/**
 * A stage of Vitest. Its files run in as many processes as it has cores; what is written down for two is a share of a
 * larger machine.
 */
const vitest = (project, { share, ...stage }) => {
  const own = Math.max(1, Math.floor(cores * share))
  return {
    name: project,
    cores: own,
    command: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      `--maxWorkers=${own}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(folder, `${project}.json`)}`,
      ...(all ? [] : ['--tags-filter=!exhaustive']),
      ...(since === undefined ? [] : [`--changed=${since}`, '--passWithNoTests']),
    ],
    read: ofVitest,
    ...stage,
  }
}

/**
 * The stages in the order in which they are begun. `cores`: how many it keeps busy. `after`: stages that it waits for.
 * `budget`: seconds on two quiet cores, beside the others; together they make twelve minutes. `needsDatabase`: it uses the PostgreSQL of the run.
 */
const every = [
  // Alone on all cores: beside the others it would still be at work on one when they are done.
  vitest('server', { share: 1, budget: 265, needsDatabase: true }),
  // The longest first, so that both cores have work to the end.
  vitest('unit', { share: 0.5, budget: 110 }),
  { name: 'paths', cores: 1, budget: 45, command: ['scripts/model.ts'] },
  // The pages bring the paths of the charts, which have then been found. A dead link of the documents fails it, too.
  { name: 'build', cores: 1, budget: 30, after: ['paths'], command: ['scripts/support/build.mjs'] },
  vitest('view', { share: 0.5, budget: 85 }),
  vitest('model', { share: 0.5, budget: 75 }),
  { name: 'typecheck', cores: 1, budget: 25, command: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  { name: 'unused', cores: 1, budget: 10, command: ['node_modules/knip/bin/knip.js'] },
  {
    name: 'lint',
    cores: 1,
    budget: 10,
    command: ['scripts/lint.ts', `--report=${join(folder, 'lint.json')}`],
    read: ofChecks,
  },
  { name: 'messages', cores: 1, budget: 4, command: ['scripts/messages.ts', '--check'] },
  {
    name: 'e2e',
    // Whoever waits for a screen is not to wait for another stage.
    cores,
    budget: 265,
    needsDatabase: true,
    after: ['build', 'paths'],
    command: [
      'node_modules/@playwright/test/cli.js',
      'test',
      `--workers=${workers(2)}`,
      '--reporter=list,json,./e2e/paths/coverageReporter.ts',
      ...(since === undefined ? [] : [`--only-changed=${since}`, '--pass-with-no-tests']),
    ],
    environment: {
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'e2e.json'),
      ...(all ? {} : { BEDEL_LEAVE_OUT: 'exhaustive' }),
    },
    read: ofPlaywright,
  },
]
const stages = every.filter(({ name }) => only.length === 0 || only.includes(name))

helpOn(`npm test [-- stage …] [--all] [--changed[=COMMIT]]
  Runs every check, or the named stages: ${every.map(({ name }) => name).join(', ')}.
  With --all the exhaustive tests, too: whole installations under faults, every screen in every state, whole seasons.
  With --changed only the tests of what has changed since COMMIT (HEAD without one), by imports; of the browser's tests those
  that have changed themselves.`)

const unknown = [
  ...only.filter(name => !stages.some(stage => stage.name === name)),
  ...given.filter(argument => /^-(?!-all$|-changed(?:=.+)?$)/.test(argument)),
]
if (unknown.length > 0) {
  console.error(`There is no stage or option "${unknown.join('", "')}".`)
  process.exit(1)
}

/** What a stage's report says; a stage without one counts as a single check. */
const outcomeOf = (stage, code) => {
  if (!stage.read) return { ...nothing(), [code === 0 ? 'passed' : 'failed']: 1 }
  try {
    const found = stage.read(JSON.parse(readFileSync(join(folder, `${stage.name}.json`), 'utf8')))
    return code !== 0 && found.failed === 0 ? { ...found, failed: 1 } : found
  } catch {
    return { ...nothing(), failed: 1 }
  }
}

const children = new Set()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
    process.exitCode = 130
  })

/** The PostgreSQL of the run, with the template of every database: made once, for all stages that need it. */
const cluster = sharedProcess(runtime(), ['tests/server/support/clusterProcess.ts'], {
  cwd: root,
  env: { ...process.env, TMPDIR: databases },
})

/** Where it cannot be started, the stage tries it itself and says why it cannot. */
const databaseFor = async stage => {
  if (!stage.needsDatabase) return {}
  return cluster.line().then(
    addresses => ({ BEDEL_TEST_CLUSTER: addresses }),
    () => ({}),
  )
}

/** Runs a stage. A stage alone prints as it goes; beside others it is printed whole when it ends. */
const run = (stage, database) =>
  new Promise((resolve, reject) => {
    const isAlone = stages.length === 1
    const child = spawn(runtime(), stage.command, {
      cwd: root,
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        TMPDIR: folder,
        ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
        ...database,
        ...stage.environment,
      },
    })
    children.add(child)
    const printed = []
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', text => printed.push(text))
    child.once('error', reject)
    child.once('close', code => {
      children.delete(child)
      resolve({ code: code ?? 130, output: printed.join('') })
    })
  })

const seconds = ms => `${(ms / 1000).toFixed(0).padStart(4)} s`

await ensureInstalled()
await ensureMessages()

const began = performance.now()
const results = []
const waiting = [...stages]
const running = new Map()
const isDone = name =>
  !stages.some(stage => stage.name === name) || results.some(({ stage }) => stage.name === name)
const canBegin = stage => {
  const busy = [...running.keys()].reduce((sum, other) => sum + other.cores, 0)
  return busy + stage.cores <= cores && (stage.after ?? []).every(isDone)
}

const begin = async stage => {
  console.log(`▸ ${stage.name}`)
  const started = performance.now()
  const { code, output } = await run(stage, await databaseFor(stage))
  const ms = performance.now() - started
  running.delete(stage)
  const outcome = outcomeOf(stage, code)
  results.push({ stage, ms, ...outcome })
  console.log(`\n── ${stage.name} ${'─'.repeat(Math.max(0, 60 - stage.name.length))}`)
  if (output) console.log(output.trimEnd())
  console.log(
    `── ${stage.name}: ${outcome.passed} passed, ${outcome.failed} failed,${seconds(ms)} of ${stage.budget} s\n`,
  )
}

while (waiting.length > 0 || running.size > 0) {
  for (const stage of waiting.filter(canBegin)) {
    if (!canBegin(stage)) continue
    waiting.splice(waiting.indexOf(stage), 1)
    running.set(stage, begin(stage))
  }
  await Promise.race(running.values())
  if (process.exitCode === 130) break
}
await Promise.all(running.values())
await cluster.stop()

const ordered = stages.flatMap(stage => results.find(result => result.stage === stage) ?? [])
const total = kind => results.reduce((sum, result) => sum + result[kind], 0)
const skipped = ordered.flatMap(({ stage, skipped }) => skipped.map(name => `${stage.name}: ${name}`))
const exhaustive = ordered.flatMap(({ stage, exhaustive }) =>
  exhaustive.map(name => `${stage.name}: ${name}`),
)
const slowest = ordered
  .flatMap(({ stage, tests }) => tests.map(test => ({ ...test, stage: stage.name })))
  .sort((one, other) => other.ms - one.ms)
  .slice(0, 10)

if (slowest.length > 0) console.log('The slowest tests:')
for (const { stage, name, ms } of slowest) console.log(`${seconds(ms)}  ${stage}: ${name.slice(0, 120)}`)
if (skipped.length > 0) console.log(`\nSkipped:\n${skipped.map(name => `  ${name}`).join('\n')}`)
if (exhaustive.length > 0)
  console.log(`\nLeft to npm test -- --all:\n${exhaustive.map(name => `  ${name}`).join('\n')}`)
console.log()
for (const { stage, passed, failed, skipped, ms } of ordered)
  console.log(
    `${stage.name.padEnd(10)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed${
      skipped.length > 0 ? ` ${String(skipped.length).padStart(4)} skipped` : ' '.repeat(13)
    }  ${seconds(ms)} of ${String(stage.budget).padStart(3)} s${ms > stage.budget * 1000 ? '  over budget' : ''}`,
  )
console.log(`${'together'.padEnd(10)} ${seconds(performance.now() - began)}\n`)
// At the very end: who keeps only the last lines of a run, as a build server does, still reads what failed and why.
for (const { stage, failures } of ordered)
  for (const { name, said } of failures)
    console.log(`✗ ${stage.name}: ${name}\n${said.replace(/^/gm, '    ')}\n`)
console.log(
  `${total('passed')} passed, ${total('failed')} failed${skipped.length + exhaustive.length > 0 ? `, ${skipped.length + exhaustive.length} skipped` : ''}`,
)
process.exitCode ||= total('failed') === 0 ? 0 : 1
