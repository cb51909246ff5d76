import type { FieldClass } from '../../src/domain/privacy.ts'
import type { RecordPlace, SchemaFailure } from '../../src/domain/wire/quality.ts'
import type { RuleFailure, Ruleset } from '../analysis/index.ts'
import type { Disclosure } from './disclosure.ts'

/** The class of a value of which it is not known whose it is. */
const anything: readonly FieldClass[] = ['special-category']

type Rule = Ruleset['rules'][number]

/** A record that fails a rule, as the reader gets it. */
export const shownFailure = (
  { show }: Disclosure,
  rule: Pick<Rule, 'keyClasses' | 'detailClasses'>,
  failure: RuleFailure,
): RuleFailure => {
  const shown = (values: RuleFailure['keys'], classes: Rule['keyClasses']) =>
    values.map(({ name, value }, at) => ({ name, value: show(value, classes[at] ?? anything) }))
  const keys = shown(failure.keys, rule.keyClasses)
  return {
    ...failure,
    keys,
    details: shown(failure.details, rule.detailClasses),
    rowIdentifier: keys.map(({ name, value }) => `${name} ${value}`).join(', '),
  }
}

/** A row of values, as the reader gets it; `classes` are those of its columns. */
export const shownRow = (
  { show }: Disclosure,
  classes: readonly (readonly FieldClass[])[],
  row: readonly (string | null)[],
): (string | null)[] => row.map((value, at) => show(value, classes[at] ?? anything))

/** Codes of findings whose words name elements and no value. */
const structural = [
  'ROOT_UNKNOWN',
  'ELEMENT_UNKNOWN',
  'ELEMENT_MISPLACED',
  'ELEMENT_MISSING',
  'ELEMENT_ABSTRACT',
  'ELEMENT_IN_VALUE',
  'ELEMENT_IN_EMPTY',
  'ATTRIBUTE_MISSING',
]

/** Whether a finding is about the file as a whole: it is no XML, or there is no right to process it. */
export const isAboutFile = ({ Code, Details }: SchemaFailure): boolean =>
  Code === 'RIGHT_TO_PROCESS' || (Details.name === '' && Details.parent === null)

const shownPlace = (
  disclosure: Disclosure,
  privacy: Ruleset['privacy'],
  { name, ids, parent }: RecordPlace,
): RecordPlace => ({
  name,
  ids: ids.map(({ field, value }) => ({
    field,
    value: disclosure.show(value, [privacy.fieldClass(name, field)]),
  })),
  parent: parent && shownPlace(disclosure, privacy, parent),
})

const pathOf = ({ name, ids, parent }: RecordPlace): string => {
  const keys = ids.map(({ field, value }) => `${field}=${value}`).join(',')
  return `${parent === null ? '' : `${pathOf(parent)}/`}${name}${keys === '' ? '' : `[${keys}]`}`
}

/** A finding of the schema check, as the reader gets it: its words quote the value, and its place names the record. */
export const shownFinding = (
  disclosure: Disclosure,
  privacy: Ruleset['privacy'],
  finding: SchemaFailure,
): SchemaFailure => {
  if (isAboutFile(finding)) return finding
  const { Details, Code } = finding
  const { name, ids, parent } = shownPlace(disclosure, privacy, Details)
  // A field's name holds no slash, but a key may.
  const field = Details.path.slice(Details.path.lastIndexOf('/') + 1)
  const classes = structural.includes(Code)
    ? (['open'] as const)
    : Code.startsWith('VALUE_')
      ? [privacy.fieldClass(Details.name, field)]
      : anything
  return {
    ...finding,
    Error: disclosure.show(finding.Error, classes),
    Details: {
      name,
      ids,
      parent,
      path: Details.path.includes('/') ? `${pathOf({ name, ids, parent })}/${field}` : Details.path,
      value: Details.value === null ? null : disclosure.show(Details.value, classes),
      expected: Details.expected,
    },
  }
}
