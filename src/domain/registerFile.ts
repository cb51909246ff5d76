import { csvLine } from './csv.ts'
import { limits } from './limits.ts'
import type { CountryCode } from './organisation.ts'
import type { ProviderContact } from './provider.ts'

/** A provider of the register (decisions §10 "Providers"). */
export interface RegisterProvider {
  instId: string
  ukprn: string
  name: string
  publishedName: string
  country: CountryCode
  region: string
  regulator: string
  riskCode: string
  awardingPowers: boolean
}
export type RegisterField = keyof RegisterProvider

/** Names of the columns of a register of providers, in their order. */
export const registerColumns = [
  'instId',
  'ukprn',
  'name',
  'publishedName',
  'country',
  'region',
  'regulator',
  'riskCode',
  'awardingPowers',
] as const satisfies readonly RegisterField[]

export const contactParts = ['name', 'role', 'email', 'phone'] as const
export type ContactPart = (typeof contactParts)[number]

/** The column of a part of a provider's first contact, second contact and so on. */
export const contactColumn = (nth: number, part: ContactPart): string =>
  `contact${nth === 1 ? '' : nth}${part.slice(0, 1).toUpperCase()}${part.slice(1)}`
export const contactNumbers = Array.from({ length: limits.providerContacts }, (_, at) => at + 1)

/** Names of the optional columns of a register; further contacts are contact2Name, contact2Role and so on. */
export const optionalRegisterColumns: readonly string[] = [
  'takesPart',
  'onboarded',
  ...contactParts.map(part => contactColumn(1, part)),
]

/** A value as a register has it. */
export const registerText = (value: string | boolean): string =>
  typeof value === 'string' ? value : value ? 'yes' : 'no'

/** A provider as a file of the register has it. */
type Written = Omit<RegisterProvider, 'country'> & {
  country: string
  isTakenIn: boolean
  onboarded: boolean
  contacts: readonly ProviderContact[]
}

/** A register with all its columns, which can be imported again. */
export const registerFileOf = (providers: readonly Written[]): string => {
  const most = Math.max(1, ...providers.map(({ contacts }) => contacts.length))
  const numbers = contactNumbers.filter(nth => nth <= most)
  const head = [
    ...registerColumns,
    'takesPart',
    'onboarded',
    ...numbers.flatMap(nth => contactParts.map(part => contactColumn(nth, part))),
  ]
  const lines = providers.map(provider => [
    ...registerColumns.map(column => registerText(provider[column])),
    registerText(provider.isTakenIn),
    registerText(provider.onboarded),
    ...numbers.flatMap(nth => contactParts.map(part => provider.contacts[nth - 1]?.[part])),
  ])
  return [head, ...lines].map(csvLine).join('')
}
