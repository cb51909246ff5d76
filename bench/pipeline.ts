import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortalServer } from '../e2e/support/server.ts'
import { clientOf } from './client.ts'
import { hasXmllint, makeFile, xmllintSeconds as peerSeconds, schemaFile } from './support.ts'

const askEveryMs = 50

export interface PipelineFigures {
  megabytes: number
  students: number
  /** From the browser's post to the store's answer. */
  uploadMegabytesPerSecond: number
  /** From "Uploaded" to "Quality processing complete", by the server's own clock. */
  processingSeconds: number
  /** Of each step, by the same clock. */
  steps: Record<string, number>
  /** `xmllint --stream --schema` on the same file; null where it is not installed. */
  xmllintSeconds: number | null
  ratioToXmllint: number | null
}

interface Answered {
  status: { code: string }
  stateHistory: { Code: string; Actioned: string }[]
  failureReason: string | null
}

/** Runs files of these sizes through a server of their own, as a provider would. */
export const measurePipeline = async (sizes: readonly number[]): Promise<PipelineFigures[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-bench-'))
  const server = await startPortalServer()
  try {
    const { call, requestUpload } = await clientOf(server)

    const measure = async (megabytes: number): Promise<PipelineFigures> => {
      const file = await makeFile(folder, megabytes)
      const { bytes, students } = file
      const { submissionId, send } = await requestUpload(file)
      const uploadSeconds = await send()

      let answer = await call<Answered>('GET', `/submissions/${submissionId}`)
      while (answer.status.code !== 'QUALITY_PROCESSING_COMPLETE') {
        if (/ERROR|FAILED/.test(answer.status.code))
          throw new Error(`${answer.status.code}: ${answer.failureReason}`)
        await new Promise(resolve => setTimeout(resolve, askEveryMs))
        answer = await call<Answered>('GET', `/submissions/${submissionId}`)
      }
      const at = (code: string): number =>
        Date.parse(answer.stateHistory.findLast(entry => entry.Code === code)?.Actioned ?? '')
      const span = (from: string, to: string): number => (at(to) - at(from)) / 1000
      const processingSeconds = span('UPLOADED', 'QUALITY_PROCESSING_COMPLETE')
      const xmllintSeconds = hasXmllint() ? await peerSeconds(file.path, schemaFile) : null
      await rm(file.path)
      return {
        megabytes: Math.round((bytes / 1024 / 1024) * 10) / 10,
        students,
        uploadMegabytesPerSecond: Math.round(bytes / 1024 / 1024 / uploadSeconds),
        processingSeconds,
        steps: {
          schema: span('SCHEMA_CHECK', 'SCHEMA_CHECK_PASSED'),
          rightToProcess: span('RIGHT_TO_PROCESS', 'RIGHT_TO_PROCESS_PASSED'),
          enrichment: span('ENRICHMENT', 'ENRICHMENT_PASSED'),
          rules: span('QUALITY_RULES', 'QUALITY_RULES_PASSED'),
          credibility: span('CREDIBILITY', 'CREDIBILITY_PASSED'),
          reports: span('COLLECTION_REPORTS', 'COLLECTION_REPORTS_PASSED'),
        },
        xmllintSeconds,
        ratioToXmllint:
          xmllintSeconds === null ? null : Math.round((processingSeconds / xmllintSeconds) * 100) / 100,
      }
    }

    // The first file of a worker also pays for compiling schema and rules.
    await measure(0.2)
    const figures: PipelineFigures[] = []
    for (const size of sizes) figures.push(await measure(size))
    return figures
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export const pipelineLines = (figures: readonly PipelineFigures[]): string[] =>
  figures.map(one =>
    [
      `${one.megabytes} MB (${one.students} students)`.padEnd(26),
      `stored → quality processing complete ${one.processingSeconds.toFixed(2)} s`,
      one.xmllintSeconds === null
        ? 'xmllint not installed'
        : `${one.ratioToXmllint} × xmllint --stream --schema (${one.xmllintSeconds.toFixed(2)} s)`,
      `upload ${one.uploadMegabytesPerSecond} MB/s`,
      Object.entries(one.steps)
        .map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`)
        .join(', '),
    ].join(' | '),
  )
