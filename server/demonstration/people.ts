import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { Random } from '../../src/sample/random.ts'
import { organisations, regulators, users } from '../identity/demonstration.ts'

/** A demonstration user who acts for an organisation. Throws for a user that does not act for it. */
export const actorOf = (userId: string, organisationId: string): UserPrincipal => {
  const user = users.find(({ id }) => id === userId)
  const membership = user?.organisations.find(({ id }) => id === organisationId)
  const organisation = organisations.find(({ id }) => id === organisationId)
  if (!user || !membership || !organisation)
    throw new Error(`The demonstration has no user "${userId}" of the organisation "${organisationId}".`)
  return {
    kind: 'user',
    userId,
    name: user.name,
    organisationId,
    organisationType: organisation.type,
    roles: membership.role,
    isPrimaryRegulator: regulators.some(({ code, typeCode }) => code === organisationId && typeCode === '01'),
  }
}

/** The agency's people, by what they do. */
export const administrator = () => actorOf('bedel-admin', agencyOrganisationId)
export const analyst = () => actorOf('bedel-analyst', agencyOrganisationId)

/** The analyst of each regulator, by its code. */
const regulatorAnalysts: Readonly<Record<string, string>> = { '5016': 'ohe-analyst', '5002': 'fcw-analyst' }

/** The analyst of a regulator. Throws where it has none. */
export const regulatorAnalyst = (code: string): UserPrincipal => actorOf(regulatorAnalysts[code] ?? '', code)

const firstNames = [
  'Alan',
  'Beth',
  'Chidi',
  'Dora',
  'Emeka',
  'Fiona',
  'Gareth',
  'Hana',
  'Iain',
  'Jana',
  'Kofi',
  'Lena',
]
const surnames = [
  'Ainsworth',
  'Baptiste',
  'Coyle',
  'Dunbar',
  'Eriksen',
  'Farrow',
  'Gower',
  'Hendry',
  'Iqbal',
  'Jarvis',
]

/** Somebody of a generated provider, with a made-up name; nobody signs in as them. */
const generatedPerson = (instId: string, role: 'submitter' | 'sign-off'): UserPrincipal => {
  const random = new Random(Number(instId), role === 'submitter' ? 1 : 2)
  return {
    kind: 'user',
    userId: `${instId}-${role}`,
    name: `${random.pick(firstNames)} ${random.pick(surnames)}`,
    organisationId: instId,
    organisationType: 'provider',
    roles: role === 'submitter' ? ['submitter'] : ['submitter', 'sign-off'],
    isPrimaryRegulator: false,
  }
}

const personOf = (instId: string, role: 'submitter' | 'sign-off'): UserPrincipal => {
  const named = users.filter(({ organisations: all }) => all.some(({ id }) => id === instId))
  if (named.length === 0) return generatedPerson(instId, role)
  const holds = ({ organisations: all }: (typeof users)[number]) =>
    all.find(({ id }) => id === instId)?.role ?? []
  const one =
    (role === 'submitter' &&
      named.find(user => holds(user).includes(role) && !holds(user).includes('sign-off'))) ||
    named.find(user => holds(user).includes('sign-off'))
  return actorOf(one?.id ?? '', instId)
}

/** Who uploads the files of a provider. */
export const submitterOf = (instId: string): UserPrincipal => personOf(instId, 'submitter')
/** Who submits and signs off for a provider. */
export const signatoryOf = (instId: string): UserPrincipal => personOf(instId, 'sign-off')

/** Everybody who can sign in, for each of their organisations that takes part. */
export const readers = (): UserPrincipal[] =>
  users.flatMap(({ id, organisations: all }) =>
    all
      .filter(one => organisations.some(known => known.id === one.id && known.onboarded))
      .map(one => actorOf(id, one.id)),
  )
