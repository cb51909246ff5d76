import type { RegisterFault } from '../../../src/domain/register.ts'
import type { FileFaultWire } from '../../../src/domain/wire/common.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { inLanguage } from '../../messages.ts'

/** Faults of a file that are told; more of them would not be read. */
const mostFaults = 100

/** The first faults of a file as text in a language, with the count of all of them. */
export const fileFaults = (
  faults: readonly RegisterFault[],
  language: Language,
): { faults: FileFaultWire[]; faultCount: number } => ({
  faults: faults.slice(0, mostFaults).map(({ line, column, value, reason }) => ({
    line,
    column,
    value: value.length > 60 ? `${value.slice(0, 60)}…` : value,
    reason: inLanguage(language, reason),
  })),
  faultCount: faults.length,
})
