import type { Bound, SimpleType, ValueCode } from '../schema/simpleType.ts'
import { encodeUtf8 } from '../xml/characters.ts'
import type { Fault, RangeEnd, WrongCharacter } from './fault.ts'
import { shown } from './finding.ts'

/** Codes of a list that a finding names. */
const mostCodes = 30

const rejectingPatterns = ({ facets }: SimpleType, value: string): string[] => {
  const bytes = encodeUtf8(value)
  return facets.patterns
    .filter(({ automaton }) => !automaton.accepts(bytes, 0, bytes.length))
    .map(({ text }) => text)
}

const endOf = (bound: Bound | undefined): RangeEnd | undefined =>
  bound && { text: bound.text, isInclusive: bound.isInclusive }

const finite = (count: number): number | undefined => (Number.isFinite(count) ? count : undefined)

/** What is wrong with the value of a field, for the facet that failed. */
export const valueFault = (
  field: string,
  text: string,
  type: SimpleType,
  code: ValueCode,
  wrong?: WrongCharacter,
): Fault<ValueCode> => {
  const { facets } = type
  const of = { field, value: shown(text) }
  const unit = type.variety === 'list' ? 'value' : 'character'
  switch (code) {
    case 'VALUE_TYPE':
      return { code, parameters: { ...of, form: type.form } }
    case 'VALUE_PATTERN':
      return { code, parameters: { ...of, patterns: rejectingPatterns(type, text), ...(wrong && { wrong }) } }
    case 'VALUE_CODE': {
      const labels = facets.enumeration?.labels ?? []
      const codes = labels.slice(0, mostCodes).map(label => label.code)
      return { code, parameters: { ...of, codes, total: labels.length } }
    }
    case 'VALUE_LENGTH':
    case 'VALUE_TOO_SHORT':
      return { code, parameters: { ...of, length: facets.minLength, unit } }
    case 'VALUE_TOO_LONG':
      return { code, parameters: { ...of, length: facets.maxLength, unit } }
    case 'VALUE_DIGITS':
      return {
        code,
        parameters: { ...of, total: finite(facets.totalDigits), fraction: finite(facets.fractionDigits) },
      }
    case 'VALUE_RANGE':
      return { code, parameters: { ...of, min: endOf(facets.min), max: endOf(facets.max) } }
  }
}
