import { statSync } from 'node:fs'
import type pg from 'pg'
import { sampleFile } from '../e2e/support/samples.ts'
import { type PortalServer, startPortalServer } from '../e2e/support/server.ts'
import { createClient } from '../server/database/connections.ts'
import { statusOf } from '../src/domain/status.ts'
import { clientOf } from './client.ts'
import { type Spread, spreadOf, spreadText } from './support.ts'

const providers = 500
/** Uploads of each provider in the weeks of a collection. */
const uploads = 10
const students = 200
const timesEach = 10

/** What staff ask of a whole collection, by the name that the figures have. */
const calls = {
  monitoring: '/collections/23056/submissions?ovt=false',
  'steps of the summary': '/collections/23056/step-summary',
  'rules across providers': '/collections/23056/rules',
  'worst rules': '/collections/23056/worst-rules',
  'burn-up': '/collections/23056/burn-up',
  'since yesterday': '/collections/23056/since-yesterday',
  'my queue': '/my-queue',
} as const

export interface SeasonFigures {
  /** Results of rules in the database. */
  results: number
  /** Ms until an answer is there and read, by the call. Aim: 50. */
  answerMs: Record<keyof typeof calls, Spread>
}

/** Waits until the one submission of the database is through. */
const untilDone = async (database: pg.Client): Promise<void> => {
  const { id } = statusOf('QUALITY_PROCESSING_COMPLETE')
  for (;;) {
    const { rowCount } = await database.query('select from submission where status_id = $1', [id])
    if (rowCount === 1) return
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

/** Gives every provider so many submissions like the one that went through the pipeline, with its events and results. */
const fillSeason = async (database: pg.Client): Promise<number> => {
  const own = await database.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(column_name, ', ') as columns from information_schema.columns
    where table_name in ('submission', 'submission_event', 'quality_rule_result') and is_generated = 'NEVER' group by table_name`,
  )
  const columnsOf = (table: string) => own.rows.find(({ name }) => name === table)?.columns.split(', ') ?? []
  const copy = (table: string, values: Record<string, string>, from: string): string => {
    const columns = columnsOf(table)
    return `insert into ${table} (${columns.join(', ')})
      select ${columns.map(column => values[column] ?? `f.${column}`).join(', ')} from ${table} f, ${from}`
  }
  const isFirst = "f.inst_id = '0001'"
  await database.query(
    copy(
      'submission',
      { id: 'gen_random_uuid()', inst_id: 'p.inst_id', is_latest: `n = ${uploads}` },
      `provider p, generate_series(1, ${uploads}) n where ${isFirst} and p.inst_id <> '0001'`,
    ),
  )
  for (const table of ['submission_event', 'quality_rule_result'])
    await database.query(
      copy(
        table,
        { submission_id: 's.id', inst_id: 's.inst_id' },
        `submission s where ${isFirst} and s.inst_id <> '0001'`,
      ),
    )
  await database.query('vacuum analyze')
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int as count from quality_rule_result',
  )
  return rows[0]?.count ?? 0
}

const measureOn = async (server: PortalServer, runs: number): Promise<SeasonFigures> => {
  const database = createClient({ connectionString: server.database().ownerUrl })
  await database.connect()
  try {
    const path = await sampleFile('season.xml', { provider: '0001', students, faults: 'rules' })
    const { requestUpload } = await clientOf(server)
    const bytes = statSync(path).size
    const upload = await requestUpload({ path, bytes, megabytes: bytes / 1e6, students })
    await upload.send()
    await untilDone(database)
    const results = await fillSeason(database)
    const { call } = await clientOf(server, 'bedel-analyst')
    const answerMs: Partial<SeasonFigures['answerMs']> = {}
    for (const [name, address] of Object.entries(calls)) {
      const times: number[] = []
      for (let run = -timesEach; run < runs * timesEach; run += 1) {
        const began = performance.now()
        await call('GET', address)
        if (run >= 0) times.push(performance.now() - began)
      }
      answerMs[name as keyof typeof calls] = spreadOf(times)
    }
    return { results, answerMs: answerMs as SeasonFigures['answerMs'] }
  } finally {
    await database.end()
  }
}

/** What staff ask of a collection of hundreds of providers, with the uploads of a whole season behind it. */
export const measureSeason = async (runs: number): Promise<SeasonFigures> => {
  const server = await startPortalServer({
    environment: { DEMO_PROVIDERS: String(providers) },
    isWhole: true,
  })
  try {
    return await measureOn(server, runs)
  } finally {
    await server.stop()
  }
}

export const seasonLines = ({ results, answerMs }: SeasonFigures): string[] => [
  `${providers} providers, ${uploads} uploads of each, ${results} results of rules; ms of an answer (aim 50)`,
  ...Object.entries(answerMs).map(([name, spread]) => `  ${name.padEnd(24)} ${spreadText(spread)}`),
]
