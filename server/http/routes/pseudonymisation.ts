import type { FastifyInstance } from 'fastify'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { dpsFileStatusOf, isPseudonymised } from '../../../src/domain/pseudonymisation.ts'
import * as wire from '../../../src/domain/wire/pseudonymisation.ts'
import { explainPseudonymisation } from '../../../src/machines/pseudonymisation-task/index.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { Server } from '../../context.ts'
import { withScope } from '../../database/scope.ts'
import { granted } from '../../decisions/decider.ts'
import { recordAudit } from '../../decisions/records.ts'
import { valid } from '../../limits.ts'
import { fromColumn, inLanguage } from '../../messages.ts'
import {
  findTask,
  type ListedSubmission,
  listReadySubmissions,
  type PseudonymisationTasks,
} from '../../pseudonymisation/index.ts'
import { route } from '../route.ts'
import { noSubmission, uuidForm, withSubmission } from './submissionAccess.ts'

/** Providers of a page where the caller does not say (specification 1 §9). */
const pageSizeByDefault = 100

// What is listed is ready and has its file; cancelling is no question of the attempt.
const facts = { isReady: true, hasFile: true, attempt: 0 }

const submissionWire = (
  actor: UserPrincipal,
  language: Language,
  { place, fault, ...submission }: ListedSubmission,
) => ({
  ...submission,
  dpsFileStatus: dpsFileStatusOf(place),
  mayCancel: explainPseudonymisation(place, facts, { type: 'CANCEL', actor }).allowed,
  ...(fault === null ? {} : { reason: inLanguage(language, fromColumn(fault)) }),
})

/** Data Pseudonymisation (specification 1 §2, §7; decisions §13): what can be had, asking for it, and the output. */
export const pseudonymisationRoutes = (
  app: FastifyInstance,
  server: Pick<Server, 'db' | 'clock' | 'storage'> & { pseudonymisation: PseudonymisationTasks },
): void => {
  const { db, clock, storage: store, pseudonymisation } = server

  route(app, wire.listDpsSubmissions, async ({ actor, query, language }) => {
    const limit = query.pageSize ?? pageSizeByDefault
    const offset = ((query.page ?? 1) - 1) * limit
    const { providers, total } = await withScope(db, { scope: 'all' }, tx =>
      listReadySubmissions(tx, { search: query.search ?? '', limit, offset }),
    )
    const results = providers.map(({ submissions, ...provider }) => ({
      ...provider,
      submissions: submissions.map(one => submissionWire(actor, language, one)),
    }))
    return { results, metadata: { resultsCount: total } }
  })

  const submissionNamed = (uuid: string): string => {
    if (!uuidForm.test(uuid)) throw noSubmission()
    return uuid
  }
  route(app, wire.runDpsTask, async ({ actor, params, reply }): Promise<undefined> => {
    const uuid = submissionNamed(params.uuid)
    await granted(pseudonymisation.request(uuid, actor))
    reply.header('location', `/jobs/${uuid}`)
  })
  route(app, wire.cancelDpsTask, async ({ actor, params }) => {
    await granted(pseudonymisation.cancel(submissionNamed(params.uuid), actor))
    return undefined
  })
  route(app, wire.resetDpsTask, async ({ actor, params }) => {
    await granted(pseudonymisation.reset(submissionNamed(params.uuid), actor))
    return undefined
  })

  route(app, wire.getDpsFile, async ({ actor, params }) => {
    const row = await withSubmission(server, actor, params.uuid, { mode: 'live' }, async (_, found) => found)
    const key = await withScope(db, { scope: 'all' }, async tx => {
      const task = await findTask(tx, row.id)
      if (!task || !isPseudonymised(task.place) || task.outputKey === null)
        throw new ProblemError(problem('not-found', message('problems', 'noFile')))
      const [at, event] = [clock.now(), 'PSEUDONYMISED_FILE_DOWNLOADED']
      await recordAudit(tx, { actor, instId: row.inst_id, event, subject: row.id, at })
      return task.outputKey
    })
    const fileName = `Pseudonymised.${row.collection_reference}.${row.inst_id}.${row.id}.xml`
    return {
      url: await store.signedDownload(key, {
        fileName,
        seconds: valid.downloadSeconds,
        userId: actor.userId,
      }),
    }
  })
}
