import { isSameTolerance, type Tolerance } from '../../src/domain/tolerance.ts'
import type { ChangedPart as ChangedPartWire } from '../../src/domain/wire/specifications.ts'
import { inOrder } from '../../src/messages/order.ts'
import type { Ruleset } from '../analysis/index.ts'
import type { ConfiguredRule } from './configuration.ts'

/** What a part holds: a text of the specification, or a tolerance, which becomes text where it is read. */
export type PartValue = string | Tolerance

/** A part of a rule or field that has changed; '' where it was not there before, or is not there any more. */
export interface ChangedPart extends Omit<ChangedPartWire, 'after' | 'before'> {
  before: PartValue
  after: PartValue
}

/** What was added, removed and changed of rules or derived fields. */
export interface Difference {
  added: { code: string; name: string }[]
  removed: { code: string; name: string }[]
  changed: { code: string; name: string; parts: ChangedPart[] }[]
}

type Part = Omit<ChangedPart, 'after' | 'before'> & { value: PartValue }

interface Item {
  /** The same in every version of a rule. */
  key: string
  code: string
  name: string
  parts: Part[]
}

const part = (name: ChangedPart['part'], value: PartValue, regulatorCode: string | null = null): Part => ({
  part: name,
  regulatorCode,
  value,
})

const ruleItem = ({ rule, description, guidanceUrl, regulators }: ConfiguredRule): Item => ({
  key: ruleKey(rule.code),
  code: rule.code,
  name: rule.name,
  parts: [
    part('version', rule.code.split('.').at(-1) ?? ''),
    part('name', rule.name),
    part('description', description),
    part('guidance', guidanceUrl),
    part('kind', rule.kind),
    part('population', rule.condition.population),
    part('failure', rule.condition.fails),
    ...regulators.map(({ regulatorCode, tolerance }) => part('tolerance', tolerance, regulatorCode)),
  ],
})

const fieldItem = (field: { name: string; description: string; sql: string }): Item => ({
  key: field.name,
  code: field.name,
  name: field.name,
  parts: [part('description', field.description), part('sql', field.sql)],
})

const isSame = (one: PartValue, other: PartValue): boolean =>
  typeof one === 'object' && typeof other === 'object' ? isSameTolerance(one, other) : one === other

const changesOf = (before: Item, after: Item): ChangedPart[] => {
  const keyOf = (one: Part) => `${one.part}/${one.regulatorCode ?? ''}`
  const values = (item: Item) => new Map(item.parts.map(one => [keyOf(one), one.value]))
  const [old, now] = [values(before), values(after)]
  const all = new Map([...before.parts, ...after.parts].map(one => [keyOf(one), one]))
  return [...all].flatMap(([key, one]) => {
    const [was, is] = [old.get(key) ?? '', now.get(key) ?? '']
    return isSame(was, is)
      ? []
      : [{ part: one.part, regulatorCode: one.regulatorCode, before: was, after: is }]
  })
}

/** What an item was before: the one of its code, or an earlier version of it that is there no more. */
const matching = (before: readonly Item[], after: readonly Item[]) => {
  const codes = new Set(after.map(({ code }) => code))
  const byCode = new Map(before.map(item => [item.code, item]))
  const byKey = new Map(before.filter(({ code }) => !codes.has(code)).map(item => [item.key, item]))
  return ({ code, key }: Item): Item | undefined => byCode.get(code) ?? byKey.get(key)
}

const differenceOf = (before: readonly Item[], after: readonly Item[]): Difference => {
  const formerOf = matching(before, after)
  const matched = new Set(after.map(formerOf))
  const named = ({ code, name }: Item) => ({ code, name })
  return {
    added: after.filter(item => formerOf(item) === undefined).map(named),
    removed: before.filter(item => !matched.has(item)).map(named),
    changed: after.flatMap(item => {
      const former = formerOf(item)
      const parts = former ? changesOf(former, item) : []
      return parts.length === 0 ? [] : [{ ...named(item), parts }]
    }),
  }
}

/** What is the same in every version of a rule: its code without the version. */
export const ruleKey = (code: string): string => code.replace(/\.V\d+$/, '')

/** Rules that were added, removed or changed from one specification to another: their words, SQL and tolerances. */
export const ruleDifference = (
  before: readonly ConfiguredRule[],
  after: readonly ConfiguredRule[],
): Difference => differenceOf(before.map(ruleItem), after.map(ruleItem))

/** The same of published derived fields. */
export const fieldDifference = (before: Ruleset, after: Ruleset): Difference =>
  differenceOf(publishedFields(before).map(fieldItem), publishedFields(after).map(fieldItem))

/** Derived fields and entities that a specification publishes, in the order of their names. */
export const publishedFields = ({ derivedFields, derivedEntities }: Ruleset) =>
  [
    ...derivedFields.map(({ name, description, published, sql }) => ({ name, description, published, sql })),
    ...derivedEntities.map(({ name, description, published, rows }) => ({
      name,
      description,
      published,
      sql: rows,
    })),
  ]
    .filter(({ published }) => published)
    .toSorted((one, other) => inOrder(one.name, other.name))
