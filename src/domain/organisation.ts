import { product } from './product.ts'

/** Kinds of organisation (specification 1 §3). The agency's own kind carries the product's key on the wire. */
export const organisationTypes = ['provider', 'agency', 'statutory_customer'] as const
export type OrganisationType = (typeof organisationTypes)[number]

/** The code of a type of organisation in calls: the product's own for the agency (specification 1 §3). */
export const organisationTypeCode = (type: OrganisationType): string =>
  type === 'agency' ? product.key : type

/** The type of organisation of such a code; undefined for any other text. */
export const organisationTypeByCode = (code: string): OrganisationType | undefined =>
  organisationTypes.find(type => organisationTypeCode(type) === code)

/** Organisation id of the agency itself. */
export const agencyOrganisationId = product.key

/** Countries of the United Kingdom: England, Wales, Scotland, Northern Ireland. */
export const countryCodes = ['E', 'W', 'S', 'N'] as const
export type CountryCode = (typeof countryCodes)[number]

/** Whether a text is the code of a country of the United Kingdom. */
export const isCountryCode = (code: string): code is CountryCode =>
  (countryCodes as readonly string[]).includes(code)
