import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { settable } from '../server/clock.ts'
import { readConfig } from '../server/config.ts'
import { withScope } from '../server/database/scope.ts'
import { demonstrationProviders } from '../server/demonstration/cast.ts'
import { createDemonstration } from '../server/demonstration/index.ts'
import type { Act } from '../server/demonstration/plan.ts'
import { planRestOfYear } from '../server/demonstration/restOfYear.ts'
import { planSeason } from '../server/demonstration/season.ts'
import { seasonReport } from '../server/demonstration/seasonReport.ts'
import { startServer } from '../server/startServer.ts'
import { readOptions, wholeNumberOf } from './support/options.ts'

/** `npm run season`: a year of a collection on the real server, with a moved clock. */
const values = readOptions(
  `npm run season -- [--providers 55] [--weeks 8] [--report file.md] [--data folder]
  Runs the year of a collection: the season of the demonstration, then its last weeks, the sign-offs, the deliveries, the historic
  amendment and the set-up of the next year, in --weeks weeks after that season. Ends with a report, and with 1 where the system made
  an error, or where a stored history is other than its chart allows.
  --data  keeps everything in this folder: a run that was ended goes on from there`,
  {
    providers: { type: 'string', default: '55' },
    weeks: { type: 'string', default: '8' },
    report: { type: 'string' },
    data: { type: 'string' },
  },
)
interface SeasonParts {
  errors: string[]
  leftOut: { act: Act; why: string }[]
  seconds: number
}

const weeks = wholeNumberOf(values.weeks, 'weeks')
const folder = values.data ?? mkdtempSync(join(tmpdir(), 'bedel-season-'))
mkdirSync(folder, { recursive: true })
const environment = {
  PORT: '0',
  DATA_DIR: folder,
  DEMO_PROVIDERS: String(wholeNumberOf(values.providers, 'providers')),
  LOG_LEVEL: 'error',
}
/** The result of earlier parts of the same run. */
const partsFile = join(folder, 'season.json')
const { errors, leftOut, seconds }: SeasonParts = existsSync(partsFile)
  ? JSON.parse(readFileSync(partsFile, 'utf8'))
  : { errors: [], leftOut: [], seconds: 0 }
const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line.trim()) })
const config = readConfig(environment)
const clock = settable({ now: () => new Date() })
const began = performance.now()
const running = await startServer({ config, clock, log, environment: { ...process.env, ...environment } })
const { server, processing } = running
const { db, storage: store } = server
const generated = demonstrationProviders(config)
const secondsSoFar = (): number => seconds + Math.round((performance.now() - began) / 1000)
const keepParts = (): void =>
  writeFileSync(partsFile, JSON.stringify({ errors, leftOut, seconds: secondsSoFar() } satisfies SeasonParts))
try {
  for (const [name, plan] of [
    ['the season', (start: Date) => planSeason(start, generated)],
    ['the rest of the year', (start: Date) => planRestOfYear(start, generated, weeks)],
  ] as const) {
    console.log(`Running ${name} …`)
    const tools = { ...processing, db, clock, log, store }
    const season = createDemonstration({ ...tools, leftOut: (act, why) => leftOut.push({ act, why }) }, plan)
    season.start()
    const told = setInterval(async () => {
      const { rows } = await withScope(db, { scope: 'all' }, tx =>
        sql<{
          done: number
          total: number
          message: string
        }>`select done, total, message from demonstration`.execute(tx),
      )
      if (rows[0]) console.log(`  ${rows[0].done} of ${rows[0].total} files. ${rows[0].message}`)
      keepParts()
    }, 30_000)
    await season.settled()
    clearInterval(told)
  }
  const { text, isSound } = await seasonReport({
    db,
    folder,
    errors,
    leftOut,
    seconds: secondsSoFar(),
  })
  console.log(text)
  if (values.report !== undefined) writeFileSync(values.report, text)
  process.exitCode = isSound ? 0 : 1
} finally {
  await running.stop()
  if (values.data === undefined) rmSync(folder, { recursive: true, force: true })
}
