import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { readOptions, wholeNumberOf } from './support/options.ts'

/** `npm run fuzz`: odd requests to every call of the API; `npm test` sends a share of them. */
const values = readOptions(
  `npm run fuzz -- [--requests 20000] [--seed N]
  Sends odd requests to every call of the API, and ends with 1 where the server fails at one.`,
  {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(1, 1e8)) },
  },
)
const requests = wholeNumberOf(values.requests, 'requests')
const seed = wholeNumberOf(values.seed, 'seed')
console.log(`${requests} requests, --seed ${seed}`)

const vitest = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'tests/server/fuzz.test.ts'],
  {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, BEDEL_FUZZ: String(requests), BEDEL_SEED: String(seed) },
    stdio: 'inherit',
  },
)
vitest.once('exit', code => {
  process.exitCode = code ?? 1
})
