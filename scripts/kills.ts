import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { readOptions, refuse, wholeNumberOf } from './support/options.ts'

/** `npm run kills`: real processes killed at any moment; `npm run model:all` kills a hundred of them, `npm test` none. */
const values = readOptions(
  `npm run kills -- [--kills 1000] [--of everything] [--seed N]
  Kills API processes, workers, the database and all of them at once while files are processed and people act, at random
  moments and at numbered commits, and ends with 1 where anything is lost, doubled or other than without kills.
  --of everything   each kill is one of all of them at once`,
  {
    kills: { type: 'string', default: '1000' },
    of: { type: 'string', default: 'any' },
    seed: { type: 'string', default: String(randomInt(1, 1e8)) },
  },
)
if (values.of !== 'any' && values.of !== 'everything') refuse(`--of is "everything", not "${values.of}".`)
const kills = wholeNumberOf(values.kills, 'kills')
const seed = wholeNumberOf(values.seed, 'seed')
console.log(`${kills} kills of ${values.of === 'any' ? 'any process' : 'everything'}, --seed ${seed}`)

const vitest = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'server',
    'tests/server/kills.test.ts',
    '--disableConsoleIntercept',
  ],
  {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, BEDEL_KILLS: String(kills), BEDEL_KILLS_OF: values.of, BEDEL_SEED: String(seed) },
    stdio: 'inherit',
  },
)
vitest.once('exit', code => {
  if (code !== 0) console.error(`Failed with --seed ${seed}.`)
  process.exitCode = code ?? 1
})
