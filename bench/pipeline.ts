import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startPortalServer } from '../e2e/support/server.ts'
import { createClient } from '../server/database/connections.ts'
import { hasResults, isErrorOrFailure, statusById } from '../src/domain/status.ts'
import { clientOf } from './client.ts'
import {
  type BenchFile,
  hasXmllint,
  makeFile,
  type Spread,
  schemaFile,
  spreadOf,
  spreadText,
  xmllintSeconds,
} from './support.ts'

const askEveryMs = 50
/** How often the database is asked whether the stages are through: what is delivered is made from then on, and counts apart. */
const lookEveryMs = 4

export interface PipelineFigures {
  megabytes: number
  students: number
  /** From the browser's post to the store's answer. */
  uploadMegabytesPerSecond: Spread
  /** From "Uploaded" to "Quality processing complete", by the server's own clock. */
  processingSeconds: Spread
  /** Processor time of the worker process in that time, all threads; null where the system does not tell. */
  workerCpuSeconds: Spread | null
  /** The same of the files that are delivered, which are made when the stages are through. */
  deliveryCpuSeconds: Spread | null
  /** Of each step in the middle run, by the same clock. */
  steps: Record<string, number>
  /** Processing over `xmllint --stream --schema` alone on the same file; null where it is not installed. */
  ratioToXmllint: Spread | null
}

interface Run {
  uploadSeconds: number
  processingSeconds: number
  workerCpuSeconds: number | null
  deliveryCpuSeconds: number | null
  steps: Record<string, number>
  xmllintSeconds: number | null
}

interface Answered {
  stateHistory: { Code: string; Actioned: string }[]
  failureReason: string | null
  tsvDeliveryLocation: string | null
}

/** Ticks of the processor's clock in a second, as Linux counts in /proc. */
const ticksPerSecond = 100

/** Processor time that the worker process of a server has used, all threads, in seconds; null where the system does not tell. */
const workerCpuOf = (serverPid: number): number | null => {
  try {
    const children = readFileSync(`/proc/${serverPid}/task/${serverPid}/children`, 'utf8').trim().split(' ')
    const worker = children.find(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts'))
    if (worker === undefined) return null
    // Behind the name, which may hold spaces, the fields 14 and 15 of proc(5).
    const fields = readFileSync(`/proc/${worker}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return null
  }
}

const between = (before: number | null, after: number | null): number | null =>
  before === null || after === null ? null : after - before

/** How the known among these lie; null where none is. */
const spreadOfKnown = (values: readonly (number | null)[]): Spread | null => {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : spreadOf(known)
}

/** Runs files of these sizes through a server of their own, as a provider would, each several times beside xmllint. */
export const measurePipeline = async (sizes: readonly number[], runs: number): Promise<PipelineFigures[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-bench-'))
  const server = await startPortalServer()
  const database = createClient({ connectionString: server.database().ownerUrl })
  try {
    await database.connect()
    const { call, requestUpload } = await clientOf(server)

    const statusNow = async (submissionId: string) => {
      const { rows } = await database.query('select status_id from submission where id = $1', [submissionId])
      return statusById(rows[0]?.status_id)?.name ?? 'UNKNOWN'
    }

    const runOnce = async (file: BenchFile): Promise<Run> => {
      const { submissionId, send } = await requestUpload(file)
      const cpuBefore = workerCpuOf(server.pid())
      const uploadSeconds = await send()

      let status = await statusNow(submissionId)
      while (!hasResults(status) && !isErrorOrFailure(status)) {
        await setTimeout(lookEveryMs)
        status = await statusNow(submissionId)
      }
      const cpuAfter = workerCpuOf(server.pid())
      let answer = await call<Answered>('GET', `/submissions/${submissionId}`)
      if (isErrorOrFailure(status)) throw new Error(`${status}: ${answer.failureReason}`)
      // Else they would fall into the next run.
      while (answer.tsvDeliveryLocation === null) {
        await setTimeout(askEveryMs)
        answer = await call<Answered>('GET', `/submissions/${submissionId}`)
      }
      const cpuDelivered = workerCpuOf(server.pid())
      const at = (code: string): number =>
        Date.parse(answer.stateHistory.findLast(entry => entry.Code === code)?.Actioned ?? '')
      const span = (from: string, to: string): number => (at(to) - at(from)) / 1000
      return {
        uploadSeconds,
        processingSeconds: span('UPLOADED', 'QUALITY_PROCESSING_COMPLETE'),
        workerCpuSeconds: between(cpuBefore, cpuAfter),
        deliveryCpuSeconds: between(cpuAfter, cpuDelivered),
        xmllintSeconds: hasXmllint() ? await xmllintSeconds(file.path, schemaFile) : null,
        steps: {
          schema: span('SCHEMA_CHECK', 'SCHEMA_CHECK_PASSED'),
          rightToProcess: span('RIGHT_TO_PROCESS', 'RIGHT_TO_PROCESS_PASSED'),
          enrichment: span('ENRICHMENT', 'ENRICHMENT_PASSED'),
          rules: span('QUALITY_RULES', 'QUALITY_RULES_PASSED'),
          credibility: span('CREDIBILITY', 'CREDIBILITY_PASSED'),
          reports: span('COLLECTION_REPORTS', 'COLLECTION_REPORTS_PASSED'),
        },
      }
    }

    const measure = async (megabytes: number, times: number): Promise<PipelineFigures> => {
      const file = await makeFile(folder, megabytes)
      const done: Run[] = []
      for (let run = 0; run < times; run++) done.push(await runOnce(file))
      await rm(file.path)
      const bySpeed = done.toSorted((one, other) => one.processingSeconds - other.processingSeconds)
      return {
        megabytes: file.megabytes,
        students: file.students,
        uploadMegabytesPerSecond: spreadOf(done.map(({ uploadSeconds }) => file.megabytes / uploadSeconds)),
        processingSeconds: spreadOf(done.map(({ processingSeconds }) => processingSeconds)),
        workerCpuSeconds: spreadOfKnown(done.map(run => run.workerCpuSeconds)),
        deliveryCpuSeconds: spreadOfKnown(done.map(run => run.deliveryCpuSeconds)),
        steps: bySpeed[Math.floor(bySpeed.length / 2)]?.steps ?? {},
        ratioToXmllint: spreadOfKnown(
          done.map(run => run.xmllintSeconds && run.processingSeconds / run.xmllintSeconds),
        ),
      }
    }

    // The first file of a worker also pays for compiling schema and rules.
    await measure(0.2, 1)
    const figures: PipelineFigures[] = []
    for (const size of sizes) figures.push(await measure(size, runs))
    return figures
  } finally {
    await database.end()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export const pipelineLines = (figures: readonly PipelineFigures[]): string[] =>
  figures.map(one =>
    [
      `${one.megabytes} MB (${one.students} students)`.padEnd(26),
      `stored → quality processing complete ${spreadText(one.processingSeconds)} s`,
      one.workerCpuSeconds === null
        ? 'processor time not known'
        : `processor time of the worker ${spreadText(one.workerCpuSeconds)} s`,
      one.deliveryCpuSeconds && `of the delivery files after it ${spreadText(one.deliveryCpuSeconds)} s`,
      one.ratioToXmllint === null
        ? 'xmllint not installed'
        : `${spreadText(one.ratioToXmllint)} × xmllint --stream --schema alone`,
      `upload ${spreadText(one.uploadMegabytesPerSecond)} MB/s`,
      Object.entries(one.steps)
        .map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`)
        .join(', '),
    ]
      .filter(Boolean)
      .join(' | '),
  )
