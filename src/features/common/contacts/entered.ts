import { limits } from '../../../domain/limits.ts'
import type { ProviderContact } from '../../../domain/provider.ts'

const contactParts = ['name', 'role', 'email', 'phone'] as const

/** Contacts that the form has fields for: those that there are, and two more. */
export const contactPlaces = (contacts: readonly ProviderContact[]): number =>
  Math.min(contacts.length + 2, limits.providerContacts)

/** The name under which the form gives a part of a contact. */
export const contactField = (at: number, part: (typeof contactParts)[number]): string =>
  `contact.${at}.${part}`

/** The contacts that were entered; one whose fields are all empty is left out. */
export const contactsIn = (entered: FormData, places: number): ProviderContact[] => {
  const text = (name: string) => String(entered.get(name) ?? '').trim()
  return Array.from({ length: places }, (_, at) => ({
    name: text(contactField(at, 'name')),
    role: text(contactField(at, 'role')),
    email: text(contactField(at, 'email')),
    phone: text(contactField(at, 'phone')),
  })).filter(contact => contactParts.some(part => contact[part] !== ''))
}
