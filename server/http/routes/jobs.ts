import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { csvLine } from '../../../src/domain/csv.ts'
import { jobKindsSeenBy, jobPartyOf, jobRowLabel, seesJob } from '../../../src/domain/job.ts'
import { defaultPageSize } from '../../../src/domain/limits.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/jobs.ts'
import { message } from '../../../src/messages/message.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import {
  type BulkJobs,
  findJob,
  findListedJob,
  jobsOf,
  type ListedJob,
  listJobs,
  rowsOfJob,
} from '../../bulk/index.ts'
import type { Server } from '../../context.ts'
import { withScope } from '../../database/index.ts'
import type { Database } from '../../database/schema.ts'
import { granted } from '../../decisions/decider.ts'
import { type Deliveries, deliveriesOf, findDelivery, submissionsOf } from '../../delivery/index.ts'
import { inLanguage } from '../../messages.ts'
import { outputTitles } from '../../outputs/index.ts'
import { type PseudonymisationTasks, taskJobsOf } from '../../pseudonymisation/index.ts'
import { route } from '../route.ts'
import { sendCsv } from './csvReply.ts'
import { deliveryJobWire, deliveryWithRows, jobWire, rowWire, taskJobWire, taskWithRows } from './jobWire.ts'
import { uuidForm } from './submissionAccess.ts'

type Tx = Transaction<Database>

const noJob = (): ProblemError => new ProblemError(problem('not-found', message('server', 'noJob')))

/** The listed jobs as calls answer them, each as its room has it. */
const listedWire = async (
  tx: Tx,
  listed: readonly ListedJob[],
  viewer: UserPrincipal,
  language: Language,
): Promise<wire.JobWire[]> => {
  const ids = listed.map(({ id }) => id)
  const made = [
    ...(await jobsOf(tx, ids)).map(one => jobWire(one, viewer, language)),
    ...(await deliveriesOf(tx, ids)).map(one => deliveryJobWire(one, viewer, language)),
    ...(await taskJobsOf(tx, ids)).map(one => taskJobWire(one, viewer, language)),
  ]
  return listed.flatMap(({ id, kind }) => made.filter(job => job.id === id && job.kind === kind))
}

/** A job with its rows as calls answer it; undefined where it has gone. */
const withRows = async (
  tx: Tx,
  { id, kind }: ListedJob,
  viewer: UserPrincipal,
  language: Language,
): Promise<wire.JobWithRows | undefined> => {
  switch (kind) {
    case 'DELIVERY': {
      const record = await findDelivery(tx, id)
      return record && deliveryWithRows({ record, rows: await submissionsOf(tx, id) }, viewer, language)
    }
    case 'PSEUDONYMISATION': {
      const [record] = await taskJobsOf(tx, [id])
      return record && taskWithRows(record, viewer, language)
    }
    default: {
      const record = await findJob(tx, id)
      if (!record) return undefined
      const rows = await rowsOfJob(tx, id)
      const submissions = new Set(rows.filter(({ output }) => output !== '').map(row => row.submissionId))
      const titles = submissions.size > 0 ? await outputTitles(tx, [...submissions]) : undefined
      return {
        ...jobWire(record, viewer, language),
        rows: rows.map(row =>
          rowWire(row, titles?.get(row.submissionId)?.[Number(row.output) - 1], language),
        ),
      }
    }
  }
}

const columns = ['id', 'provider', 'file', 'before', 'result', 'reason', 'when'] as const

const resultCsv = function* (
  kind: wire.JobWire['kind'],
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
      row.statusBefore?.name,
      inLanguage(language, jobRowLabel(row.state, kind)),
      row.reason,
      row.settledUtc,
    ])
}

/** Jobs of every kind (decisions §10). */
export const jobRoutes = (
  app: FastifyInstance,
  server: Pick<Server, 'db'> & {
    jobs: BulkJobs
    deliveries: Deliveries
    pseudonymisation: PseudonymisationTasks
  },
): void => {
  const { db, jobs, deliveries, pseudonymisation } = server
  const inAll = <T>(work: Parameters<typeof withScope<T>>[2]): Promise<T> =>
    withScope(db, { scope: 'all' }, work)

  /** The job of an id, where the reader sees it. Throws not-found otherwise. */
  const seen = async (tx: Tx, id: string, actor: UserPrincipal): Promise<ListedJob> => {
    const found = uuidForm.test(id) ? await findListedJob(tx, id) : undefined
    if (!found || !seesJob(actor, found)) throw noJob()
    return found
  }

  route(app, wire.startJob, async ({ actor, body, reply }): Promise<undefined> => {
    const { id, kind, collectionReference: reference, instIds, withSubmitted = false } = body
    await granted(jobs.request({ id, kind, reference, instIds, withSubmitted, actor }))
    reply.header('location', `/jobs/${id}`)
  })

  route(app, wire.listJobs, async ({ actor, query, language }) => {
    const { collectionReference: reference, kind, limit = defaultPageSize, offset = 0 } = query
    const kinds = jobKindsSeenBy(actor).filter(one => kind === undefined || one === kind)
    return inAll(async tx => {
      const found = await listJobs(tx, { kinds, partyId: jobPartyOf(actor), reference, limit, offset })
      return {
        jobs: await listedWire(tx, found.jobs, actor, language),
        pagingMetadata: { total: found.total },
      }
    })
  })

  route(app, wire.getJob, async ({ actor, params: { id }, mediaType, language, reply }) => {
    const job = await inAll(async tx => withRows(tx, await seen(tx, id, actor), actor, language))
    if (!job) throw noJob()
    if (mediaType !== 'text/csv') return job
    return sendCsv(
      reply,
      `Job.${job.collection.reference}.${id}.csv`,
      resultCsv(job.kind, job.rows, language),
    )
  })

  const cancelOf = {
    DELIVERY: deliveries.cancel,
    PSEUDONYMISATION: pseudonymisation.cancel,
  } as const

  route(app, wire.cancelJob, async ({ actor, params: { id } }): Promise<undefined> => {
    const { kind } = await inAll(tx => seen(tx, id, actor))
    const cancel = kind === 'DELIVERY' || kind === 'PSEUDONYMISATION' ? cancelOf[kind] : jobs.cancel
    await granted<{ ok: true }>(cancel(id, actor))
  })
}
