import type { FastifyInstance } from 'fastify'
import { csvLine } from '../../../src/domain/csv.ts'
import { jobRowLabel, jobStatusId, seesJob } from '../../../src/domain/job.ts'
import { defaultPageSize } from '../../../src/domain/limits.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { statusNameOf } from '../../../src/domain/status.ts'
import * as wire from '../../../src/domain/wire/jobs.ts'
import { explainJob } from '../../../src/machines/job/index.ts'
import { message } from '../../../src/messages/message.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import {
  type BulkJobs,
  type DecidedRow,
  findJob,
  type JobRecord,
  jobStateOf,
  listJobs,
  rowsOfJob,
} from '../../bulk/index.ts'
import type { Server } from '../../context.ts'
import { withScope } from '../../database/index.ts'
import { fromColumn, inLanguage } from '../../messages.ts'
import { namedStatus } from '../../names.ts'
import { outputTitles } from '../../outputs/index.ts'
import { route } from '../route.ts'
import { sendCsv } from './csvReply.ts'
import { uuidForm } from './submissionAccess.ts'

const noJob = (): ProblemError => new ProblemError(problem('not-found', message('server', 'noJob')))

/** A job as calls answer it, with whether its viewer may cancel it, as the chart of jobs says. */
export const jobWire = (record: JobRecord, viewer: UserPrincipal, language: Language): wire.JobWire => {
  const { id, kind, version, withSubmitted, counts } = record
  const state = jobStateOf(record)
  // Cancelling is no question of other jobs.
  const facts = { kind, waiting: counts.WAITING, refused: counts.REFUSED, others: 0 }
  return {
    id,
    kind,
    collection: { id: record.collectionId, reference: record.reference, name: record.collectionName },
    status: { id: jobStatusId(state), name: inLanguage(language, message('job', `states.${state}`)) },
    state,
    version,
    withSubmitted,
    counts,
    createdBy: record.actor.name,
    createdUtc: record.created.toISOString(),
    startedUtc: record.started?.toISOString() ?? null,
    endedUtc: record.ended?.toISOString() ?? null,
    mayCancel: explainJob(state, facts, { type: 'CANCEL', actor: viewer }).allowed,
  }
}

const rowWire = (row: DecidedRow, outputTitle: string | undefined, language: Language): wire.JobRowWire => ({
  instId: row.instId,
  provider: row.provider,
  submissionId: row.submissionId,
  fileName: row.fileName,
  ...(row.output === '' ? {} : { output: row.output }),
  ...(outputTitle === undefined ? {} : { outputTitle }),
  statusBefore: namedStatus(language, statusNameOf(row.statusId)),
  state: row.state,
  ...(row.reason === null ? {} : { reason: inLanguage(language, fromColumn(row.reason)) }),
  settledUtc: row.settled?.toISOString() ?? null,
})

const columns = ['id', 'provider', 'file', 'before', 'result', 'reason', 'when'] as const

const resultCsv = function* (
  kind: JobRecord['kind'],
  rows: readonly wire.JobRowWire[],
  language: Language,
): Generator<string> {
  const t = messagesFor(language, 'job')
  yield csvLine(columns.map(column => t(`csv.${column}`)))
  for (const row of rows)
    yield csvLine([
      row.instId,
      row.provider,
      row.output === undefined ? row.fileName : `${row.fileName} (${row.outputTitle ?? row.output})`,
      row.statusBefore.name,
      inLanguage(language, jobRowLabel(row.state, kind)),
      row.reason,
      row.settledUtc,
    ])
}

/** Jobs: the same decision about many submissions (decisions §10). */
export const jobRoutes = (
  app: FastifyInstance,
  { db, jobs }: Pick<Server, 'db'> & { jobs: BulkJobs },
): void => {
  const inAll = <T>(work: Parameters<typeof withScope<T>>[2]): Promise<T> =>
    withScope(db, { scope: 'all' }, work)

  route(app, wire.startJob, async ({ actor, body, reply }): Promise<undefined> => {
    const { id, kind, collectionReference: reference, instIds, withSubmitted = false } = body
    const result = await jobs.request({ id, kind, reference, instIds, withSubmitted, actor })
    if (!result.ok) throw new ProblemError(result.problem)
    reply.header('location', `/jobs/${id}`)
  })

  route(app, wire.listJobs, async ({ actor, query, language }) => {
    const { collectionReference: reference, kind, limit = defaultPageSize, offset = 0 } = query
    const organisationId = actor.organisationType === 'agency' ? undefined : actor.organisationId
    const found = await inAll(tx => listJobs(tx, { reference, kind, organisationId, limit, offset }))
    return {
      jobs: found.jobs.map(one => jobWire(one, actor, language)),
      pagingMetadata: { total: found.total },
    }
  })

  route(app, wire.getJob, async ({ actor, params: { id }, mediaType, language, reply }) => {
    if (!uuidForm.test(id)) throw noJob()
    const found = await inAll(async tx => {
      const record = await findJob(tx, id)
      if (!record || !seesJob(actor, record)) return undefined
      const rows = await rowsOfJob(tx, id)
      const titles =
        record.kind === 'IRIS'
          ? await outputTitles(tx, [...new Set(rows.map(row => row.submissionId))])
          : undefined
      return { record, rows, titles }
    })
    if (!found) throw noJob()
    const rows = found.rows.map(row =>
      rowWire(row, found.titles?.get(row.submissionId)?.[Number(row.output) - 1], language),
    )
    if (mediaType === 'text/csv') {
      const { kind, reference } = found.record
      return sendCsv(reply, `Job.${reference}.${id}.csv`, resultCsv(kind, rows, language))
    }
    return { ...jobWire(found.record, actor, language), rows }
  })

  route(app, wire.cancelJob, async ({ actor, params: { id } }): Promise<undefined> => {
    if (!uuidForm.test(id)) throw noJob()
    const result = await jobs.cancel(id, actor)
    if (!result.ok) throw new ProblemError(result.problem)
  })
}
