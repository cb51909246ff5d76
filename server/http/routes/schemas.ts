import type { FastifyInstance } from 'fastify'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { getCollectionSchema } from '../../../src/domain/wire/collections.ts'
import { getFileExpectations } from '../../../src/domain/wire/files.ts'
import { message } from '../../../src/messages/message.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { providerOf, versionsOf } from '../../database/queries/collections.ts'
import type { SpecificationStore } from '../../pipeline/index.ts'
import { attachment } from '../../storage/index.ts'
import { route } from '../route.ts'
import { collectionSeen } from './collectionReading.ts'
import { noProvider, withProviderCollection } from './submissionAccess.ts'

/** How long a browser may keep a schema, in seconds; a collection rarely changes its specification. */
const keptSeconds = 300

/** What files are checked against: for the check in the browser and for people who build files (specification 1 §7). */
export const schemaRoutes = (
  app: FastifyInstance,
  { db, specifications }: Pick<Server, 'db'> & { specifications: SpecificationStore },
): void => {
  route(app, getCollectionSchema, async ({ actor, params, reply }) => {
    const versions = await withScope(db, scopeOf(actor), async tx => {
      const collection = await collectionSeen(tx, actor, { reference: params.reference })
      return collection && versionsOf(tx, collection.id)
    })
    if (!versions || versions.schemaVersion === null) {
      throw new ProblemError(problem('not-found', message('server', 'noSchema')))
    }
    const { fileName, document } = await specifications.schemaDocument(versions.schemaVersion)
    return reply
      .headers({
        'content-type': 'application/xml; charset=utf-8',
        'content-disposition': attachment(fileName),
        'cache-control': `private, max-age=${keptSeconds}`,
      })
      .send(document)
  })

  route(app, getFileExpectations, async ({ actor, query }) => {
    const found = await withProviderCollection({ db }, actor, query, async tx => ({
      versions: await versionsOf(tx, query.collectionId),
      provider: await providerOf(tx, query.instId),
    }))
    const { versions, provider } = found
    if (!versions || !provider) throw noProvider()
    const { reference, schemaVersion, rulesetVersion } = versions
    return {
      collectionReference: reference,
      schemaVersion,
      provider,
      headerPaths:
        (rulesetVersion === null ? undefined : await specifications.headerPaths(rulesetVersion)) ?? null,
    }
  })
}
