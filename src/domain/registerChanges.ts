import type { ImportAction, ProviderContact, ProviderDetail } from './provider.ts'
import type { RegisterLine } from './register.ts'
import { type RegisterProvider, registerColumns, registerText } from './registerFile.ts'

/** A value of a provider that a register, or a person, changes. */
export interface RegisterChange {
  field: ProviderDetail
  before: string
  after: string
}

/** The contacts of a provider in one line, as its history and a preview name them. */
export const contactsText = (contacts: readonly ProviderContact[]): string =>
  contacts.map(({ name, email }) => `${name} <${email}>`).join(', ')

/** What the optional columns of a line make of a provider that the portal does not know; null: the importer chooses. */
export const wishOf = ({ takesPart, onboarded }: RegisterLine): ImportAction | null => {
  if (onboarded) return 'ONBOARD'
  if (takesPart) return 'TAKE_IN'
  return takesPart === false || onboarded === false ? 'REGISTER' : null
}

/** Whether a provider is onboarded after an import, by its line, what it is now, and what the importer chose for the rest. */
export const onboardedAfter = (
  line: RegisterLine,
  { onboarded }: { onboarded: boolean },
  action: ImportAction,
): boolean => {
  const wish = wishOf(line)
  if (wish === 'TAKE_IN') return line.onboarded === null && onboarded
  return wish === null ? onboarded || action === 'ONBOARD' : wish === 'ONBOARD'
}

/** A provider as the portal knows it, as far as a register changes it. */
type Known = RegisterProvider & { onboarded: boolean; contacts: readonly ProviderContact[] }

/** What another value is after a line, field by field in the order of the columns. A line without contacts keeps those there are. */
export const changesBetween = (
  before: Known,
  after: RegisterLine,
  action: ImportAction = 'REGISTER',
): RegisterChange[] => {
  const texts = registerColumns.map(field => ({
    field,
    before: registerText(before[field]),
    after: registerText(after[field]),
  }))
  const onboarded = {
    field: 'onboarded' as const,
    before: registerText(before.onboarded),
    after: registerText(onboardedAfter(after, before, action)),
  }
  const contacts =
    after.contacts.length === 0 || JSON.stringify(after.contacts) === JSON.stringify(before.contacts)
      ? []
      : [
          {
            field: 'contacts' as const,
            before: contactsText(before.contacts),
            after: contactsText(after.contacts),
          },
        ]
  return [...[...texts, onboarded].filter(change => change.before !== change.after), ...contacts]
}

export interface RegisterPreview {
  added: RegisterLine[]
  changed: { provider: RegisterLine; changes: RegisterChange[] }[]
  unchanged: number
  /** How many providers of the file are not onboarded and follow what the importer chooses. */
  undecided: number
  /** Providers that the portal knows and the file does not name: they stay as they are. */
  absent: RegisterProvider[]
}

/** What an import changes of what holds now. */
export const previewOf = (file: readonly RegisterLine[], standing: readonly Known[]): RegisterPreview => {
  const known = new Map(standing.map(provider => [provider.instId, provider]))
  const named = new Set(file.map(({ instId }) => instId))
  const compared = file.flatMap(provider => {
    const before = known.get(provider.instId)
    return before ? [{ provider, changes: changesBetween(before, provider) }] : []
  })
  const changed = compared.filter(({ changes }) => changes.length > 0)
  return {
    added: file.filter(({ instId }) => !known.has(instId)),
    changed,
    unchanged: compared.length - changed.length,
    undecided: file.filter(line => wishOf(line) === null && !known.get(line.instId)?.onboarded).length,
    absent: standing.filter(({ instId }) => !named.has(instId)),
  }
}
