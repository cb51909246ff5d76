import { limits } from '../../../domain/limits.ts'
import type { ProviderContact } from '../../../domain/provider.ts'
import type { BodyOf } from '../../../domain/wire/call.ts'
import type { changeProvider, ManagedProviderWire } from '../../../domain/wire/providers.ts'

type Changes = BodyOf<typeof changeProvider>

export const contactParts = ['name', 'role', 'email', 'phone'] as const

/** Contacts that the form has fields for: those that there are, and two more. */
export const contactPlaces = (contacts: readonly ProviderContact[]): number =>
  Math.min(contacts.length + 2, limits.providerContacts)

/** The name under which the form gives a part of a contact. */
export const contactField = (at: number, part: (typeof contactParts)[number]): string =>
  `contact.${at}.${part}`

const contactsIn = (entered: FormData, places: number): ProviderContact[] => {
  const text = (name: string) => String(entered.get(name) ?? '').trim()
  return Array.from({ length: places }, (_, at) => ({
    name: text(contactField(at, 'name')),
    role: text(contactField(at, 'role')),
    email: text(contactField(at, 'email')),
    phone: text(contactField(at, 'phone')),
  })).filter(contact => contactParts.some(part => contact[part] !== ''))
}

/** What was entered that differs from what the form was filled with: somebody else may change the rest. */
export const changesIn = (entered: FormData, provider: ManagedProviderWire): Changes => {
  const text = (name: string) => String(entered.get(name) ?? '').trim()
  const contacts = contactsIn(entered, contactPlaces(provider.contacts))
  const values = {
    publishedName: text('publishedName'),
    regulatorCode: text('regulator'),
    riskCode: text('risk'),
  }
  return {
    ...Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== provider[name as keyof typeof values]),
    ),
    ...(JSON.stringify(contacts) === JSON.stringify(provider.contacts) ? {} : { contacts }),
  }
}
