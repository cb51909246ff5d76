import type { CarriedChange } from '../../../src/domain/carryOver.ts'
import type { Tolerance } from '../../../src/domain/tolerance.ts'
import { toleranceLabel } from '../../../src/domain/toleranceLabel.ts'
import type { CarryOverChange } from '../../../src/domain/wire/specifications.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { inLanguage } from '../../messages.ts'

/** A change of the specification that a new one starts from, with its tolerances as text in a language. */
export const carryOverWire = (change: CarriedChange, language: Language): CarryOverChange => {
  const { id, rule, cause, by, at, reason } = change
  const common = { id, code: rule.code, name: rule.name, cause, by, at: at.toISOString(), reason }
  if (change.part !== 'tolerance') {
    const { part, fallback, value } = change
    return { ...common, part, regulatorCode: null, fallback, value }
  }
  const { part, regulatorCode, measuredIn } = change
  const text = (tolerance: Tolerance, at: 'value' | 'fallback') =>
    inLanguage(language, toleranceLabel(tolerance, measuredIn[at]))
  return {
    ...common,
    part,
    regulatorCode,
    fallback: change.fallback && text(change.fallback, 'fallback'),
    value: text(change.value, 'value'),
  }
}
