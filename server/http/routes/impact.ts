import type { FastifyInstance } from 'fastify'
import { impactSummary } from '../../../src/domain/impact.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/impact.ts'
import { message } from '../../../src/messages/message.ts'
import { type BulkJobs, findJob, jobsOf, listJobs } from '../../bulk/index.ts'
import type { Server } from '../../context.ts'
import { withScope } from '../../database/index.ts'
import { granted } from '../../decisions/decider.ts'
import { impactOf, ruleSpread } from '../../impact/index.ts'
import type { SpecificationStore } from '../../pipeline/index.ts'
import { specificationRows } from '../../specifications/index.ts'
import { route } from '../route.ts'
import { idOf } from './content.ts'
import { jobWire } from './jobWire.ts'
import { uuidForm } from './submissionAccess.ts'

/** What is listed of earlier ones. */
const listed = 20

/** What a specification would change, before it is published. */
export const impactRoutes = (
  app: FastifyInstance,
  { db, jobs, specifications }: Pick<Server, 'db'> & { jobs: BulkJobs; specifications: SpecificationStore },
): void => {
  const inAll = <T>(work: Parameters<typeof withScope<T>>[2]): Promise<T> =>
    withScope(db, { scope: 'all' }, work)

  route(app, wire.startImpact, async ({ actor, params, body, reply }): Promise<undefined> => {
    await granted(
      jobs.requestImpact({
        id: body.id,
        reference: body.collectionReference,
        specificationId: idOf(params.id),
        actor,
      }),
    )
    reply.header('location', `/jobs/${body.id}`)
  })

  route(app, wire.listImpacts, async ({ actor, params, language }) => {
    const of = { kinds: ['IMPACT'], specificationId: idOf(params.id) } as const
    const found = await inAll(async tx => {
      const { jobs: page } = await listJobs(tx, { ...of, limit: listed, offset: 0 })
      const records = new Map(
        (
          await jobsOf(
            tx,
            page.map(({ id }) => id),
          )
        ).map(one => [one.id, one]),
      )
      return page.flatMap(({ id }) => records.get(id) ?? [])
    })
    return { jobs: found.map(one => jobWire(one, actor, language)) }
  })

  route(app, wire.getRuleSpread, async ({ params: { id, validationId }, query }) => {
    const [row] = await inAll(tx => specificationRows(tx, { id: idOf(id) }))
    if (!row) throw new ProblemError(problem('not-found', message('problems', 'noSpecification')))
    const { ruleset } = await specifications.load({
      schemaVersion: row.schema_version,
      rulesetVersion: row.ruleset_version,
    })
    const rule = ruleset.rules.find(({ code }) => code === validationId)
    if (!rule) throw new ProblemError(problem('not-found', message('problems', 'noSpecificationRule')))
    return ruleSpread(db, specifications, {
      rule,
      ruleset,
      own: row.version.slice(0, 5),
      requestedReference: query.collectionReference,
    })
  })

  route(app, wire.getImpact, async ({ actor, params: { id, jobId }, language }) => {
    const found = uuidForm.test(jobId)
      ? await inAll(async tx => {
          const job = await findJob(tx, jobId)
          return job?.specificationId === idOf(id) ? { job, rows: await impactOf(tx, jobId) } : undefined
        })
      : undefined
    if (!found) throw new ProblemError(problem('not-found', message('server', 'noJob')))
    return { job: jobWire(found.job, actor, language), ...impactSummary(found.rows) }
  })
}
