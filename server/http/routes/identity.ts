import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { organisationTypeCode } from '../../../src/domain/organisation.ts'
import { product } from '../../../src/domain/product.ts'
import * as wire from '../../../src/domain/wire/identity.ts'
import { listUsers as listUsersCall } from '../../../src/domain/wire/users.ts'
import type { Server } from '../../context.ts'
import { withScope } from '../../database/index.ts'
import { unreadNotices } from '../../database/queries/notices.ts'
import { recordsIn, streamsIn } from '../../database/queries/streams.ts'
import { scopeOf } from '../../database/scope.ts'
import { progressOf } from '../../demonstration/progress.ts'
import { listUsers } from '../../identity/index.ts'
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
    areDocsServed: config.areOperationsOpen,
    uploadMaxBytes: config.uploadMaxBytes,
    uploadAtOnceBytes: config.uploadAtOnceBytes,
    identity: { authority: identity.authority, clientId: identity.clientId, scope: identity.scope },
  }))

  route(
    app,
    wire.getDemonstrationProgress,
    async () => (await withScope(db, { scope: 'all' }, progressOf)) ?? nothingMade,
  )

  route(app, wire.exchangeToken, async ({ body, request, reply }) => {
    const { person: said, signIn } = await identity.exchange.verify(body.token)
    request.caller = { user: said.userId }
    await app.limits.countUser(request, reply, said.userId, 'token')
    const { organisations, isNew } = await identity.signIns.begin(signIn, said.organisations)
    const person = { ...said, organisations }
    const { actor, organisation, faults } = await identity.users.letIn(person, () =>
      identity.exchange.actorOf(person, body.organisationId),
    )
    request.caller = { user: actor.userId, organisation: organisation.id }
    if (isNew) {
      request.log.info({ ...request.caller, roles: actor.roles }, 'sign-in')
      // Somebody who is let in may still miss a role, or another organisation.
      for (const fault of faults) request.log.info({ user: actor.userId, ...fault }, 'refused')
    }
    return { token: await identity.tokens.issue(actor, organisation.publishedName, person, signIn.id) }
  })

  route(app, listUsersCall, ({ actor }) =>
    withScope(db, scopeOf(actor), async tx => ({
      users: (await listUsers(tx)).map(({ organisations, firstAt, lastAt, refusedAt, ...user }) => ({
        ...user,
        organisations: organisations.map(({ type, ...one }) => ({
          ...one,
          type: organisationTypeCode(type),
        })),
        firstUtc: firstAt.toISOString(),
        lastUtc: lastAt.toISOString(),
        refusedUtc: refusedAt?.toISOString() ?? null,
      })),
    })),
  )

  route(app, wire.signOut, async ({ body, reply }): Promise<undefined> => {
    const { id, authenticatedAt } = await identity.exchange.verifyPast(body.token)
    await identity.signIns.end(id, authenticatedAt)
    // What the portal keeps in the browser: tokens, filters, preferences. Whoever sits down here next finds nothing of it.
    reply.header('clear-site-data', '"storage"')
  })

  route(app, wire.listOrganisations, async ({ actor, session }) => {
    const organisations = await identity.exchange.registered(session.organisationIds)
    return {
      organisations: organisations.map(({ id, type, name, publishedName, onboarded }) => ({
        id,
        type: organisationTypeCode(type),
        details: { name, publishedName, onboarded },
      })),
      liveSequence: await live.sockets.lastOf(actor.organisationId),
      ...(await withScope(db, scopeOf(actor), async tx => ({
        unreadNotices: await unreadNotices(tx, actor),
        streams: await streamsIn(tx),
        records: (await recordsIn(tx)).map(record => ({ ...record, parts: [...record.parts] })),
      }))),
    }
  })
}
