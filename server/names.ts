import { type AwaitingPartyId, awaitingParty } from '../src/domain/awaitingParty.ts'
import { awaitingPartyLabel, statusLabel } from '../src/domain/labels.ts'
import type { UserPrincipal } from '../src/domain/principal.ts'
import { namingFor } from '../src/domain/privacy.ts'
import { type StatusName, statusOf } from '../src/domain/status.ts'
import type { Facts } from '../src/machines/submission-lifecycle/index.ts'
import { message } from '../src/messages/message.ts'
import type { Language } from '../src/messages/messages.ts'
import { inLanguage } from './messages.ts'

/** Words for codes, made once for each language: hundreds of rows show the same few. */
const once = <Code, Named>(make: (language: Language, code: Code) => Named) => {
  const made = new Map<Language, Map<Code, Named>>()
  return (language: Language, code: Code): Named => {
    const known = made.get(language) ?? new Map<Code, Named>()
    made.set(language, known)
    const named = known.get(code) ?? make(language, code)
    known.set(code, named)
    return named
  }
}

/** A status as the contract shows it: id, code, and its name in a language. */
export const namedStatus = once((language, status: StatusName) => {
  const { id, code } = statusOf(status)
  return { id, code, name: inLanguage(language, statusLabel(status)) } as const
})

const namedParty = once((language, id: AwaitingPartyId) => ({
  id,
  name: inLanguage(language, awaitingPartyLabel(id)),
}))

/** Who has to act next, as the contract shows it; a provider without a submission has to. */
export const namedAwaitingParty = (
  language: Language,
  status: StatusName | undefined,
  facts?: Pick<Facts, 'collectionState' | 'isFormReturned'>,
): { readonly id: AwaitingPartyId; readonly name: string } =>
  namedParty(
    language,
    awaitingParty(
      status,
      facts && { collectionState: facts.collectionState, isFormReturned: facts.isFormReturned === true },
    ).id,
  )

/** Somebody who acted, as logs keep it; `organisation` is null where it is not known for which one. */
export interface Acted {
  person: string
  organisation: { id: string; name: string } | null
}

/** Who it was, in the words for a viewer (decisions §12). */
export const namedActing = (
  language: Language,
  viewer: UserPrincipal,
  { person, organisation }: Acted,
): string => {
  const naming = namingFor(viewer, organisation?.id ?? null)
  if (naming === 'person') return person
  if (naming === 'organisation')
    return organisation?.name ?? inLanguage(language, message('server', 'acted.unknown'))
  return organisation
    ? inLanguage(language, message('server', 'acted.both', { person, organisation: organisation.name }))
    : person
}
