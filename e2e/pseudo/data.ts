import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileSchema, dictionaryOf } from 'bedel-record'
import { readRulesetFolder } from '../../server/analysis/ruleset/folder.ts'
import { collections, organisations, regulators, users } from '../../server/identity/demonstration.ts'
import { product } from '../../src/domain/product.ts'
import { loadMachines } from '../../src/machines/charts.ts'
import { chartOf } from '../../src/machines/inspection/chart.ts'
import { stateTitle } from '../../src/machines/inspection/label.ts'

/** Text that no message says, and rightly so. */
interface Data {
  reason: string
  /** Where it stands: part of an address; absent where it may stand anywhere. */
  at?: RegExp
  /** What it is: parts of a text that it explains, or whole texts between marks of punctuation. */
  parts?: readonly (string | RegExp)[]
  texts?: ReadonlySet<string>
}

/** Every text in a value made of objects and lists. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value.trim().replaceAll(/\s+/g, ' ')]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const rulesets = await Promise.all(
  [...new Set(collections.flatMap(collection => collection.ruleset ?? []))].map(name =>
    readRulesetFolder(join(import.meta.dirname, '../../rulesets/student', name)),
  ),
)
/** Schemas of the record, which say what its codes mean. */
const schemas = [...new Set(collections.flatMap(({ schema }) => schema ?? []))].map(name =>
  readFileSync(join(import.meta.dirname, `../../schemas/student/${name}.xsd`), 'utf8'),
)
/** Entities and fields of the record, as the data dictionary gives them. */
const entities = schemas.flatMap(schema => dictionaryOf(compileSchema(schema)))
const fields = entities.flatMap(entity => entity.fields)
const meanings = schemas.flatMap(schema =>
  [...schema.matchAll(/<xs:documentation>([^<]*)</g)].map(([, text = '']) => text),
)

/** Names of rules, as they end a sentence. */
const sentences = textsIn(rulesets.flatMap(({ rules }) => rules)).map(text => `${text}.`)
/** Findings of rules, with any values in the place of their names. */
const findings = textsIn(rulesets.flatMap(({ rules }) => rules))
  .filter(text => /\{\w+\}/.test(text))
  .map(
    text =>
      new RegExp(
        text
          .split(/£?\{\w+\}/)
          .map(RegExp.escape)
          .join('.+?'),
        'g',
      ),
  )
/** What rulesets say in their guidance, piece by piece: between marks of Markdown and names of fields. */
const guidance = rulesets
  .flatMap(ruleset => ruleset.guidance)
  .flatMap(({ text }) => text.split(/\n|`[^`]*`|[*_]+|^#+ |^- |^\d+\. /m))
  .map(piece => piece.trim())

const releases = join(import.meta.dirname, '../../releases')
const released = readdirSync(releases).map(name => JSON.parse(readFileSync(join(releases, name), 'utf8')))
const charts = (await loadMachines()).map(chartOf)

/** Everything that a screen may say in English in any language, with the reason. */
const data: readonly Data[] = [
  {
    reason: 'the audit shows its lines as they were sealed',
    at: /\/management\/audit/,
    parts: [/"(?:[^"\\]|\\.)*"/g, 'system', 'null', 'register', /\bbedel\b(?!-)/g],
  },
  { reason: 'the name of the product', parts: [product.name] },
  {
    reason: 'names of people, organisations and collections',
    parts: [
      ...users.flatMap(({ id, name }) => [id, name]),
      ...[...organisations, ...collections].map(({ name }) => name),
      // Streams are rows that an administrator adds to (decisions §17).
      ...['Estates', 'Finance', 'Staff'],
      ...regulators.flatMap(({ name, shortName }) => [name, shortName]),
    ].sort((a, b) => b.length - a.length),
  },
  {
    reason: 'codes, numbers, ids and names of files, fields, events and guards',
    parts: [/\S*[\d_/{}]\S*/g, /\S*\p{L}\.\p{L}\S*/gu, /\S*[a-z][A-Z]\S*/g, /(?<!\p{L})[A-Z]{2,}(?!\p{L})/gu],
  },
  {
    reason: 'what React Aria says in the language of the reader by itself: parts of a date, ways out, lists',
    texts: new Set([
      'day',
      'month',
      'year',
      'yyyy',
      'Empty',
      'Dismiss',
      'Show suggestions',
      'Selected Date',
      'notification.',
      'notifications.',
    ]),
  },
  {
    reason: 'names of fields of events and messages',
    at: /view=(history|sequence|time)|\/lifecycle/,
    texts: new Set('bytes elements key number outcome outside reports rules stage status'.split(' ')),
  },
  {
    reason: 'months, as the locale writes them',
    parts: [/\b(Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\b/g],
  },
  {
    reason:
      'names and texts of rules and reports come from the specification, in the language of the ruleset',
    at: /^\/(\?|$)|\/(reports|submit|issues|monitoring\/(\d{5}|providers)|management\/(specifications|delivery-config)|specification|iris-reprocessing)/,
    parts: findings,
    texts: new Set([
      ...textsIn([rulesets, meanings, entities.map(({ name }) => name)]),
      ...sentences,
      ...guidance,
    ]),
  },
  {
    reason:
      'the data dictionary says what the check of a file says of a value, and its codes with what they mean',
    at: /\/specification\//,
    texts: new Set(
      fields.flatMap(({ form, codes }) => [form, ...codes.map(one => `${one.code} ${one.label}`)]),
    ),
  },
  {
    reason: 'regions stand as the register of providers has them',
    at: /\/(management|monitoring)\/providers/,
    texts: new Set(organisations.flatMap(({ provider }) => provider?.region ?? [])),
  },
  {
    reason: 'descriptions and states of charts are English for those who develop (docs/develop/checks.md)',
    at: /\/(inspector|lifecycle)/,
    texts: new Set([
      ...textsIn([charts, released]),
      ...charts.flatMap(({ id, states }) => [id, ...states.map(({ key }) => key)]).map(stateTitle),
    ]),
  },
]

const marks = /(?<=[.:;!?)])\s+|[,:;·–|()"]\s*|\s+[–·|(]\s*/g

type IsKnown = (text: string) => boolean

/** Whether a text is known, or several known ones with marks of punctuation between them. */
const isMadeOf = (text: string, isKnown: IsKnown): boolean =>
  isKnown(text) ||
  [...text.matchAll(marks)].some(
    ({ 0: mark, index }) =>
      isKnown(text.slice(0, index)) && isMadeOf(text.slice(index + mark.length), isKnown),
  )

/** Whether a text at an address is English of ours that is not said by a message of the catalogue. */
export const isOutsideCatalogue = (text: string, address: string): boolean => {
  const known = data.filter(({ at }) => at === undefined || at.test(address))
  const isKnown: IsKnown = part => known.some(({ texts }) => texts?.has(part)) || part === ''
  if (isMadeOf(text, isKnown)) return false
  const parts = known.flatMap(one => one.parts ?? [])
  const rest = parts.reduce<string>((left, part) => left.replaceAll(part, ' '), text)
  return rest.split(marks).some(part => /\p{L}{2}/u.test(part) && !isKnown(part.trim()))
}
