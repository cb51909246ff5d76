import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { getCollectionSchema } from '../../../src/domain/wire/collections.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import type { Content } from '../../pipeline/index.ts'
import { attachment } from '../../storage/index.ts'
import { route } from '../route.ts'

/** How long a browser may keep a schema, in seconds; a collection rarely changes its specification. */
const keptSeconds = 300

/** The schema of a collection, for the check in the browser and for people who build files (specification 1 §7). */
export const schemaRoutes = (
  app: FastifyInstance,
  { db, content }: Pick<Server, 'db'> & { content: Content },
): void => {
  route(app, getCollectionSchema, async ({ actor, params, reply }) => {
    const version = await withScope(db, scopeOf(actor), async tx => {
      const { rows } = await sql<{ schema_version: string | null }>`
        select p.schema_version from collection c left join specification p on p.id = c.specification_id
        where c.reference = ${params.reference}`.execute(tx)
      return rows[0]?.schema_version ?? null
    })
    if (version === null) {
      throw new ProblemError(problem('not-found', 'There is no such collection, or it has no schema yet.'))
    }
    const { fileName, document } = await content.schemaDocument(version)
    return reply
      .headers({
        'content-type': 'application/xml; charset=utf-8',
        'content-disposition': attachment(fileName),
        'cache-control': `private, max-age=${keptSeconds}`,
      })
      .send(document)
  })
}
