import { type CompiledSchema, type DictionaryEntity, type DictionaryField, dictionaryOf } from 'bedel-record'
import { sql, type Transaction } from 'kysely'
import type { CollectionStateName } from '../../src/domain/collection.ts'
import { collectionStateOf } from '../../src/domain/collection.ts'
import { contentStateOf } from '../../src/domain/content.ts'
import { ruleMatcher } from '../../src/domain/sameRule.ts'
import { collectionChart } from '../../src/machines/collection-state/index.ts'
import type { Ruleset } from '../analysis/index.ts'
import { recordOfCollection } from '../database/queries/collections.ts'
import type { Database } from '../database/schema.ts'
import { type Configuration, type ConfiguredRule, configuredRules } from './configuration.ts'
import { type Difference, fieldDifference, ruleDifference } from './difference.ts'

type Tx = Transaction<Database>

/** A collection with its specification, as it is published. */
export interface PublishedRow {
  id: string
  reference: string
  streamId: string
  /** The record that its ruleset is for; null if nobody has said. */
  recordId: string | null
  name: string
  periodStart: string
  periodEnd: string
  stateId: number
  specificationId: number
  specification: string
  schemaVersion: string
  rulesetVersion: string
  updated: Date
  /** Number of the last decision on the specification: while it is the same, so is what it says. */
  decisions: number
}

/** Collections that have a specification, of the states that somebody sees, newest first. */
export const publishedRows = async (
  tx: Tx,
  seen: { always: readonly CollectionStateName[]; withSubmission: readonly CollectionStateName[] },
): Promise<PublishedRow[]> => {
  const idsOf = (names: readonly CollectionStateName[]) => names.map(name => collectionStateOf(name).id)
  const { rows } = await sql<PublishedRow>`
    select c.id, c.reference, c.stream_id as "streamId", ${recordOfCollection('c')} as "recordId", c.name, c.reference_period_start as "periodStart",
      c.reference_period_end as "periodEnd", c.state_id as "stateId", s.id as "specificationId",
      s.version as specification, s.schema_version as "schemaVersion", s.ruleset_version as "rulesetVersion",
      s.updated_utc as updated, s.event_number as decisions
    from collection c join specification s on s.id = c.specification_id
    where c.state_id <> ${collectionStateOf('Deleted').id}
      and (c.state_id = any(${idsOf(seen.always)}::int[]) or c.state_id = any(${idsOf(seen.withSubmission)}::int[])
        and exists (select 1 from submission o where o.collection_id = c.id))
    order by c.reference desc`.execute(tx)
  return rows
}

/** Versions of the schemas that can be used. */
export const availableSchemas = async (tx: Tx): Promise<ReadonlySet<string>> => {
  const { id } = contentStateOf('AVAILABLE')
  const { rows } = await sql<{ version: string }>`
    select version from schema_version where state_id = ${id}::int`.execute(tx)
  return new Set(rows.map(({ version }) => version))
}

/** By period, then reference: the order of collections of a record (decisions §17). */
const placeInSeries = ({ periodStart, periodEnd, reference }: SeriesRow): string =>
  `${periodStart} ${periodEnd} ${reference}`

type SeriesRow = Pick<PublishedRow, 'reference' | 'streamId' | 'recordId' | 'periodStart' | 'periodEnd'>

/** The collection before another, of the same stream and record, among those that are published. */
export const collectionBeforeIn = <Row extends SeriesRow>(
  rows: readonly Row[],
  row: SeriesRow,
): Row | undefined =>
  rows
    .filter(
      ({ streamId, recordId }) =>
        streamId === row.streamId &&
        (recordId === row.recordId || recordId === null || row.recordId === null),
    )
    .filter(other => placeInSeries(other) < placeInSeries(row))
    .toSorted((one, other) => placeInSeries(other).localeCompare(placeInSeries(one)))[0]

/** When a specification was given to a collection. */
export interface Publication {
  reference: string
  version: string
  at: Date
}

/** Every time that a specification was given to a collection, newest first. The scope has to be 'all'. */
export const publications = async (tx: Tx, collectionIds: readonly string[]): Promise<Publication[]> => {
  const { rows } = await sql<Publication>`
    select c.reference, s.version, e.occurred_utc as at
    from collection c join chart_event e on e.chart = ${collectionChart.id} and e.subject = c.reference
    join specification s on s.id = (e.payload->>'specificationId')::int
    where e.event = 'ASSIGN_SPECIFICATION' and c.id = any(${[...collectionIds]}::text[])
    order by e.occurred_utc desc`.execute(tx)
  return rows
}

/** What a specification says, ready to be read. */
export interface PublishedContent {
  rules: readonly ConfiguredRule[]
  ruleset: Ruleset
  entities: readonly DictionaryEntity[]
  fields: readonly DictionaryField[]
  /** Codes of the rules that decide by a field, by `Entity.FIELD`. */
  readers: ReadonlyMap<string, readonly string[]>
}

const dictionaries = new WeakMap<CompiledSchema, DictionaryEntity[]>()

const dictionary = (schema: CompiledSchema): DictionaryEntity[] => {
  const known = dictionaries.get(schema)
  if (known) return known
  const made = dictionaryOf(schema)
  dictionaries.set(schema, made)
  return made
}

/** The name of a field as rules and links write it. */
export const fieldName = ({ entity, field }: Pick<DictionaryField, 'entity' | 'field'>): string =>
  `${entity}.${field}`

/** What a specification with this configuration says. */
export const publishedContent = (
  { schema, ruleset }: { schema: CompiledSchema; ruleset: Ruleset },
  configuration: Configuration,
): PublishedContent => {
  const rules = configuredRules(ruleset, configuration)
  const entities = dictionary(schema)
  const readers = new Map<string, string[]>()
  for (const { rule } of rules)
    for (const name of rule.fieldsRead) readers.set(name, [...(readers.get(name) ?? []), rule.code])
  return { rules, ruleset, entities, fields: entities.flatMap(({ fields }) => fields), readers }
}

type Part = 'description' | 'form' | 'codes' | 'length' | 'occurrence'

/** What of a field is compared from one year to the next, as text. */
const fieldParts = (field: DictionaryField): Record<Part, string> => ({
  description: field.description,
  form: field.form,
  codes: field.codes.map(({ code, label }) => `${code} ${label}`).join('; '),
  length: lengthOf(field),
  occurrence: occurrenceOf(field),
})

/** Characters that a value has, such as `8`, `1–20` or nothing where the schema sets no limit. */
export const lengthOf = ({
  minLength,
  maxLength,
}: Pick<DictionaryField, 'minLength' | 'maxLength'>): string => {
  if (maxLength === null) return minLength === null ? '' : `≥ ${minLength}`
  return minLength === maxLength ? String(maxLength) : `${minLength ?? 0}–${maxLength}`
}

/** How often a field stands in each record of its entity, such as `0..1`. */
export const occurrenceOf = ({
  isRequired,
  isRepeatable,
}: Pick<DictionaryField, 'isRequired' | 'isRepeatable'>): string => {
  const least = isRequired ? '1' : '0'
  const most = isRepeatable ? 'n' : '1'
  return least === most ? least : `${least}..${most}`
}

export interface FieldChanges {
  added: string[]
  removed: string[]
  changed: { field: string; parts: { part: Part; before: string; after: string }[] }[]
}

const partNames: readonly Part[] = ['description', 'form', 'codes', 'length', 'occurrence']

/** Fields that were added, removed or changed from one schema to another. */
const dictionaryChanges = (
  before: readonly DictionaryField[],
  after: readonly DictionaryField[],
): FieldChanges => {
  const former = new Map(before.map(field => [fieldName(field), field]))
  const now = new Set(after.map(fieldName))
  return {
    added: after.map(fieldName).filter(name => !former.has(name)),
    removed: before.map(fieldName).filter(name => !now.has(name)),
    changed: after.flatMap(field => {
      const old = former.get(fieldName(field))
      if (!old) return []
      const [was, is] = [fieldParts(old), fieldParts(field)]
      const parts = partNames
        .filter(part => was[part] !== is[part])
        .map(part => ({ part, before: was[part], after: is[part] }))
      return parts.length === 0 ? [] : [{ field: fieldName(field), parts }]
    }),
  }
}

/** What is other than in the content before. */
interface ContentDifference {
  rules: Difference
  fields: FieldChanges
  derived: Difference
}

const differences = new WeakMap<PublishedContent, WeakMap<PublishedContent, ContentDifference>>()

/** What is other than in the content before; worked out once for two contents. */
export const contentDifference = (before: PublishedContent, after: PublishedContent): ContentDifference => {
  const known = differences.get(after) ?? new WeakMap<PublishedContent, ContentDifference>()
  differences.set(after, known)
  const difference = known.get(before) ?? {
    rules: ruleDifference(before.rules, after.rules),
    fields: dictionaryChanges(before.fields, after.fields),
    derived: fieldDifference(before.ruleset, after.ruleset),
  }
  known.set(before, difference)
  return difference
}

interface WithRules {
  rules: readonly { rule: { code: string } }[]
}

/** Collections in whose specification a rule of this content stands, newest first, with the code that it has there. */
export const ruleHistory = (
  published: readonly { reference: string; content: WithRules }[],
  own: WithRules,
): ((code: string) => { reference: string; code: string }[]) => {
  const codesOf = ({ rules }: WithRules) => rules.map(({ rule }) => rule.code)
  const places = published.map(({ reference, content }) => ({
    reference,
    match: ruleMatcher(codesOf(own), codesOf(content)),
  }))
  return code =>
    places.flatMap(({ reference, match }) => {
      const there = match(code)
      return there === undefined ? [] : [{ reference, code: there }]
    })
}
