import type { Actor } from '../../../domain/actor.ts'
import { agencyOrganisationId, type OrganisationType } from '../../../domain/organisation.ts'
import { roleLabel, rolesByOrganisationType } from '../../../domain/permissions.ts'
import { product } from '../../../domain/product.ts'
import { specialStatutoryCode } from '../../../domain/regulator.ts'
import type { Facts } from '../../../machines/submission-lifecycle/index.ts'
import { texts } from './texts.ts'

/** Whose organisation a person acts for, seen from the submission. */
export const places = ['own', 'other', 'special'] as const
export type Place = (typeof places)[number]

/** Somebody who could cause an event: the system, or a person with one role in one kind of organisation. */
export interface Person {
  /** 'system', or organisation type and role: 'agency.admin'; 'agency' alone is staff without a further role. */
  id: string
  label: string
  type: OrganisationType | undefined
  role: string | undefined
}

const peopleOf = (type: OrganisationType): Person[] =>
  rolesByOrganisationType[type].map(role => ({ id: `${type}.${role}`, label: roleLabel(role), type, role }))

export const system: Person = { id: 'system', label: texts.system, type: undefined, role: undefined }

/** Everybody who can be asked about, by kind of organisation. */
export const peopleByType: readonly { id: string; label: string; people: readonly Person[] }[] = [
  { id: 'provider', label: texts.provider, people: peopleOf('provider') },
  {
    id: 'agency',
    label: product.name,
    people: [{ id: 'agency', label: texts.staff, type: 'agency', role: undefined }, ...peopleOf('agency')],
  },
  { id: 'statutory_customer', label: texts.statutory, people: peopleOf('statutory_customer') },
  { id: 'system', label: texts.machine, people: [system] },
]

export const people: readonly Person[] = peopleByType.flatMap(group => group.people)

/** The person with this id; the system when there is none. */
export const personById = (id: string | undefined): Person =>
  people.find(person => person.id === id) ?? system

/** Who a person is, with the kind of organisation: "Bedel: Administrator". */
export const personLabel = (person: Person): string => {
  const group = peopleByType.find(({ id }) => id === person.type)
  return group ? `${group.label}: ${person.label}` : person.label
}

/** Places that make a difference for a person. */
export const placesOf = ({ type }: Person): readonly Place[] =>
  type === 'provider' ? ['own', 'other'] : type === 'statutory_customer' ? places : []

const elsewhere = '0000'

const organisationOf = (type: OrganisationType, place: Place, facts: Facts): string => {
  if (type === 'agency') return agencyOrganisationId
  if (place === 'other') return elsewhere
  if (type === 'provider') return facts.instId
  return place === 'special' ? specialStatutoryCode : facts.regulatorCode
}

/** The actor that a guard reads, for a person at a place. */
export const actorOf = ({ type, role }: Person, place: Place, facts: Facts): Actor =>
  type === undefined
    ? { kind: 'system' }
    : {
        kind: 'user',
        userId: 'somebody',
        name: 'Somebody',
        organisationType: type,
        organisationId: organisationOf(type, place, facts),
        roles: role === undefined ? [] : [role],
        isPrimaryRegulator: type === 'statutory_customer' && place !== 'other',
      }
