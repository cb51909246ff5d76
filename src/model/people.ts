import { keyUserPrefix } from '../domain/apiKey.ts'
import type { OrganisationType } from '../domain/organisation.ts'
import { type Principal, systemPrincipal, type UserPrincipal } from '../domain/principal.ts'

const person = (
  userId: string,
  organisationType: OrganisationType,
  organisationId: string,
  roles: string[],
  isPrimaryRegulator = false,
): UserPrincipal => ({
  kind: 'user',
  userId,
  name: userId,
  organisationType,
  organisationId,
  roles,
  isPrimaryRegulator,
})

/** Everybody who can knock at the lifecycle of a submission of provider 0001, whose regulator is 5002. */
export const people = {
  system: systemPrincipal,
  submitter: person('ashby-submitter', 'provider', '0001', ['submitter']),
  signOff: person('ashby-signoff', 'provider', '0001', ['submitter', 'sign-off']),
  signOffOnly: person('ashby-signoff-only', 'provider', '0001', ['sign-off']),
  guest: person('ashby-guest', 'provider', '0001', ['guest']),
  ovtSubmitter: person('ashby-ovt', 'provider', '0001', ['ovt-submitter']),
  software: person('ashby-software', 'provider', '0001', ['software-supplier-ovt-submitter']),
  foreigner: person('brackley-signoff', 'provider', '0002', ['submitter', 'sign-off', 'ovt-submitter']),
  admin: person('bedel-admin', 'agency', 'bedel', ['admin']),
  analyst: person('bedel-analyst', 'agency', 'bedel', ['analyst']),
  staff: person('bedel-staff', 'agency', 'bedel', []),
  regulator: person('fcw-analyst', 'statutory_customer', '5002', ['analyst'], true),
  specialRegulator: person('ohe-analyst', 'statutory_customer', '5016', ['analyst'], true),
  otherRegulator: person('ttb-analyst', 'statutory_customer', '5101', ['analyst']),
  delivery: person('fcw-delivery', 'statutory_customer', '5002', ['data-delivery']),
} satisfies Record<string, Principal>

/** The user id by which software with an API key of a provider is known. */
export const keyUserId = `${keyUserPrefix}bedel_key_A1b2C3d4`

export type PersonName = keyof typeof people
export const personNames = Object.keys(people) as PersonName[]
