import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { JWK } from 'jose'
import type { Adapter } from 'oidc-provider'
import Provider, { type AccountClaims, type Configuration, errors } from 'oidc-provider'
import { organisationTypeCode } from '../../src/domain/organisation.ts'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { languageOf } from '../../src/messages/messages.ts'
import { publicPath } from '../publicPath.ts'
import { TokenReused } from './adapter.ts'
import { organisations, users } from './demonstration.ts'
import { identityErrorPage, signInPage, signOutPage } from './signInPage.ts'

const minute = 60
const hour = 60 * minute
const mount = '/oidc'

const claimsOf = (id: string): AccountClaims | undefined => {
  const user = users.find(candidate => candidate.id === id)
  if (!user) return undefined
  return {
    sub: user.id,
    name: user.name,
    email: `${user.id}@example.org`,
    organisations: user.organisations.map(entry => {
      const type =
        organisations.find(({ id: organisationId }) => organisationId === entry.id)?.type ?? 'provider'
      return { id: entry.id, type: organisationTypeCode(type), role: entry.role }
    }),
  }
}

/** A token that is used twice at once is refused in the provider's own words, as one that is used a second time later. */
const refusingReuse = (adapter: Adapter, onReuse: (grantId: string) => Promise<void>): Adapter => ({
  ...adapter,
  consume: async id => {
    try {
      await adapter.consume(id)
    } catch (error) {
      if (!(error instanceof TokenReused)) throw error
      await onReuse(error.grantId)
      throw new errors.InvalidGrant('token_reused')
    }
  },
})

/** Ends the sign-in that a grant stands for before anybody is told that the grant is gone. */
const endingSignIn = (adapter: Adapter, onGrantEnded: (grantId: string) => Promise<void>): Adapter => ({
  ...adapter,
  destroy: async id => {
    await adapter.destroy(id)
    await onGrantEnded(id)
  },
})

/** The embedded OpenID Connect provider with the demonstration's people (decisions §5). */
export const createProvider = (options: {
  /** Public address of the portal, without a slash at its end. */
  publicUrl: string
  clientId: string
  signingKey: JWK
  cookieSecret: string
  adapter: (model: string) => Adapter
  /** A grant, and with it the sign-in that it stands for, is over: signed out, or a token of it was used twice. */
  onGrantEnded: (grantId: string) => Promise<void>
  /** The provider has answered with a fault of its own. */
  onFault: (error: Error) => void
}): Provider => {
  const { publicUrl, clientId, signingKey, cookieSecret, adapter, onGrantEnded, onFault } = options
  const base = publicPath(publicUrl)
  const configuration: Configuration = {
    adapter: model =>
      model === 'Grant'
        ? endingSignIn(adapter(model), onGrantEnded)
        : refusingReuse(adapter(model), onGrantEnded),
    clients: [
      {
        client_id: clientId,
        client_name: 'Portal',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${publicUrl}/callback/signin`],
        post_logout_redirect_uris: [`${publicUrl}/callback/signout`],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [signingKey as never] },
    cookies: { keys: [cookieSecret], long: { sameSite: 'lax' }, short: { sameSite: 'lax' } },
    scopes: ['openid', 'email', 'exchange:token', 'offline_access'],
    // A grant is made anew with each sign-in, and refreshed tokens keep it.
    claims: { openid: ['sub', 'name', 'organisations', 'sid'], email: ['email'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    ttl: {
      AccessToken: 15 * minute,
      AuthorizationCode: minute,
      IdToken: 15 * minute,
      RefreshToken: 12 * hour,
      Session: 12 * hour,
      Grant: 12 * hour,
      Interaction: hour,
    },
    clientBasedCORS: (_ctx, origin) => origin === new URL(publicUrl).origin,
    interactions: { url: (_ctx, interaction) => `${base}${mount}/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) => {
          ctx.body = signOutPage({ language: languageOf(ctx.get('accept-language')), base }, form)
        },
      },
      revocation: { enabled: true },
    },
    findAccount: async (_ctx, id, token) => {
      const claims = claimsOf(id)
      const session = token?.grantId === undefined ? {} : { sid: token.grantId }
      return claims && { accountId: id, claims: async () => ({ ...claims, ...session }) }
    },
    // The portal is the only client and nobody is asked for consent; a grant that is gone is made again.
    loadExistingGrant: async ctx => {
      const known = ctx.oidc.result?.consent?.grantId ?? ctx.oidc.session?.grantIdFor(clientId)
      const existing = known ? await ctx.oidc.provider.Grant.find(known) : undefined
      if (existing) return existing
      const grant = new ctx.oidc.provider.Grant({ clientId, accountId: ctx.oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email exchange:token offline_access')
      await grant.save()
      return grant
    },
    renderError: async (ctx, out) => {
      ctx.type = 'html'
      const context = { language: languageOf(ctx.get('accept-language')), base }
      ctx.body = identityErrorPage(context, out.error, out.error_description)
    },
  }
  const provider = new Provider(`${publicUrl}${mount}`, configuration)
  provider.proxy = publicUrl.startsWith('https:')
  provider.on('server_error', (_context, error) => onFault(error))
  return provider
}

/** Keys that the identity tokens of the embedded provider are signed with, public part. */
export const publicKeysOf = ({ d: _secret, ...publicKey }: JWK) => ({ keys: [publicKey] })

/** Headers that hooks set on the reply go with an answer that the provider writes itself. */
const handOver = (request: FastifyRequest, reply: FastifyReply, provider: Provider, base: string): void => {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
  const raw = request.raw as typeof request.raw & { originalUrl?: string }
  // The provider makes its addresses of the part of this one that it does not see.
  const path = raw.url ?? ''
  raw.originalUrl = base + path
  raw.url = path.slice(mount.length) || '/'
  void provider.callback()(raw, reply.raw)
}

/** A sign-in that is over, or was never begun here, begins anew; any other fault is one. */
const ifOver = (error: unknown): undefined => {
  if (!(error instanceof errors.SessionNotFound)) throw error
}

const counted = { config: { limit: 'signIn' as const } }

/** Mounts the provider below /oidc: its own calls, and the page on which a person is chosen. */
export const mountProvider = async (
  app: FastifyInstance,
  provider: Provider,
  publicUrl: string,
): Promise<void> => {
  const base = publicPath(publicUrl)
  await app.register(
    async scope => {
      // The provider reads bodies itself.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))

      scope.get<{ Params: { uid: string } }>('/interaction/:uid', counted, async (request, reply) => {
        const details = await provider.interactionDetails(request.raw, reply.raw).catch(ifOver)
        if (!details) return reply.redirect(`${base}/`)
        return reply
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(
            signInPage(
              { language: languageOf(request.headers['accept-language']), base },
              request.params.uid,
            ),
          )
      })

      scope.post('/interaction/:uid/login', counted, async (request, reply) => {
        const form = new URLSearchParams(await textOf(request))
        const accountId = form.get('user') ?? ''
        if (!claimsOf(accountId)) return reply.redirect(`${base}/`)
        const next = await provider
          .interactionResult(request.raw, reply.raw, { login: { accountId, remember: true } })
          .catch(ifOver)
        return next === undefined ? reply.redirect(`${base}/`) : reply.redirect(next, 303)
      })

      scope.all('/*', counted, async (request, reply) => handOver(request, reply, provider, base))
    },
    { prefix: mount },
  )
}

const longestForm = 4096

const textOf = async (request: FastifyRequest): Promise<string> => {
  let text = ''
  // Without its connection nobody could be answered.
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (text.length > longestForm)
      throw new ProblemError(problem('too-large', message('server', 'bodyTooLarge')))
  }
  return text
}
