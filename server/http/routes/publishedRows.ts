import type { DictionaryField } from 'bedel-record'
import { changeUnit, type MeasuredChange } from '../../../src/domain/allowance.ts'
import { toleranceLabel } from '../../../src/domain/toleranceLabel.ts'
import type * as wire from '../../../src/domain/wire/published.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { RegulatorRow } from '../../database/queries/collections.ts'
import { inLanguage } from '../../messages.ts'
import {
  type ConfiguredRule,
  contentDifference,
  fieldName,
  type PublishedContent,
  type ruleHistory,
} from '../../specifications/index.ts'

type Change = wire.PublishedRule['change']

/** How each rule, field and derived field compares with the specification before, by code or name. */
export interface Marks {
  of: (kind: 'rules' | 'fields' | 'derived', name: string) => Change
}

/** Marks of a specification against the one before; none where there is none before. */
export const changeMarks = (former: PublishedContent | undefined, content: PublishedContent): Marks => {
  if (!former) return { of: () => null }
  const { rules, derived, fields } = contentDifference(former, content)
  const codes = (items: readonly { code: string }[]) => new Set(items.map(({ code }) => code))
  const marks = {
    rules: { added: codes(rules.added), changed: codes(rules.changed) },
    derived: { added: codes(derived.added), changed: codes(derived.changed) },
    fields: { added: new Set(fields.added), changed: new Set(fields.changed.map(({ field }) => field)) },
  }
  return {
    of: (kind, name) => {
      if (marks[kind].added.has(name)) return 'ADDED'
      return marks[kind].changed.has(name) ? 'CHANGED' : 'SAME'
    },
  }
}

/** Items of which a text holds every word of the search. */
export const matching = <T>(
  items: readonly T[],
  search: string | undefined,
  textsOf: (item: T) => readonly string[],
): readonly T[] => {
  const words = (search ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  if (words.length === 0) return items
  return items.filter(item => {
    const text = textsOf(item).join('\n').toLowerCase()
    return words.every(word => text.includes(word))
  })
}

/** The part of a list that is asked for; all of it without a limit. */
export const pageOf = <T>(
  items: readonly T[],
  { offset = 0, limit = items.length }: { offset?: number | undefined; limit?: number | undefined },
  total: number,
) => ({
  items: items.slice(offset, offset + limit),
  paging: { total, filteredTotal: items.length },
})

type Example = ConfiguredRule['rule']['examples'][number]

/** What the record of an example has: a line for each field that it sets, rows of entities inside as JSON. */
const recordText = (changes: Record<string, unknown>): string =>
  Object.entries(changes)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')

/** An example of a rule with its record as text. */
export const exampleWire = (
  example: Example,
  change: MeasuredChange | undefined,
): wire.PublishedRule['examples'][number] => {
  const because = example.because ?? null
  const setting = [
    ...(example.country === undefined ? [] : [`country: ${example.country}`]),
    ...(example.ukprn === undefined ? [] : [`ukprn: ${example.ukprn}`]),
    ...(example.count === undefined ? [] : [`records: ${example.count}`]),
    ...(example.with === undefined ? [] : [recordText(example.with)]),
  ]
  const outcome = (['passes', 'fails', 'outside'] as const).find(one => example[one] !== undefined)
  if (outcome === undefined)
    return {
      outcome: 'measures',
      record: [`${example.measures}${changeUnit(change) === 'points' ? ' points' : '%'}`, ...setting].join(
        '\n',
      ),
      because,
    }
  const own = recordText(example[outcome] ?? {})
  return { outcome, record: [...(own === '' ? [] : [own]), ...setting].join('\n'), because }
}

/** A rule as everybody reads it. */
export const publishedRuleWire = (
  { rule, description, guidanceUrl, regulators }: ConfiguredRule,
  known: {
    regulators: readonly RegulatorRow[]
    marks: Marks
    history: ReturnType<typeof ruleHistory>
    language: Language
  },
): wire.PublishedRule => ({
  code: rule.code,
  name: rule.name,
  requirement: description,
  finding: rule.finding,
  hint: rule.hint,
  guidanceUrl,
  guidance: rule.guidance ? [...rule.guidance] : null,
  entity: rule.entity,
  kind: rule.kind,
  population: rule.condition.population,
  failure: rule.condition.fails,
  tolerances: regulators.map(({ regulatorCode, tolerance }) => ({
    regulatorCode,
    name: known.regulators.find(({ code }) => code === regulatorCode)?.name ?? regulatorCode,
    tolerance: inLanguage(known.language, toleranceLabel(tolerance, rule.measure?.change)),
  })),
  examples: rule.examples.map(example => exampleWire(example, rule.measure?.change)),
  fieldsRead: [...rule.fieldsRead],
  change: known.marks.of('rules', rule.code),
  history: known.history(rule.code),
})

/** A field as everybody reads it. */
export const publishedFieldWire = (
  field: DictionaryField,
  { readers }: PublishedContent,
  marks: Marks,
): wire.PublishedField => ({
  ...field,
  codes: [...field.codes],
  rules: [...(readers.get(fieldName(field)) ?? [])],
  change: marks.of('fields', fieldName(field)),
})

/** A derived field as everybody reads it. */
export const publishedDerivedWire = (
  { name, description, sql }: { name: string; description: string; sql: string },
  marks: Marks,
): wire.PublishedDerived => ({ name, description, sql, change: marks.of('derived', name) })
