import type { FileFault } from '../../../src/domain/importedTable.ts'
import type { FileFaultWire } from '../../../src/domain/wire/common.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { inLanguage } from '../../messages.ts'

/** Faults of a file that are told; more of them would not be read. */
const mostFaults = 100
/** Characters of a value that are told. */
const shownCharacters = 60

/** The first faults of a file as text in a language, with the count of all of them. */
export const fileFaults = (
  faults: readonly FileFault[],
  language: Language,
): { faults: FileFaultWire[]; faultCount: number } => ({
  faults: faults.slice(0, mostFaults).map(({ line, column, value, reason, choices, sameAs }) => ({
    line,
    column,
    value: value.length > shownCharacters ? `${value.slice(0, shownCharacters)}…` : value,
    reason: inLanguage(language, reason),
    // A value that is cut cannot be found again.
    ...(choices && value.length <= shownCharacters && { choices: [...choices] }),
    ...(sameAs !== undefined && { sameAs }),
  })),
  faultCount: faults.length,
})
