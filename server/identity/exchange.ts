import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  type JWTPayload,
} from 'jose'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { type OrganisationType, organisationTypeByCode } from '../../src/domain/organisation.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import type { Clock } from '../clock.ts'
import { type Database, withScope } from '../database/index.ts'
import { ExplainedRefusal } from '../explainedRefusal.ts'
import { patience } from '../limits.ts'
import { type ClaimedOrganisation, type ClaimFault, claimFaults } from './claimFaults.ts'
import { discoveredKeys, verified } from './discovery.ts'
import { type Membership, type SignIn, signInIdOf, unauthorised } from './signIns.ts'

const longestToken = 16_384
const algorithms = ['ES256', 'RS256', 'PS256', 'EdDSA']
const dayMs = 24 * 3_600_000

const decoded = (token: string): JWTPayload => {
  try {
    return decodeJwt(token)
  } catch {
    throw unauthorised()
  }
}

const hasOurAlgorithm = (token: string): boolean => {
  try {
    return algorithms.includes(String(decodeProtectedHeader(token).alg))
  } catch {
    return false
  }
}

/** What the identity token says of the organisations that a person works for (decisions §5). */
const organisationsClaim = z.array(z.object({ id: z.string(), type: z.string(), role: z.array(z.string()) }))

/** A person as the identity token describes them. */
export interface Person {
  userId: string
  name: string
  email: string | undefined
  organisations: Membership[]
  /** What the issuer says of organisations, whether the register knows them or not. */
  claimed: readonly ClaimedOrganisation[]
}

/** An identity token: the person as it describes them, and the sign-in that it came of. */
interface Identified {
  person: Person
  signIn: SignIn
}

/** An organisation as the register has it. */
export interface RegisteredOrganisation {
  id: string
  type: OrganisationType
  name: string
  publishedName: string
  onboarded: boolean
  isPrimaryRegulator: boolean
}

/** Reads identity tokens of the issuer and turns a person into an actor for one of their organisations. */
export const createExchange = (options: {
  db: Kysely<Database>
  clock: Clock
  issuer: string
  clientId: string
  claims: { name: string; email: string; organisations: string }
  /** Keys of the embedded provider; without them those of the issuer are fetched. */
  keys?: JSONWebKeySet
  /** How far the clock of the issuer is ahead of ours, in ms. */
  issuerClockOffMs?: () => number
}) => {
  const { db, clock, issuer, clientId, claims, issuerClockOffMs = () => 0 } = options
  const keySet = options.keys ? createLocalJWKSet(options.keys) : discoveredKeys(issuer)

  const personOf = (payload: JWTPayload): Person => {
    const listed = z.safeParse(organisationsClaim, payload[claims.organisations])
    const name = payload[claims.name]
    const email = payload[claims.email]
    return {
      claimed: listed.success ? listed.data : [],
      userId: payload.sub ?? '',
      name: typeof name === 'string' ? name : (payload.sub ?? ''),
      email: typeof email === 'string' ? email : undefined,
      organisations: listed.success
        ? listed.data.flatMap(({ id, type, role }) => {
            const known = organisationTypeByCode(type)
            return known ? [{ id, type: known, roles: role }] : []
          })
        : [],
    }
  }

  /**
   * Whether a token says of itself that it is of our issuer, for us, and counts now. Where it does not, no key makes it good, so its key
   * is not looked up. Throws an unavailable problem where it counts by the issuer's clock alone: signing in again would not help.
   */
  const isWorthAKey = (token: string, at: Date): boolean => {
    const { iss, aud, exp = 0 } = decoded(token)
    const audiences = Array.isArray(aud) ? aud : [aud]
    if (iss !== issuer || !audiences.includes(clientId) || !hasOurAlgorithm(token)) return false
    const lateMs = at.getTime() - (exp + patience.clockSkewSeconds) * 1000
    if (lateMs < 0) return true
    if (lateMs + issuerClockOffMs() < 0)
      throw new ProblemError(problem('unavailable', message('server', 'identityClockOff')))
    return false
  }

  const payloadOf = async (token: string, at: Date): Promise<JWTPayload> => {
    if (token.length > longestToken || !isWorthAKey(token, at)) throw unauthorised()
    try {
      const payload = await verified(token, keySet, {
        algorithms,
        issuer,
        audience: clientId,
        currentDate: at,
        clockTolerance: patience.clockSkewSeconds,
        requiredClaims: ['exp', 'iat', 'sub'],
      })
      // Given to another application, for itself and for us (OpenID Connect Core 3.1.3.7).
      if (payload.azp !== undefined && payload.azp !== clientId) throw unauthorised()
      return payload
    } catch (error) {
      throw error instanceof ProblemError ? error : unauthorised()
    }
  }

  const signInOf = (payload: JWTPayload): SignIn => {
    const { sub = '', iat = 0, exp = 0, auth_time: authenticated } = payload
    return {
      id: signInIdOf({ ...payload, sub }),
      userId: sub,
      name: personOf(payload).name,
      email: personOf(payload).email,
      issuedAt: new Date(iat * 1000),
      goodUntil: new Date((exp + patience.clockSkewSeconds) * 1000),
      authenticatedAt: typeof authenticated === 'number' ? new Date(authenticated * 1000) : undefined,
    }
  }

  /**
   * The person that an identity token stands for. Throws an unauthorised problem for anything but a valid one, unavailable
   * where the issuer cannot be asked for its keys.
   */
  const verify = async (token: string): Promise<Identified> => {
    const payload = await payloadOf(token, clock.now())
    return { person: personOf(payload), signIn: signInOf(payload) }
  }

  /** The sign-in of an identity token of the last day, whether the token has expired or not: enough to sign out. */
  const verifyPast = async (token: string): Promise<SignIn> => {
    const now = clock.now()
    const { iat = 0 } = decoded(token)
    const issuedAt = new Date(iat * 1000)
    const isRecent = now.getTime() - issuedAt.getTime() < dayMs
    return signInOf(await payloadOf(token, isRecent && issuedAt < now ? issuedAt : now))
  }

  /** The organisations of this list that the register knows, by id. */
  const registered = (ids: readonly string[]): Promise<RegisteredOrganisation[]> =>
    withScope(db, { scope: 'all' }, async tx => {
      const { rows } = await sql<RegisteredOrganisation>`
        select o.id, o.type, o.name, o.published_name as "publishedName", o.onboarded,
          coalesce(r.type_code = '01', false) as "isPrimaryRegulator"
        from organisation o left join regulator r on r.code = o.id and o.type = 'statutory_customer'
        where o.id = any(${[...ids]}) order by o.name`.execute(tx)
      return rows
    })

  return {
    verify,
    verifyPast,
    registered,
    /**
     * The actor that a person is for the wanted organisation, or for the first that takes part, with the faults of the claim. Throws
     * forbidden, with reasons for the log, for an organisation that is not theirs or does not take part yet.
     */
    actorOf: async (
      person: Person,
      organisationId: string | undefined,
    ): Promise<{ actor: UserPrincipal; organisation: RegisteredOrganisation; faults: ClaimFault[] }> => {
      const known = await registered([...person.organisations, ...person.claimed].map(({ id }) => id))
      const faults = claimFaults(person.claimed, known)
      const reasons =
        faults.length > 0 ? faults : [{ reason: 'not-a-member', organisation: organisationId ?? '' }]
      const choices = person.organisations.flatMap(entry => {
        const organisation = known.find(({ id, type }) => id === entry.id && type === entry.type)
        return organisation ? [{ entry, organisation }] : []
      })
      const chosen = choices.find(({ organisation }) =>
        organisationId === undefined ? organisation.onboarded : organisation.id === organisationId,
      )
      if (!chosen) {
        throw new ExplainedRefusal(problem('forbidden', message('server', 'noOrganisation')), reasons)
      }
      if (!chosen.organisation.onboarded) {
        const { id, name } = chosen.organisation
        throw new ExplainedRefusal(
          problem('forbidden', message('problems', 'notOnboarded', { organisation: name })),
          [{ reason: 'not-onboarded', organisation: id }],
        )
      }
      const { organisation, entry } = chosen
      return {
        organisation,
        faults,
        actor: {
          kind: 'user',
          userId: person.userId,
          name: person.name,
          organisationId: organisation.id,
          organisationType: organisation.type,
          roles: entry.roles,
          isPrimaryRegulator: organisation.isPrimaryRegulator,
        },
      }
    },
  }
}
export type Exchange = ReturnType<typeof createExchange>
