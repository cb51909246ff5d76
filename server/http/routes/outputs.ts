import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { defaultPageSize } from '../../../src/domain/limits.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { hasOutputs } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/additionalReports.ts'
import { message } from '../../../src/messages/message.ts'
import type { BulkJobs } from '../../bulk/index.ts'
import type { Server } from '../../context.ts'
import { scopeOf, setScope, withScope } from '../../database/scope.ts'
import { granted } from '../../decisions/decider.ts'
import { fromColumn, inLanguage } from '../../messages.ts'
import { findOutputs, lastRuns, listOutputs } from '../../outputs/index.ts'
import { route } from '../route.ts'
import { noSubmission } from './submissionAccess.ts'

/** IRIS re-processing (specification 1 §2, 2 §7.4; decisions §6, §13): the outputs of all submissions, made again by a job. */
export const outputRoutes = (
  app: FastifyInstance,
  { db, jobs }: Pick<Server, 'db'> & { jobs: BulkJobs },
): void => {
  route(app, wire.listReprocessFiles, async ({ actor, query, language }) => {
    if (!hasOutputs(actor))
      return { collections: [], collectionReference: null, files: [], pagingMetadata: { total: 0 } }
    const { collectionReference: reference, search = '', limit = defaultPageSize, offset = 0 } = query
    const { listed, runs } = await withScope(db, scopeOf(actor), async tx => {
      const found = await listOutputs(tx, { reference, search, limit, offset })
      // Jobs are rows of the system; what is asked of them names only what was seen.
      await setScope(tx, { scope: 'all' })
      return { listed: found, runs: await lastRuns(tx, actor.organisationId, found.outputs) }
    })
    return {
      collections: listed.collections,
      collectionReference: listed.reference ?? null,
      files: listed.outputs.map(({ submissionId, key, ...output }) => {
        const run = runs.find(one => one.submissionId === submissionId && one.output === key)
        return {
          submissionUuid: submissionId,
          fileCode: key,
          ...output,
          state: run?.state ?? null,
          ...(run?.reason ? { reason: inLanguage(language, fromColumn(run.reason)) } : {}),
        }
      }),
      pagingMetadata: { total: listed.total },
    }
  })

  /** The outputs that a request names. Throws where the actor does not see all of them, or they are of several collections. */
  const found = async (actor: UserPrincipal, files: Parameters<typeof findOutputs>[1]) => {
    const outputs = await withScope(db, scopeOf(actor), tx => findOutputs(tx, files))
    const [first] = outputs ?? []
    if (!outputs || !first) throw noSubmission()
    const { collectionId } = first
    if (outputs.some(output => output.collectionId !== collectionId))
      throw new ProblemError(problem('conflict', message('server', 'outputsOfOneCollection')))
    return { collectionId, outputs }
  }

  route(app, wire.reprocessFiles, async ({ actor, body, reply }): Promise<undefined> => {
    if (!hasOutputs(actor)) throw noSubmission()
    const { id = randomUUID() } = body
    const files = [
      ...new Map(body.files.map(file => [`${file.submissionUuid} ${file.fileCode}`, file])).values(),
    ]
    const named = files.map(({ submissionUuid, fileCode }) => ({
      submissionId: submissionUuid,
      output: fileCode,
    }))
    const request = async () =>
      (await jobs.repeatedOutputs({ id, actor, outputs: named })) ??
      jobs.requestOutputs({ id, actor, ...(await found(actor, files)) })
    await granted(request())
    reply.header('location', `/jobs/${id}`)
  })
}
