import { toleranceLabel } from '../../../src/domain/toleranceLabel.ts'
import type { DifferenceWire } from '../../../src/domain/wire/specifications.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { inLanguage } from '../../messages.ts'
import type { Difference, PartValue } from '../../specifications/index.ts'

/** A difference of specifications, with its tolerances as text in a language. */
export const differenceWire = (
  language: Language,
  { added, removed, changed }: Difference,
): DifferenceWire => {
  const text = (value: PartValue): string =>
    typeof value === 'string' ? value : inLanguage(language, toleranceLabel(value.tolerance, value.change))
  return {
    added,
    removed,
    changed: changed.map(({ parts, ...item }) => ({
      ...item,
      parts: parts.map(part => ({ ...part, before: text(part.before), after: text(part.after) })),
    })),
  }
}
