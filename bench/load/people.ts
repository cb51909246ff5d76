import type { Kysely } from 'kysely'
import type { Database } from '../../server/database/schema.ts'
import { sharedSigningKey } from '../../server/identity/keys.ts'
import { createSignIns } from '../../server/identity/signIns.ts'
import { createTokens } from '../../server/identity/tokens.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { product } from '../../src/domain/product.ts'

/** Seconds that a token counts, and after which another one is asked for. */
const lifeSeconds = 540
const renewMs = 480_000
const clock = { now: () => new Date() }

/** Gives the token of somebody at an organisation: a submitter of a provider, or an analyst of the agency. */
export type TokenOf = (organisationId: string) => Promise<string>

/**
 * People of every provider, who have signed in already: generated providers have nobody at the demonstration's identity
 * provider, and what signing in costs is not measured here.
 */
export const signedInPeople = async (db: Kysely<Database>): Promise<TokenOf> => {
  const tokens = await createTokens({ key: await sharedSigningKey(db, 'api-token'), clock, lifeSeconds })
  const signIns = createSignIns({ db, clock })
  const known = new Map<string, { token: Promise<string>; at: number }>()
  const issue = async (organisationId: string): Promise<string> => {
    const isAgency = organisationId === product.key
    const who: UserPrincipal = {
      kind: 'user',
      userId: `load-${organisationId}`,
      name: `Load ${organisationId}`,
      organisationId,
      organisationType: isAgency ? 'agency' : 'provider',
      roles: [isAgency ? 'analyst' : 'submitter'],
      isPrimaryRegulator: false,
    }
    const organisations = [{ id: organisationId, type: who.organisationType, roles: [...who.roles] }]
    const id = `session:${who.userId}`
    await signIns.begin(
      {
        id,
        userId: who.userId,
        name: who.name,
        issuedAt: clock.now(),
        goodUntil: new Date(Date.now() + 24 * 3_600_000),
      },
      organisations,
    )
    return tokens.issue(who, organisationId, { email: undefined, organisations }, id)
  }
  return organisationId => {
    const found = known.get(organisationId)
    if (found && Date.now() - found.at < renewMs) return found.token
    const token = issue(organisationId)
    known.set(organisationId, { token, at: Date.now() })
    return token
  }
}
