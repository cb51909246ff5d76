import type { BodyOf } from '../../../domain/wire/call.ts'
import type { changeProvider, ManagedProviderWire } from '../../../domain/wire/providers.ts'
import { contactPlaces, contactsIn } from '../../common/contacts/entered.ts'

type Changes = BodyOf<typeof changeProvider>

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
