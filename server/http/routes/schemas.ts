import type { FastifyInstance } from 'fastify'
import { sql, type Transaction } from 'kysely'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { getCollectionSchema } from '../../../src/domain/wire/collections.ts'
import { getFileExpectations } from '../../../src/domain/wire/files.ts'
import { message } from '../../../src/messages/message.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import type { Database } from '../../database/schema.ts'
import type { SpecificationStore } from '../../pipeline/index.ts'
import { attachment } from '../../storage/index.ts'
import { route } from '../route.ts'
import { collectionSeen } from './collectionReading.ts'
import { noProvider, withProviderCollection } from './submissionAccess.ts'

/** How long a browser may keep a schema, in seconds; a collection rarely changes its specification. */
const keptSeconds = 300

interface CollectionVersions {
  reference: string
  schemaVersion: string | null
  rulesetVersion: string | null
}

const versionsOf = async (
  tx: Transaction<Database>,
  collectionId: string,
): Promise<CollectionVersions | undefined> => {
  const { rows } = await sql<CollectionVersions>`
    select c.reference, p.schema_version as "schemaVersion", p.ruleset_version as "rulesetVersion"
    from collection c left join specification p on p.id = c.specification_id where c.id = ${collectionId}`.execute(
    tx,
  )
  return rows[0]
}

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
      throw new ProblemError(problem('not-found', message('problems', 'noSchema')))
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
    const found = await withProviderCollection({ db }, actor, query, async tx => {
      const { rows } = await sql<{ ukprn: string; name: string; countryCode: string }>`
        select p.ukprn, o.name, p.country_code as "countryCode" from provider p join organisation o on o.id = p.inst_id
        where p.inst_id = ${query.instId}`.execute(tx)
      return { versions: await versionsOf(tx, query.collectionId), provider: rows[0] }
    })
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
