import type { FastifyInstance } from 'fastify'
import { collectionsSeen } from '../../../src/domain/collection.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/validation.ts'
import { message } from '../../../src/messages/message.ts'
import type { Server } from '../../context.ts'
import { setScope, withScope } from '../../database/scope.ts'
import type { SpecificationStore } from '../../pipeline/index.ts'
import { availableSchemas, type PublishedRow, publishedRows } from '../../specifications/index.ts'
import { attachment } from '../../storage/index.ts'
import { route } from '../route.ts'

/** What somebody sees who is not signed in: the answers are the same for everybody. */
const seenByAnybody = collectionsSeen({ isAgency: false, validatesOnline: false })

/** The schemas that the page /validate offers. */
export const checkSchemaRoutes = (
  app: FastifyInstance,
  { db, specifications }: Pick<Server, 'db'> & { specifications: Pick<SpecificationStore, 'schemaDocument'> },
): void => {
  const offered = (): Promise<PublishedRow[]> =>
    withScope(db, { scope: 'own', organisation: '' }, async tx => {
      const rows = await publishedRows(tx, seenByAnybody)
      await setScope(tx, { scope: 'all' })
      const available = await availableSchemas(tx)
      return rows.filter(({ schemaVersion }) => available.has(schemaVersion))
    })

  route(app, wire.listCheckSchemas, async () => ({
    schemas: (await offered()).map(({ reference, name, schemaVersion }) => ({
      reference,
      name,
      schema: schemaVersion,
    })),
  }))

  route(app, wire.getCheckSchema, async ({ params, reply }) => {
    const row = (await offered()).find(({ reference }) => reference === params.reference)
    if (!row) throw new ProblemError(problem('not-found', message('server', 'noPublished')))
    const { fileName, document } = await specifications.schemaDocument(row.schemaVersion)
    return reply
      .headers({
        'content-type': 'application/xml; charset=utf-8',
        'content-disposition': attachment(fileName),
      })
      .send(document)
  })
}
