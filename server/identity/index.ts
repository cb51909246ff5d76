import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type Provider from 'oidc-provider'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/index.ts'
import { type ApiKeys, createApiKeys, looksLikeKey } from '../suppliers/index.ts'
import { createAdapter } from './adapter.ts'
import { issuerWatch } from './discovery.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { sharedSecret, sharedSigningKey } from './keys.ts'
import { createSignIns, type SignedIn, type SignIns, signInOfSession } from './signIns.ts'
import { createTokens, type Tokens } from './tokens.ts'
import { createUsers, type Users } from './users.ts'

export { sharedSecret } from './keys.ts'
export type { SignedIn } from './signIns.ts'
export { ExpiredToken } from './tokens.ts'
export { listUsers, type User } from './users.ts'

/** Identity: the issuer that people sign in with, the exchange, and the API's own tokens. */
export interface Identity {
  /** Address of the issuer, and the client that the browser is. */
  authority: string
  clientId: string
  scope: string
  /** The embedded provider; undefined with an issuer of the operator's own. */
  provider: Provider | undefined
  /** Adds the embedded provider's own pages and calls to the application. */
  mount: (app: FastifyInstance) => Promise<void>
  exchange: Exchange
  /** Whether people can sign in at the moment, as far as the issuer goes. */
  isIssuerUp: () => Promise<boolean>
  /** Origins that a page calls besides that of `authority`; what an outside issuer says of itself names them. */
  issuerOrigins: () => readonly string[]
  signIns: SignIns
  users: Users
  tokens: Tokens
  /** Keys of the software of providers. */
  keys: ApiKeys
  /**
   * The user id that a bearer token or an API key says, without asking the database; undefined for a key that only the database
   * can tell from a made-up one. Throws an unauthorised problem for a token that is not valid.
   */
  userOf: (authorization: string | undefined) => Promise<string | undefined>
  /** Who a bearer token or an API key stands for now; throws an unauthorised problem. */
  authenticate: (authorization: string | undefined) => Promise<SignedIn>
}

const bearerOf = (authorization: string | undefined): string =>
  authorization?.match(/^Bearer (\S+)$/)?.[1] ?? ''

/**
 * The embedded provider's module, only where it is needed. It warns of every Node line that is not a long-term one; ours
 * is pinned, and an operator should see one line at the start.
 */
const loadProvider = async (): Promise<typeof import('./provider.ts')> => {
  const { warn } = console
  console.warn = () => undefined
  try {
    return await import('./provider.ts')
  } finally {
    console.warn = warn
  }
}

/** Identity by configuration: an external issuer, or the embedded one of the demonstration. */
export const createIdentity = async (options: {
  db: Kysely<Database>
  clock: Clock
  log: Logger
  config: Config['oidc']
  publicUrl: string
}): Promise<Identity> => {
  const { db, clock, log, config, publicUrl } = options
  const tokens = await createTokens({
    key: await sharedSigningKey(db, 'api-token'),
    clock,
    lifeSeconds: config.tokenSeconds,
  })
  const signIns = createSignIns({ db, clock })
  const users = createUsers({ db, clock })
  const keys = createApiKeys({ db, clock })
  const isEmbedded = config.issuer === undefined
  const authority = config.issuer ?? `${publicUrl}/oidc`
  const signingKey = isEmbedded ? await sharedSigningKey(db, 'oidc') : undefined
  const embedded = isEmbedded ? await loadProvider() : undefined
  const provider = signingKey
    ? embedded?.createProvider({
        publicUrl,
        clientId: config.clientId,
        signingKey,
        cookieSecret: Buffer.from(await sharedSecret(db, 'oidc-cookies')).toString('hex'),
        adapter: createAdapter({ db, clock }),
        onFault: error => log.error({ err: error }, 'the identity provider failed'),
        onGrantEnded: grantId =>
          signIns
            .end(signInOfSession(grantId))
            .catch(error => log.error({ err: error }, 'a sign-in could not be ended')),
      })
    : undefined
  const watch = config.issuer === undefined ? undefined : issuerWatch(config.issuer)
  const exchange = createExchange({
    db,
    clock,
    issuer: authority,
    clientId: config.clientId,
    claims: config.claims,
    ...(watch ? { issuerClockOffMs: watch.clockOffMs } : {}),
    ...(signingKey && embedded ? { keys: embedded.publicKeysOf(signingKey) } : {}),
  })
  // The first page names its origins already, unless the issuer is away.
  await watch?.isUp()
  return {
    authority,
    clientId: config.clientId,
    scope: config.scopes,
    provider,
    mount: async app => {
      if (provider && embedded) await embedded.mountProvider(app, provider, publicUrl)
    },
    exchange,
    isIssuerUp: watch?.isUp ?? (async () => true),
    issuerOrigins: watch?.origins ?? (() => []),
    signIns,
    users,
    tokens,
    keys,
    userOf: async authorization => {
      const bearer = bearerOf(authorization)
      if (looksLikeKey(bearer)) return keys.userOf(bearer)
      return (await tokens.authenticate(authorization)).actor.userId
    },
    authenticate: async authorization => {
      const bearer = bearerOf(authorization)
      if (looksLikeKey(bearer)) {
        const actor = await keys.authenticate(bearer)
        return { actor, signInId: actor.userId, organisationIds: [actor.organisationId] }
      }
      const { actor, signInId, issuedAt } = await tokens.authenticate(authorization)
      return signIns.current(actor, signInId, issuedAt)
    },
  }
}
