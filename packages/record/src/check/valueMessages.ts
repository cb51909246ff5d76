import type { Bound, SimpleType, ValueCode } from '../schema/simpleType.ts'
import { encodeUtf8 } from '../xml/characters.ts'
import { shown } from './finding.ts'
import { characterText, type WrongCharacter } from './suggestion.ts'

const shownCodes = 30

const range = (min: Bound | undefined, max: Bound | undefined): string => {
  const low = min === undefined ? '' : min.isInclusive ? `at least ${min.text}` : `more than ${min.text}`
  const high = max === undefined ? '' : max.isInclusive ? `at most ${max.text}` : `less than ${max.text}`
  return low !== '' && high !== '' ? `${low} and ${high}` : low + high
}

const codes = (type: SimpleType): string => {
  const labels = type.facets.enumeration?.labels ?? []
  const listed = labels.slice(0, shownCodes).map(({ code }) => code)
  return labels.length > shownCodes ? `${listed.join(', ')}, … (${labels.length} codes)` : listed.join(', ')
}

const digits = ({ facets }: SimpleType): string => {
  const total = facets.totalDigits
  const fraction = facets.fractionDigits
  const parts: string[] = []
  if (total !== Number.POSITIVE_INFINITY) parts.push(`at most ${total} digits`)
  if (fraction !== Number.POSITIVE_INFINITY) parts.push(`at most ${fraction} after the point`)
  return parts.join(', ')
}

const amount = (type: SimpleType, count: number): string =>
  `${count} ${type.variety === 'list' ? 'value' : 'character'}${count === 1 ? '' : 's'}`

const rejecting = ({ facets }: SimpleType, value: string): string => {
  const bytes = encodeUtf8(value)
  const rejected = facets.patterns.filter(({ automaton }) => !automaton.accepts(bytes, 0, bytes.length))
  return rejected.map(({ text }) => text).join(' and ')
}

/** What the schema expects of a value, for the facet that failed. */
export const expectation = (type: SimpleType, code: ValueCode, value: string): string => {
  const { facets } = type
  switch (code) {
    case 'VALUE_CODE':
      return codes(type)
    case 'VALUE_PATTERN':
      return rejecting(type, value)
    case 'VALUE_LENGTH':
      return amount(type, facets.minLength)
    case 'VALUE_TOO_SHORT':
      return `at least ${amount(type, facets.minLength)}`
    case 'VALUE_TOO_LONG':
      return `at most ${amount(type, facets.maxLength)}`
    case 'VALUE_DIGITS':
      return digits(type)
    case 'VALUE_RANGE':
      return range(facets.min, facets.max)
    case 'VALUE_TYPE':
      return type.form
  }
}

/** Says in words what is wrong with the value of a field. */
export const valueMessage = (
  field: string,
  value: string,
  type: SimpleType,
  code: ValueCode,
  wrong?: WrongCharacter,
): string => {
  const found = value === '' ? `${field} is empty` : `${field} "${shown(value)}"`
  const isEmpty = value === ''
  switch (code) {
    case 'VALUE_CODE':
      return isEmpty ? `${found}: a valid code is needed.` : `${found} is not a valid code.`
    case 'VALUE_PATTERN':
      if (wrong)
        return `${found} has ${characterText(wrong.character)} at character ${wrong.position}, which is not allowed there.`
      return isEmpty ? `${found}: a value is needed.` : `${found} is not in the expected format.`
    case 'VALUE_TYPE':
      return isEmpty ? `${found}: ${type.form} is needed.` : `${found} is not ${type.form}.`
    case 'VALUE_RANGE':
      return `${found} is outside the range: it must be ${expectation(type, code, value)}.`
    case 'VALUE_LENGTH':
    case 'VALUE_TOO_SHORT':
    case 'VALUE_TOO_LONG':
    case 'VALUE_DIGITS':
      return isEmpty
        ? `${found}: ${expectation(type, code, value)} needed.`
        : `${found} must have ${expectation(type, code, value)}.`
  }
}
