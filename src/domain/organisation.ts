import { product } from './product.ts'

/** Kinds of organisation (specification 1 §3). The agency's own kind carries the product's key on the wire. */
export const organisationTypes = ['provider', 'agency', 'statutory_customer'] as const
export type OrganisationType = (typeof organisationTypes)[number]

export const organisationTypeCode = (type: OrganisationType): string =>
  type === 'agency' ? product.key : type

export const organisationTypeByCode = (code: string): OrganisationType | undefined =>
  organisationTypes.find(type => organisationTypeCode(type) === code)

/** Headings of the organisation selector, in order (specification 1 §1). */
export const organisationGroups: readonly { type: OrganisationType; label: string }[] = [
  { type: 'provider', label: 'Providers' },
  { type: 'agency', label: product.name },
  { type: 'statutory_customer', label: 'Statutory Customers' },
]

/** Organisation id of the agency itself. */
export const agencyOrganisationId = product.key

export const countryNames: Record<string, string> = {
  E: 'England',
  W: 'Wales',
  S: 'Scotland',
  N: 'Northern Ireland',
}
