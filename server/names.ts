import { type AwaitingPartyId, awaitingParty } from '../src/domain/awaitingParty.ts'
import { awaitingPartyLabel, statusLabel } from '../src/domain/labels.ts'
import { type StatusName, statusOf } from '../src/domain/status.ts'
import type { Language } from '../src/messages/messages.ts'
import { inLanguage } from './messages.ts'

/** A status as the contract shows it: id, code, and its name in a language. */
export const namedStatus = (language: Language, status: StatusName) => {
  const { id, code } = statusOf(status)
  return { id, code, name: inLanguage(language, statusLabel(status)) }
}

/** Who has to act next, as the contract shows it; a provider without a submission has to. */
export const namedAwaitingParty = (
  language: Language,
  status: StatusName | undefined,
): { id: AwaitingPartyId; name: string } => {
  const { id } = awaitingParty(status)
  return { id, name: inLanguage(language, awaitingPartyLabel(id)) }
}
