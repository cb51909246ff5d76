import { type Message, message } from '../messages/message.ts'
import type { OrganisationType } from './organisation.ts'
import { isFileFailure, type StatusName } from './status.ts'

/*
 * Who reads what of the records that providers send: class of the field × role × where it is given out. The server gives
 * out single records by `withheld` alone (server/privacy), and the permissions of calls that give nothing else
 * follow from the same table (permissions.ts). Counts and reports are no single records; who may see a submission reads them.
 */

/** Classes of the fields of a record. Open ones tell of courses, modules and places, not of a person. */
export const fieldClasses = ['open', 'identifier', 'personal', 'special-category'] as const
export type FieldClass = (typeof fieldClasses)[number]

/** Where records are given out. A file is what the provider sent, given as it is or not at all. */
export const outlets = ['page', 'json', 'csv', 'file', 'delivery'] as const
export type Outlet = (typeof outlets)[number]

type Classes = readonly FieldClass[]
type Reading = Readonly<Record<Outlet, Classes>>

const nothing: Classes = []
const withoutSpecialCategory: Classes = ['open', 'identifier', 'personal']

const reading = (classes: Classes, apart: Partial<Reading> = {}): Reading => ({
  page: classes,
  json: classes,
  csv: classes,
  file: classes,
  delivery: nothing,
  ...apart,
})

/** A role that is not listed reads counts only, and so does staff without a role. */
const table = {
  'provider.submitter': reading(fieldClasses),
  'provider.sign-off': reading(fieldClasses),
  'provider.ovt-submitter': reading(fieldClasses),
  'provider.software-supplier-ovt-submitter': reading(fieldClasses),
  'agency.admin': reading(withoutSpecialCategory),
  'agency.analyst': reading(withoutSpecialCategory),
  'agency.special-category': reading(fieldClasses),
  'statutory_customer.analyst': reading(withoutSpecialCategory, { file: nothing }),
  // Fields of the special category are chosen one by one when a delivery is configured.
  'statutory_customer.data-delivery': reading(nothing, { delivery: fieldClasses }),
} as const satisfies Partial<Record<`${OrganisationType}.${string}`, Reading>>

/** A role that reads more than counts. */
export type ReaderRole = keyof typeof table
const readerRoles = Object.keys(table) as ReaderRole[]

/** Who asks: for which organisation, in which roles. */
export interface Reader {
  organisationType: OrganisationType
  organisationId: string
  roles: readonly string[]
  isPrimaryRegulator: boolean
}

const reads = (role: ReaderRole, outlet: Outlet, classes: Iterable<FieldClass>): boolean => {
  const read: Classes = table[role][outlet]
  return [...classes].every(one => read.includes(one))
}

/** The roles that may read these classes there; one of them is enough. */
export const rolesThatRead = (outlet: Outlet, classes: Iterable<FieldClass>): ReaderRole[] => {
  const classList = [...classes]
  return readerRoles.filter(role => reads(role, outlet, classList))
}

/** A field that a ruleset classes so that more people read it than by a ruleset before; `from` is its class there. */
export interface LoweredField {
  /** As `Entity.FIELD`. */
  field: string
  from: FieldClass
}

/** Whether anybody reads a field of the one class anywhere who does not read it as one of the other. */
export const opensMore = (from: FieldClass, to: FieldClass): boolean =>
  outlets.some(outlet => readerRoles.some(role => reads(role, outlet, [to]) && !reads(role, outlet, [from])))

/** The classes of fields that every record of a person has. */
export const singleRecord: Classes = ['identifier', 'personal']

/** Whether the reader reads values of all of these classes there, of records that it may see at all. */
const mayRead = (
  { organisationType, roles }: Pick<Reader, 'organisationType' | 'roles'>,
  outlet: Outlet,
  classes: Iterable<FieldClass>,
): boolean => {
  const held = readerRoles.filter(role => roles.some(one => role === `${organisationType}.${one}`))
  // Several roles of one person add up.
  return [...classes].every(one => held.some(role => reads(role, outlet, [one])))
}

/**
 * Why values of these classes are withheld from the reader there; undefined where they are given. To be shown in the place of
 * what is withheld.
 */
export const withheld = (
  reader: Pick<Reader, 'organisationType' | 'roles'>,
  outlet: Outlet,
  classes: Iterable<FieldClass>,
): Message | undefined => {
  const classList = [...classes]
  if (mayRead(reader, outlet, classList)) return undefined
  if (reader.organisationType === 'provider') return message('domain', 'withheld.provider')
  const isOrdinary = !classList.includes('special-category')
  if (isOrdinary && reader.organisationType === 'statutory_customer')
    return message('domain', 'withheld.regulator')
  return message('domain', isOrdinary ? 'withheld.agency' : 'withheld.specialCategory')
}

/**
 * Whether the reader is told what the system says of its own faults: only the agency can make something of it. Others read how
 * things go on (`submission-lifecycle/afterFault.ts`).
 */
export const readsFaults = ({ organisationType }: Pick<Reader, 'organisationType'>): boolean =>
  organisationType === 'agency'

/** Whether the reader is told why a submission stopped at this status: anybody, where its file is at fault or did not arrive. */
export const readsFailureReason = (reader: Pick<Reader, 'organisationType'>, status: StatusName): boolean =>
  readsFaults(reader) || isFileFailure(status)

/** How somebody who acted is named: as a person, as the organisation that they acted for, or as both. */
export type Naming = 'person' | 'organisation' | 'personAndOrganisation'

/**
 * How somebody who acted for this organisation is named to the reader (decisions §12): to colleagues as a person, to others as
 * the organisation, to the agency as both. Null where the organisation is not known: nobody is a colleague then.
 */
export const namingFor = (
  { organisationType, organisationId }: Pick<Reader, 'organisationType' | 'organisationId'>,
  actedFor: string | null,
): Naming => {
  if (organisationType === 'agency') return 'personAndOrganisation'
  return organisationId === actedFor ? 'person' : 'organisation'
}

/**
 * The regulator whose rules and reports are all that the reader sees: a specialist regulator reads those that name it, and the
 * records behind them. Undefined for everybody else.
 */
export const onlyNaming = ({
  organisationType,
  organisationId,
  isPrimaryRegulator,
}: Omit<Reader, 'roles'>): string | undefined =>
  organisationType === 'statutory_customer' && !isPrimaryRegulator ? organisationId : undefined

/**
 * Whether outputs for regulators (IRIS) are ever for the reader: they are about the whole record and name no regulator, so a
 * specialist one has none.
 */
export const hasOutputs = (reader: Omit<Reader, 'roles'>): boolean => onlyNaming(reader) === undefined
