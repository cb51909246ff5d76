import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '../server/database/index.ts'
import { product } from '../src/domain/product.ts'
import { type Installation, startInstallation } from '../tests/server/support/installation.ts'
import type { SignedPost } from '../tests/server/support/sendForm.ts'
import { post, read, sendFile } from './load/calls.ts'
import { signedInPeople, type TokenOf } from './load/people.ts'
import { watchProcessor } from './load/processor.ts'
import { makeSamples } from './load/samples.ts'
import { type Spread, spreadOf, spreadText } from './support.ts'

const collection = { id: 'c23056', reference: '23056' }
const providers = 500
const uploads = 20
/** Calls of each kind in a run, one after the other. */
const calls = 200
const askEveryMs = 500

/** Milliseconds of the processor that one call takes of an API process and of the database. */
export interface ReadFigures {
  kind: string
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
  const samples = await makeSamples({ providers, uploads, megabytes: [1, 3], seed: 1 })
  try {
    for (const file of samples.files) {
      const { instId, bytes: fileSize } = file
      const asked = { submissionUuid: randomUUID(), fileName: 'reads.xml', collectionId: collection.id }
      const token = await tokenOf(instId)
      const { status, body } = await post<SignedPost>(`${origin}/api/files/uploadRequest`, token, {
        ...asked,
        instId,
        fileSize,
      })
      if (!body) throw new Error(`An upload was answered with ${status}.`)
      await sendFile(origin, body, file)
    }
  } finally {
    await samples.remove()
  }
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
  try {
    const tokenOf = await signedInPeople(db)
    const reports = await makeReports(installation, tokenOf)
    const [api] = installation.pids()
    const processes = [
      { name: 'api', pid: api?.pid },
      { name: 'database', pid: installation.databasePid() },
    ]
    const ask = async ({ path, organisation }: ReturnType<Ask>): Promise<void> => {
      const status = await read(`${installation.apis[0]}/api${path}`, await tokenOf(organisation))
      if (status !== 200) throw new Error(`${path} was answered with ${status}.`)
    }
    const figures: ReadFigures[] = []
    for (const [kind, callOf] of Object.entries(kindsOf(reports))) {
      const ofApi: number[] = []
      const ofDatabase: number[] = []
      // Once to warm up.
      for (let run = 0; run <= runs; run += 1) {
        const processorOf = watchProcessor(processes)
        for (let number = 0; number < calls; number += 1) await ask(callOf(number))
        if (run === 0) continue
        const [apiMs = 0, databaseMs = 0] = processorOf().map(({ seconds }) => (seconds * 1000) / calls)
        ofApi.push(apiMs)
        ofDatabase.push(databaseMs)
      }
      figures.push({ kind, apiMs: spreadOf(ofApi), databaseMs: spreadOf(ofDatabase) })
    }
    return figures
  } finally {
    await db.destroy()
    await installation.stop()
  }
}

export const readsLines = (figures: readonly ReadFigures[]): string[] =>
  figures.map(
    ({ kind, apiMs, databaseMs }) =>
      `${kind}: processor of the API ${spreadText(apiMs)} ms a call, of PostgreSQL ${spreadText(databaseMs)} ms`,
  )
