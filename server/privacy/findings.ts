import type { FieldClass } from '../../src/domain/privacy.ts'
import { isPlaced } from '../../src/domain/schemaFailure.ts'
import type { RecordPlace, SchemaFailure, SchemaFailureGroup } from '../../src/domain/wire/quality.ts'
import { type Message, message } from '../../src/messages/message.ts'
import type { Ruleset } from '../analysis/index.ts'
import type { Disclosure } from './disclosure.ts'
import { hiddenParts } from './presence.ts'
import { anything } from './records.ts'

type Known = Pick<Ruleset, 'privacy' | 'tables'>

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

/** What makes a file no XML, without a word of the file: the fault's own words quote what stands at its place. */
export const xmlFault = (code: string): Message => message('server', 'xmlFault', { code })

/** A finding about the file as a whole, which everybody reads who sees the submission. */
const shownOfFile = ({ notice, say }: Disclosure, finding: SchemaFailure): SchemaFailure =>
  finding.Code === 'RIGHT_TO_PROCESS' || notice(anything) === undefined
    ? finding
    : { ...finding, Error: say(xmlFault(finding.Code)) }

const shownPlace = (
  shown: (record: string, field: string, value: string) => string,
  { name, ids, parent }: RecordPlace,
): RecordPlace => ({
  name,
  ids: ids.map(({ field, value }) => ({ field, value: shown(name, field, value) })),
  parent: parent && shownPlace(shown, parent),
})

const pathOf = ({ name, ids, parent }: RecordPlace): string => {
  const keys = ids.map(({ field, value }) => `${field}=${value}`).join(',')
  return `${parent === null ? '' : `${pathOf(parent)}/`}${name}${keys === '' ? '' : `[${keys}]`}`
}

const elementsIn = (words: string): string[] =>
  [...words.matchAll(/<([^<>\s]+)>/g)].map(([, name = '']) => name)

/**
 * Classes of what a finding tells to be there, or not to be there, by being listed at all. A name that the schema does not have
 * may be a special category field misspelt, also in an open record.
 */
const toldByPresence = (
  { privacy, tables }: Known,
  { Code, Error: words, Details }: SchemaFailure,
  field: string,
): FieldClass[] => {
  const named = [field, ...(structural.includes(Code) ? elementsIn(words) : [])]
  const classes = named
    .filter(name => name !== Details.name)
    .flatMap(name => privacy.presenceClasses(Details.name, name))
  for (let place: RecordPlace | null = Details; place !== null; place = place.parent) {
    const { name, parent } = place
    if (tables.some(table => table.name === name))
      classes.push(...privacy.presenceClasses(parent?.name ?? '', name))
  }
  return classes.filter(one => one === 'special-category')
}

const shownOfRecord = (
  disclosure: Disclosure,
  ruleset: Known,
  finding: SchemaFailure,
): { shown: SchemaFailure; isPlaced: boolean } => {
  const { privacy } = ruleset
  const { Details, Code } = finding
  // A field's name holds no slash, but a key may.
  const field = Details.path.slice(Details.path.lastIndexOf('/') + 1)
  const concealed = disclosure.notice(toldByPresence(ruleset, finding, field))
  const { name, ids, parent } = shownPlace(
    (record, key, value) => concealed ?? disclosure.show(value, [privacy.fieldClass(record, key)]),
    Details,
  )
  const isStructural = structural.includes(Code)
  const classes = isStructural
    ? (['open'] as const)
    : Code.startsWith('VALUE_')
      ? [privacy.fieldClass(Details.name, field)]
      : anything
  const hidden = hiddenParts(disclosure, ruleset, Details.name)
  const value = Details.value === null ? null : disclosure.show(Details.value, classes)
  const { wrong, suggestion, ...others } = Details
  // What may come next tells which element came last.
  const [tellsOrder] =
    isStructural && concealed === undefined ? [...hidden.fields.values(), ...hidden.records.values()] : []
  return {
    isPlaced: concealed === undefined,
    shown: {
      ...finding,
      ...(concealed === undefined ? {} : { LineNumber: 0, Column: 0 }),
      Error: disclosure.show(finding.Error, classes),
      Details: {
        ...(value === Details.value ? Details : others),
        name,
        ids,
        parent,
        path: Details.path.includes('/') ? `${pathOf({ name, ids, parent })}/${field}` : Details.path,
        value,
        expected: Details.expected === null ? null : (tellsOrder ?? Details.expected),
      },
    },
  }
}

/**
 * Findings of the schema check, as the reader gets them: their words quote the value, and their places name the record. One that
 * tells of what is withheld by being there says what is at fault and not in whose record; it has no line, and stands after
 * the others, since its neighbours would tell its place.
 */
export const shownFindings = (
  disclosure: Disclosure,
  ruleset: Known,
  findings: readonly SchemaFailure[],
): SchemaFailure[] => {
  const all = findings.map(finding =>
    isAboutFile(finding)
      ? { shown: shownOfFile(disclosure, finding), isPlaced: true }
      : shownOfRecord(disclosure, ruleset, finding),
  )
  const of = (isPlaced: boolean) => all.flatMap(one => (one.isPlaced === isPlaced ? [one.shown] : []))
  return [...of(true), ...of(false)]
}

/**
 * Errors by field and code, as the reader gets them: without values and places where those are withheld. A reader who gets no single
 * record (`isCounted`) still gets fields and counts.
 */
export const shownGroups = (
  disclosure: Disclosure,
  ruleset: Known,
  groups: readonly SchemaFailureGroup[],
  isCounted: boolean,
): SchemaFailureGroup[] =>
  groups.map(group => {
    const { example } = group
    if (!example) return group
    if (isCounted && !isAboutFile(example)) return { ...group, places: [], characters: [], example: null }
    const [shown = null] = shownFindings(disclosure, ruleset, [example])
    return {
      ...group,
      places: shown && isPlaced(shown) ? group.places : [],
      characters: shown?.Details.wrong ? group.characters : [],
      example: shown,
    }
  })
