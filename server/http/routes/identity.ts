import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { organisationTypeCode } from '../../../src/domain/organisation.ts'
import { product } from '../../../src/domain/product.ts'
import * as wire from '../../../src/domain/wire/identity.ts'
import type { Server } from '../../context.ts'
import { withScope } from '../../database/index.ts'
import { route } from '../route.ts'

type Progress = z.output<typeof wire.demonstrationProgress>
const nothingMade: Progress = { state: 'off', done: 0, total: 0, message: '' }

/** Configuration of the browser, token exchange, live tickets, organisations. */
export const identityRoutes = (app: FastifyInstance, server: Server): void => {
  const { config, identity, db, live } = server

  route(app, wire.getConfiguration, async () => ({
    productName: product.name,
    productKey: product.key,
    isDemonstration: config.demo && identity.provider !== undefined,
    uploadMaxBytes: config.uploadMaxBytes,
    identity: { authority: identity.authority, clientId: identity.clientId, scope: identity.scope },
  }))

  route(app, wire.getDemonstrationProgress, async () => {
    const { rows } = await withScope(db, { scope: 'all' }, tx =>
      sql<Progress>`
        select state, done, total, message from demonstration`.execute(tx),
    )
    return rows[0] ?? nothingMade
  })

  route(app, wire.exchangeToken, async ({ body, request, reply }) => {
    const person = await identity.exchange.verify(body.token)
    await app.limits.countUser(request, reply, person.userId, 'token')
    const { actor, organisation } = await identity.exchange.actorOf(person, body.organisationId)
    return { token: await identity.tokens.issue(actor, organisation.publishedName, person) }
  })

  route(app, wire.listOrganisations, async ({ actor, request }) => {
    const ids = await identity.organisationIdsOf(request.headers.authorization)
    const organisations = await identity.exchange.registered(ids)
    return {
      organisations: organisations.map(({ id, type, name, publishedName, onboarded }) => ({
        id,
        type: organisationTypeCode(type),
        details: { name, publishedName, onboarded },
      })),
      liveSequence: await live.sockets.lastOf(actor.organisationId),
    }
  })
}
