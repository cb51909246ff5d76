import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '../server/database/index.ts'
import { generatedProviders } from '../server/identity/demonstration.ts'
import { product } from '../src/domain/product.ts'
import { type Installation, startInstallation } from '../tests/server/support/installation.ts'
import { type SignedPost, sendForm } from '../tests/server/support/sendForm.ts'
import { signedInPeople, type TokenOf } from './load/people.ts'
import { startSamples } from './load/samples.ts'
import { type Spread, spreadOf, spreadText } from './support.ts'

const collection = { id: 'c23056', reference: '23056' }
const providers = 500
const uploads = 20
/** Calls of each kind in a run, one after the other. */
const calls = 100
const askEveryMs = 500

/** Milliseconds of the processor that one call takes of an API process and of the database. */
export interface ReadFigures {
  kind: string
  bytes: number
  apiMs: Spread
  databaseMs: Spread
}

interface Report {
  instId: string
  submissionId: string
  rule: string
}

/** Sends files of so many providers and waits until their reports are there. */
const makeReports = async (installation: Installation, tokenOf: TokenOf): Promise<Report[]> => {
  const [origin = ''] = installation.apis
  const samples = startSamples()
  for (const [number, provider] of generatedProviders(providers).slice(0, uploads).entries()) {
    const content = await samples.sampleOf(provider, 1 + (number % 3), number)
    const asked = await fetch(`${origin}/api/files/uploadRequest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(provider.id)}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        submissionUuid: randomUUID(),
        fileName: 'reads.xml',
        collectionId: collection.id,
        instId: provider.id,
        fileSize: content.length,
      }),
    })
    await sendForm(origin, (await asked.json()) as SignedPost, content)
  }
  await samples.stop()
  for (;;) {
    const reports = await installation.rows<Report>(`
      select s.inst_id as "instId", s.id as "submissionId", min(r.code) as rule
      from submission s join quality_rule_result r on r.submission_id = s.id and r.failure_count > 0
      where exists (select 1 from submission_event e where e.submission_id = s.id
        and e.event = 'QUALITY_PROCESSING_COMPLETED') group by s.inst_id, s.id`)
    if (reports.length === uploads) return reports
    await wait(askEveryMs)
  }
}

/** Milliseconds of the processor of a process so far, all of its threads; 0 of one that has ended. */
const processorMs = (pid: number): number => {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.reduce(
      (sum, thread) =>
        sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      0,
    )
  } catch {
    return 0
  }
}

/** The same of all connections of the database; what has ended counts as it was seen last. */
const watchDatabase = ({ rows }: Installation) => {
  const seen = new Map<number, number>()
  return async (): Promise<number> => {
    for (const { pid } of await rows<{ pid: number }>('select pid from pg_stat_activity'))
      seen.set(pid, processorMs(pid) || (seen.get(pid) ?? 0))
    return [...seen.values()].reduce((sum, ms) => sum + ms, 0)
  }
}

type Ask = (number: number) => { path: string; organisation: string }

/** The calls that readers of `npm run load` make. */
const kindsOf = (reports: readonly Report[]): Record<string, Ask> => {
  const { key: agency } = product
  const ofReport = (path: (report: Report) => string): Ask => {
    return number => {
      const report = reports[number % reports.length] as Report
      return { path: path(report), organisation: number % 5 === 0 ? agency : report.instId }
    }
  }
  return {
    collections: () => ({ path: '/collections?offset=0&limit=25', organisation: agency }),
    collection: () => ({ path: `/collections/${collection.reference}`, organisation: agency }),
    monitoring: () => ({
      path: `/collections/${collection.reference}/submissions?ovt=false`,
      organisation: agency,
    }),
    provider: ofReport(({ instId }) => `/submissions/new/${collection.id}/${instId}`),
    'quality report': ofReport(({ submissionId }) => `/submissions/${submissionId}/validations?limit=-1`),
    'failing records of a rule': ofReport(
      ({ submissionId, rule }) => `/submissions/${submissionId}/validations/${rule}?limit=50`,
    ),
  }
}

/** What a read costs the processor, by kind, with 500 providers. */
export const measureReads = async (runs: number): Promise<ReadFigures[]> => {
  const environment = { DEMO_PROVIDERS: String(providers) }
  const installation = await startInstallation({ apis: 1, workers: 1, environment })
  const { db } = await connect(installation.databaseUrl(), 2)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const tokenOf = await signedInPeople(db)
    const reports = await makeReports(installation, tokenOf)
    const api = installation.pids().find(({ name }) => name === 'api 1')?.pid ?? 0
    const databaseMs = watchDatabase(installation)
    /** Bytes of the answer. */
    const read = async ({ path, organisation }: ReturnType<Ask>): Promise<number> => {
      const headers = { authorization: `Bearer ${await tokenOf(organisation)}`, 'accept-encoding': 'gzip' }
      return new Promise((resolve, reject) => {
        get(`${installation.apis[0]}/api${path}`, { agent, headers }, answer => {
          let bytes = 0
          answer.on('data', (piece: Buffer) => {
            bytes += piece.length
          })
          answer.on('end', () =>
            answer.statusCode === 200
              ? resolve(bytes)
              : reject(new Error(`${path} was answered with ${answer.statusCode}.`)),
          )
        }).on('error', reject)
      })
    }
    const figures: ReadFigures[] = []
    for (const [kind, ask] of Object.entries(kindsOf(reports))) {
      const ofApi: number[] = []
      const ofDatabase: number[] = []
      let bytes = 0
      // Once to warm up.
      for (let run = 0; run <= runs; run += 1) {
        const [apiBefore, databaseBefore] = [processorMs(api), await databaseMs()]
        for (let number = 0; number < calls; number += 1) bytes = await read(ask(number))
        if (run === 0) continue
        ofApi.push((processorMs(api) - apiBefore) / calls)
        ofDatabase.push(((await databaseMs()) - databaseBefore) / calls)
      }
      figures.push({ kind, bytes, apiMs: spreadOf(ofApi), databaseMs: spreadOf(ofDatabase) })
    }
    return figures
  } finally {
    agent.destroy()
    await db.destroy()
    await installation.stop()
  }
}

export const readsLines = (figures: readonly ReadFigures[]): string[] =>
  figures.map(
    ({ kind, bytes, apiMs, databaseMs }) =>
      `${kind} (${bytes} bytes): processor of the API ${spreadText(apiMs)} ms a call, of PostgreSQL ${spreadText(databaseMs)} ms`,
  )
