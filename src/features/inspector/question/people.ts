import { roleLabel } from '../../../domain/labels.ts'
import { agencyOrganisationId, type OrganisationType } from '../../../domain/organisation.ts'
import { rolesByOrganisationType } from '../../../domain/permissions.ts'
import type { Principal, UserPrincipal } from '../../../domain/principal.ts'
import { product } from '../../../domain/product.ts'
import { specialStatutoryCode } from '../../../domain/regulator.ts'
import type { Facts } from '../../../machines/submission-lifecycle/index.ts'
import type { ToText, Translate } from '../../../messages/index.ts'

/** Whose organisation a person acts for, seen from the submission. */
export const places = ['own', 'other', 'special'] as const
export type Place = (typeof places)[number]

/** Somebody who could cause an event: the system, or a person with one role in one kind of organisation. */
export interface Person {
  /** 'system', or organisation type and role: 'agency.admin'; 'agency' alone is staff without a further role. */
  id: string
  type: OrganisationType | undefined
  role: string | undefined
}

const peopleOf = (type: OrganisationType): Person[] =>
  rolesByOrganisationType[type].map(role => ({ id: `${type}.${role}`, type, role }))

export const system: Person = { id: 'system', type: undefined, role: undefined }

/** Everybody who can be asked about, by kind of organisation. */
export const peopleByType: readonly { id: OrganisationType | 'system'; people: readonly Person[] }[] = [
  { id: 'provider', people: peopleOf('provider') },
  {
    id: 'agency',
    people: [{ id: 'agency', type: 'agency', role: undefined }, ...peopleOf('agency')],
  },
  { id: 'statutory_customer', people: peopleOf('statutory_customer') },
  { id: 'system', people: [system] },
]

export const people: readonly Person[] = peopleByType.flatMap(group => group.people)

/** Whether there is somebody with this id. */
export const isPersonId = (id: string): boolean => people.some(person => person.id === id)

/** The person with this id; the system when there is none. */
export const personById = (id: string | undefined): Person =>
  people.find(person => person.id === id) ?? system

/** The kind of organisation of a group of people, in words. */
export const groupLabel = (t: Translate<'inspector.question'>, id: OrganisationType | 'system'): string =>
  id === 'agency' ? product.name : t(`groups.${id}`)

/** A person within the kind of organisation: "Administrator". */
export const personName = (
  t: Translate<'inspector.question'>,
  text: ToText,
  { type, role }: Person,
): string => {
  if (type === undefined) return t('system')
  return role === undefined ? t('staff') : text(roleLabel(role))
}

/** Who a person is, with the kind of organisation: "Bedel: Administrator". */
export const personLabel = (t: Translate<'inspector.question'>, text: ToText, person: Person): string =>
  person.type === undefined
    ? personName(t, text, person)
    : `${groupLabel(t, person.type)}: ${personName(t, text, person)}`

/** Places that make a difference for a person. */
export const placesOf = ({ type }: Person): readonly Place[] =>
  type === 'provider' ? ['own', 'other'] : type === 'statutory_customer' ? places : []

/** A place in words, seen from the person's kind of organisation. */
export const placeLabel = (t: Translate<'inspector.question'>, { type }: Person, place: Place): string => {
  if (type === 'statutory_customer') return t(`places.statutory_customer.${place}`)
  return type === 'provider' && place !== 'special' ? t(`places.provider.${place}`) : place
}

const elsewhere = '0000'

/** The organisations that a submission, or another record, belongs to. */
export type Whose = Pick<Facts, 'instId' | 'regulatorCode'>

/** The people of a submission's own organisation of this kind, taken together: they have all its roles. */
export const partyOf = (type: OrganisationType, facts: Facts): UserPrincipal => ({
  kind: 'user',
  userId: type,
  name: '',
  organisationType: type,
  organisationId: organisationOf(type, 'own', facts),
  roles: [...rolesByOrganisationType[type]],
  isPrimaryRegulator: type === 'statutory_customer',
})

const organisationOf = (type: OrganisationType, place: Place, facts: Whose): string => {
  if (type === 'agency') return agencyOrganisationId
  if (place === 'other') return elsewhere
  if (type === 'provider') return facts.instId
  return place === 'special' ? specialStatutoryCode : facts.regulatorCode
}

/** User id of everybody who is asked about: one person at a time. */
export const subjectUserId = 'somebody'

/** The actor that a guard reads, for a person at a place; by default the one who is asked about. */
export const actorOf = (
  { type, role }: Person,
  place: Place,
  facts: Whose,
  userId = subjectUserId,
): Principal =>
  type === undefined
    ? { kind: 'system' }
    : {
        kind: 'user',
        userId,
        name: '',
        organisationType: type,
        organisationId: organisationOf(type, place, facts),
        roles: role === undefined ? [] : [role],
        isPrimaryRegulator: type === 'statutory_customer' && place !== 'other',
      }
