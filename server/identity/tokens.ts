import { createHash } from 'node:crypto'
import { errors, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { organisationTypeCode } from '../../src/domain/organisation.ts'
import { permissionsBySection } from '../../src/domain/permissions.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { ProblemError } from '../../src/domain/problem.ts'
import { product } from '../../src/domain/product.ts'
import { apiTokenClaims, principalOfClaims } from '../../src/domain/wire/identity.ts'
import type { Clock } from '../clock.ts'
import { patience } from '../limits.ts'
import type { Person } from './exchange.ts'
import { unauthorised } from './signIns.ts'

const longestToken = 8192
const cacheSize = 5000

const issuer = `urn:${product.key}:api`
const audience = `urn:${product.key}:api`

const titleCase = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1)

/** What a token says: who it was issued for, by which sign-in and when, and until when it counts (ms since 1970). */
interface Verified {
  actor: UserPrincipal
  signInId: string
  issuedAt: Date
  until: number
}

/** The answer to a token that we have signed and that has expired: the same as to any other, but nobody has guessed at it. */
export class ExpiredToken extends ProblemError {
  /** Whose it was. */
  readonly userId: string

  constructor(userId: string) {
    super(unauthorised().problem)
    this.userId = userId
  }
}

/** What a token is refused with. It is known to have expired only once its signature was found right. */
const refusalOf = (error: unknown): ProblemError =>
  error instanceof errors.JWTExpired && error.payload.sub !== undefined
    ? new ExpiredToken(error.payload.sub)
    : unauthorised()

/**
 * API tokens (specification 1 §1, decisions §5): signed with a key of our own, short-lived, carrying the user context. A
 * token that was verified once is known by its hash until it ends; whether its sign-in lasts is asked elsewhere.
 */
export const createTokens = async (options: { key: JWK; clock: Clock; lifeSeconds: number }) => {
  const { key: jwk, clock, lifeSeconds } = options
  const privateKey = await importJWK(jwk, 'ES256')
  const { d: _secret, ...publicJwk } = jwk
  const publicKey = await importJWK(publicJwk, 'ES256')
  const verified = new Map<string, Verified>()

  const remember = (hash: string, entry: Verified): void => {
    if (verified.size >= cacheSize) verified.delete(verified.keys().next().value ?? '')
    verified.set(hash, entry)
  }

  const verify = async (token: string): Promise<Verified> => {
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: ['ES256'],
      issuer,
      audience,
      currentDate: clock.now(),
      clockTolerance: patience.clockSkewSeconds,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    const claims = z.parse(apiTokenClaims, payload)
    const actor = principalOfClaims(claims)
    if (!actor) throw unauthorised()
    return {
      actor,
      signInId: claims.sid,
      issuedAt: new Date(claims.iat * 1000),
      until: (claims.exp + patience.clockSkewSeconds) * 1000,
    }
  }

  return {
    /** An API token for a person who acts for one organisation. */
    issue: (
      actor: UserPrincipal,
      organisationName: string,
      person: Pick<Person, 'email' | 'organisations'>,
      signInId: string,
    ): Promise<string> =>
      new SignJWT({
        name: actor.name,
        ...(person.email ? { email: person.email } : {}),
        organisation: {
          id: actor.organisationId,
          type: organisationTypeCode(actor.organisationType),
          name: organisationName,
        },
        organisationIds: person.organisations.map(({ id }) => id),
        [`is${titleCase(product.key)}`]: actor.organisationType === 'agency',
        isProvider: actor.organisationType === 'provider',
        isStatutoryCustomer: actor.organisationType === 'statutory_customer',
        isPrimaryRegulator: actor.isPrimaryRegulator,
        roles: [...actor.roles],
        sid: signInId,
        permissionsBySection: permissionsBySection(actor),
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', ...(jwk.kid ? { kid: jwk.kid } : {}) })
        .setSubject(actor.userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(Math.floor(clock.now().getTime() / 1000))
        .setExpirationTime(Math.floor(clock.now().getTime() / 1000) + lifeSeconds)
        .sign(privateKey),

    /**
     * What a bearer token says. Throws one and the same unauthorised problem for anything but a valid one, as `ExpiredToken` where
     * it was one.
     */
    authenticate: async (authorization: string | undefined): Promise<Verified> => {
      const token = authorization?.match(/^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/)?.[1]
      if (!token || token.length > longestToken) throw unauthorised()
      const hash = createHash('sha256').update(token).digest('base64')
      const known = verified.get(hash)
      if (known && known.until > clock.now().getTime()) return known
      verified.delete(hash)
      try {
        const entry = await verify(token)
        remember(hash, entry)
        return entry
      } catch (error) {
        throw refusalOf(error)
      }
    },
  }
}
export type Tokens = Awaited<ReturnType<typeof createTokens>>
