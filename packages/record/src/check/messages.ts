import { formText } from '../schema/valueForm.ts'
import { characterText } from './characterText.ts'
import type { Expected, Fault, FindingCode, FindingParameters, KeyFault, RangeEnd } from './fault.ts'

/** What a finding says, and what was expected in its place. */
export interface Wording {
  readonly message: string
  readonly expected?: string
}

/** The words of findings in one language. A function for each code gets its parameters. */
export type FindingMessages = {
  readonly [Code in FindingCode]: (parameters: FindingParameters[Code]) => Wording
}

const rangeText = (min: RangeEnd | undefined, max: RangeEnd | undefined): string => {
  const low = min === undefined ? '' : min.isInclusive ? `at least ${min.text}` : `more than ${min.text}`
  const high = max === undefined ? '' : max.isInclusive ? `at most ${max.text}` : `less than ${max.text}`
  return low !== '' && high !== '' ? `${low} and ${high}` : low + high
}

const codesText = ({ codes, total }: FindingParameters['VALUE_CODE']): string =>
  total > codes.length ? `${codes.join(', ')}, … (${total} codes)` : codes.join(', ')

const digitsText = ({ total, fraction }: FindingParameters['VALUE_DIGITS']): string =>
  [
    ...(total === undefined ? [] : [`at most ${total} digits`]),
    ...(fraction === undefined ? [] : [`at most ${fraction} after the point`]),
  ].join(', ')

const amount = ({ length, unit }: FindingParameters['VALUE_LENGTH']): string =>
  `${length} ${unit}${length === 1 ? '' : 's'}`

/** A field with its value, as a sentence begins. */
const found = ({ field, value }: { field: string; value: string }): string =>
  value === '' ? `${field} is empty` : `${field} "${value}"`

const mustHave = (parameters: { field: string; value: string }, expected: string): Wording => ({
  message:
    parameters.value === ''
      ? `${found(parameters)}: ${expected} needed.`
      : `${found(parameters)} must have ${expected}.`,
  expected,
})

const expectedText = ({ expected, isEndExpected }: Expected, parent: string): string =>
  [...expected, ...(isEndExpected ? [`the end of ${parent}`] : [])].join(', ')

const areMissing = (names: readonly string[]): string =>
  `${names.map(name => `<${name}>`).join(', ')} ${names.length === 1 ? 'is' : 'are'} missing`

const strayText = ({ element, text, line, column }: FindingParameters['TEXT_NOT_ALLOWED']): Wording => ({
  message: `${text === '' ? 'White space' : `The text "${text}"`} at line ${line}, column ${column} is not allowed directly inside <${element}>.`,
})

/** Few people know what a namespace is: it says for which format a file was made. */
const wrongNamespace = (element: string, namespace: string, needed: string): string => {
  if (namespace === '')
    return `<${element}> does not name the format of the file. It must begin with <${element} xmlns="${needed}">. Nothing else was checked.`
  const correction =
    needed === ''
      ? `the schema names none. Remove xmlns from <${element}>.`
      : `the schema needs "${needed}". The file may be for another version. Change xmlns in <${element}>.`
  return `<${element}> names the format "${namespace}", but ${correction} Nothing else was checked.`
}

const keyFaults: Readonly<Record<Exclude<KeyFault, 'absent'>, string>> = {
  nillable: 'may be nil',
  noValue: 'has no value of its own',
}

/** The messages in English. */
export const englishMessages: FindingMessages = {
  VALUE_TYPE: parameters => {
    const expected = formText(parameters.form)
    const isEmpty = parameters.value === ''
    return {
      message: `${found(parameters)}${isEmpty ? `: ${expected} is needed.` : ` is not ${expected}.`}`,
      expected,
    }
  },
  VALUE_PATTERN: parameters => {
    const { value, patterns, wrong } = parameters
    const fault = wrong
      ? ` has ${characterText(wrong.character)} at character ${wrong.position}, which is not allowed there.`
      : value === ''
        ? ': a value is needed.'
        : ' is not in the expected format.'
    return { message: `${found(parameters)}${fault}`, expected: patterns.join(' and ') }
  },
  VALUE_CODE: parameters => ({
    message: `${found(parameters)}${parameters.value === '' ? ': a valid code is needed.' : ' is not a valid code.'}`,
    expected: codesText(parameters),
  }),
  VALUE_LENGTH: parameters => mustHave(parameters, amount(parameters)),
  VALUE_TOO_SHORT: parameters => mustHave(parameters, `at least ${amount(parameters)}`),
  VALUE_TOO_LONG: parameters => mustHave(parameters, `at most ${amount(parameters)}`),
  VALUE_DIGITS: parameters => mustHave(parameters, digitsText(parameters)),
  VALUE_RANGE: parameters => {
    const expected = rangeText(parameters.min, parameters.max)
    return { message: `${found(parameters)} is outside the range: it must be ${expected}.`, expected }
  },
  VALUE_FIXED: ({ field, fixed }) => ({ message: `${field} must be "${fixed}".`, expected: fixed }),
  ROOT_UNKNOWN: ({ element, namespace, needed, roots }) => ({
    message:
      needed === undefined
        ? `The file begins with <${element}>, which is not an outermost element of the schema.`
        : wrongNamespace(element, namespace, needed),
    expected: roots.join(', '),
  }),
  ELEMENT_UNKNOWN: ({ element, parent, ...expected }) =>
    parent === undefined
      ? { message: `<${element}> is not an element of the schema.` }
      : { message: `<${element}> is not known in <${parent}>.`, expected: expectedText(expected, parent) },
  ELEMENT_MISPLACED: ({ element, parent, ...expected }) => ({
    message: `<${element}> is repeated or stands in the wrong place in <${parent}>.`,
    expected: expectedText(expected, parent),
  }),
  ELEMENT_MISSING: ({ missing, parent, before, ...expected }) => ({
    message:
      missing.length === 0
        ? `<${parent}> needs content, but its schema allows none.`
        : before === undefined
          ? `${areMissing(missing)} at the end of <${parent}>.`
          : `${areMissing(missing)} in <${parent}> before <${before}>.`,
    expected: expectedText(expected, parent),
  }),
  ELEMENT_ABSTRACT: ({ element }) => ({ message: `<${element}> is abstract and may not stand in a file.` }),
  ELEMENT_IN_VALUE: ({ element, child }) => ({
    message: `<${element}> must hold a value, not the element <${child}>.`,
  }),
  ELEMENT_IN_EMPTY: ({ element, child }) => ({
    message: `<${element}> must be empty, but holds <${child}>.`,
  }),
  TEXT_NOT_ALLOWED: strayText,
  ATTRIBUTE_UNKNOWN: ({ attribute, element, known }) => ({
    message: `<${element}> has no attribute "${attribute}".`,
    expected: known.join(', '),
  }),
  ATTRIBUTE_MISSING: ({ attribute, element }) => ({
    message: `The attribute "${attribute}" of <${element}> is missing.`,
  }),
  NIL_NOT_ALLOWED: ({ element, fixed }) => ({
    message:
      fixed === undefined
        ? `<${element}> may not be marked nil.`
        : `<${element}> may not be marked nil, because it must be "${fixed}".`,
  }),
  NIL_NOT_EMPTY: parameters =>
    'child' in parameters
      ? { message: `<${parameters.element}> is marked nil, but holds <${parameters.child}>.` }
      : strayText(parameters),
  TYPE_UNKNOWN: ({ type }) => ({ message: `xsi:type names "${type}", which the schema does not have.` }),
  TYPE_NOT_ALLOWED: ({ element, type }) => ({
    message:
      type === undefined
        ? `The type of <${element}> is abstract: xsi:type must name another.`
        : `xsi:type="${type}" is not a kind of the type declared here.`,
  }),
  KEY_DUPLICATE: ({ kind, constraint, value, firstLine }) => ({
    message: `${value} stands more than once where ${kind} "${constraint}" allows it once; the first is in line ${firstLine}.`,
  }),
  KEY_MISSING: ({ kind, constraint, reason }) => ({
    message:
      reason === 'absent'
        ? `Not every field of ${kind} "${constraint}" has a value.`
        : `A field of ${kind} "${constraint}" leads to an element that ${keyFaults[reason]}.`,
  }),
  KEY_NOT_ONE: ({ kind, constraint }) => ({
    message: `A field of ${kind} "${constraint}" stands more than once in this element.`,
  }),
  REFERENCE_UNKNOWN: ({ value, refer }) => ({
    message: `${value} refers to nothing: no such key in "${refer}".`,
  }),
}

/** The words of a fault. */
export const wordingOf = ({ code, parameters }: Fault, messages: FindingMessages): Wording =>
  // The compiler cannot follow that both are of the same code.
  (messages[code] as (given: typeof parameters) => Wording)(parameters)
