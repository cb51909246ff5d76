import { changeUnit, type MeasuredChange } from '../../src/domain/allowance.ts'
import { ruleMatcher } from '../../src/domain/sameRule.ts'
import { isSameTolerance, type Tolerance } from '../../src/domain/tolerance.ts'
import type { ChangedPart as ChangedPartWire } from '../../src/domain/wire/specifications.ts'
import { inOrder } from '../../src/messages/order.ts'
import type { Ruleset } from '../analysis/index.ts'
import type { ConfiguredRule } from './configuration.ts'

/** A tolerance, with what its range measures; null for a rule that does not compare whole files. */
interface MeasuredTolerance {
  tolerance: Tolerance
  change: MeasuredChange | null
}

/** What a part holds: a text of the specification, or a tolerance, which becomes text where it is read. */
export type PartValue = string | MeasuredTolerance

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
  code: string
  name: string
  parts: Part[]
}

const part = (name: ChangedPart['part'], value: PartValue, regulatorCode: string | null = null): Part => ({
  part: name,
  regulatorCode,
  value,
})

type RuleOf = Ruleset['rules'][number]

/** What of a rule is compared. */
type RuleText = Pick<
  RuleOf,
  'code' | 'condition' | 'finding' | 'guidanceUrl' | 'hint' | 'kind' | 'name' | 'requirement'
> & {
  regulators: readonly Pick<RuleOf['regulators'][number], 'regulatorCode' | 'tolerance'>[]
  measure: Pick<NonNullable<RuleOf['measure']>, 'change'> | null
}

interface DerivedText {
  name: string
  description: string
  published: boolean
}

/** What of a ruleset is compared, as plain values that another process can send. */
export interface RulesetText {
  rules: readonly RuleText[]
  derivedFields: readonly (DerivedText & { sql: string })[]
  derivedEntities: readonly (DerivedText & { rows: string })[]
}

type DerivedTexts = Pick<RulesetText, 'derivedEntities' | 'derivedFields'>

/** What of a ruleset is compared. */
export const rulesetText = ({ rules, derivedFields, derivedEntities }: RulesetText): RulesetText => ({
  rules: rules.map(
    ({ code, condition, finding, guidanceUrl, hint, kind, name, requirement, regulators, measure }) => ({
      code,
      condition,
      finding,
      guidanceUrl,
      hint,
      kind,
      name,
      requirement,
      regulators: regulators.map(({ regulatorCode, tolerance }) => ({ regulatorCode, tolerance })),
      measure: measure && { change: measure.change },
    }),
  ),
  derivedFields: derivedFields.map(({ name, description, published, sql }) => ({
    name,
    description,
    published,
    sql,
  })),
  derivedEntities: derivedEntities.map(({ name, description, published, rows }) => ({
    name,
    description,
    published,
    rows,
  })),
})

type ComparedRule = Pick<ConfiguredRule, 'description' | 'guidanceUrl'> & {
  rule: RuleText
  regulators: RuleText['regulators']
}

/** A rule without changes of a specification. */
const asWritten = (rule: RuleText): ComparedRule => ({
  rule,
  description: rule.requirement,
  guidanceUrl: rule.guidanceUrl,
  regulators: rule.regulators,
})

/** Rules and derived fields that differ from one ruleset to another, without what specifications change. */
export const rulesetDifference = (
  before: RulesetText,
  after: RulesetText,
): { rules: Difference; derivedFields: Difference } => ({
  rules: ruleDifference(before.rules.map(asWritten), after.rules.map(asWritten)),
  derivedFields: fieldDifference(before, after),
})

const ruleItem = ({ rule, description, guidanceUrl, regulators }: ComparedRule): Item => ({
  code: rule.code,
  name: rule.name,
  parts: [
    part('version', rule.code.split('.').at(-1) ?? ''),
    part('name', rule.name),
    part('requirement', description),
    part('finding', rule.finding ?? ''),
    part('hint', rule.hint ?? ''),
    part('guidance', guidanceUrl),
    part('kind', rule.kind),
    part('population', rule.condition.population),
    part('failure', rule.condition.fails),
    ...regulators.map(({ regulatorCode, tolerance }) =>
      part('tolerance', { tolerance, change: rule.measure?.change ?? null }, regulatorCode),
    ),
  ],
})

const fieldItem = (field: { name: string; description: string; sql: string }): Item => ({
  code: field.name,
  name: field.name,
  parts: [part('description', field.description), part('sql', field.sql)],
})

const isSame = (one: PartValue, other: PartValue): boolean =>
  typeof one === 'object' && typeof other === 'object'
    ? isSameTolerance(one.tolerance, other.tolerance) && changeUnit(one.change) === changeUnit(other.change)
    : one === other

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

/** `formerCode` gives the code that an item of now had before; undefined where it was not there. */
const differenceOf = (
  before: readonly Item[],
  after: readonly Item[],
  formerCode: (code: string) => string | undefined = code => code,
): Difference => {
  const byCode = new Map(before.map(item => [item.code, item]))
  const formerOf = ({ code }: Item): Item | undefined => byCode.get(formerCode(code) ?? '')
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

const codesOf = (rules: readonly ComparedRule[]): string[] => rules.map(({ rule }) => rule.code)

/** Rules that were added, removed or changed from one specification to another: their words, SQL and tolerances. */
export const ruleDifference = (before: readonly ComparedRule[], after: readonly ComparedRule[]): Difference =>
  differenceOf(before.map(ruleItem), after.map(ruleItem), ruleMatcher(codesOf(after), codesOf(before)))

/** The same of published derived fields. */
export const fieldDifference = (before: DerivedTexts, after: DerivedTexts): Difference =>
  differenceOf(publishedFields(before).map(fieldItem), publishedFields(after).map(fieldItem))

/** Derived fields and entities that a specification publishes, in the order of their names. */
export const publishedFields = ({ derivedFields, derivedEntities }: DerivedTexts) =>
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
