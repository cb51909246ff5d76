import { csvLine } from '../../src/domain/csv.ts'
import type { FrequencyCounts } from '../../src/domain/wire/reports.ts'
import { type Database, literal, openDatabase, quoted, type Row, unionAll, withDatabase } from './database.ts'
import { forReading, holdsRecords, readWithRoom } from './derive.ts'
import type { AnalysisContext, AnalysisSource } from './facts.ts'
import type { Page } from './failureFiles.ts'
import type { Ruleset } from './ruleset/ruleset.ts'
import { plainTable } from './tables.ts'

/** A coded field of the schema with the words of its codes. */
export interface CodedField {
  entity: string
  field: string
  codes: readonly { code: string; label: string }[]
}

export interface ListingSummary {
  code: string
  title: string
  details: string
  /** Its tabs are files for a regulator. */
  outputs: boolean
  /** `csv`: the content of such a file. */
  tabs: { name: string; total: number; csv?: string }[]
}

export interface AdditionalReports {
  frequencyCounts: FrequencyCounts
  listings: ListingSummary[]
}

type FieldCounts = FrequencyCounts['entities'][number]['fields'][number]

const percentOf = (count: number, total: number): number =>
  total === 0 ? 0 : Math.round((count * 10_000) / total) / 100

const fieldCounts = ({ field, codes }: CodedField, rows: readonly Row[]): FieldCounts => {
  const counts = new Map(
    rows.map(({ code, records }) => [code === null ? null : String(code), Number(records)]),
  )
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const value = (code: string | null, label: string) => {
    const count = counts.get(code) ?? 0
    return { code, label, count, percent: percentOf(count, total) }
  }
  const known = new Set<string | null>(codes.map(({ code }) => code))
  const others = [...counts.keys()].filter(code => code !== null && !known.has(code))
  return {
    field,
    total,
    values: [
      ...codes.map(({ code, label }) => value(code, label)),
      // What these are called depends on who reads: the answer says it.
      ...others.map(code => value(code, '')),
      value(null, ''),
    ],
  }
}

/** The code of each of these fields of an entity in every record, under the field's number. */
const codesSql = (entity: string, fields: readonly CodedField[], numberOf: (field: CodedField) => number) => {
  const codes = fields.map(({ field }) => `cast(${quoted(field)} as varchar)`)
  return `select unnest([${fields.map(numberOf).join(', ')}]) as field, unnest([${codes.join(', ')}]) as code from ${plainTable(entity)}`
}

/**
 * How often each code of each coded field occurs, with codes that do not occur and a line for records without the field. All
 * fields are counted by one grouping: one for each takes several times as long, of a small record and of a large one.
 */
const countFrequencies = async (
  database: Database,
  fields: readonly CodedField[],
): Promise<FrequencyCounts> => {
  if (fields.length === 0) return { entities: [] }
  const numbers = new Map(fields.map((field, index) => [field, index]))
  const numberOf = (field: CodedField): number => numbers.get(field) ?? -1
  const byEntity = [...Map.groupBy(fields, ({ entity }) => entity)]
  const codes = byEntity.map(([entity, own]) => codesSql(entity, own, numberOf))
  const rows = await database.rows(
    `select field, code, count(*) as records from (${unionAll(codes)}) group by field, code order by code nulls last`,
  )
  const byField = Map.groupBy(rows, ({ field }) => field)
  return {
    entities: byEntity.map(([entity, own]) => ({
      entity,
      fields: own.map(field => fieldCounts(field, byField.get(numberOf(field)) ?? [])),
    })),
  }
}

/** The same counts without the lines that are zero. */
export const withoutZeroValues = ({ entities }: FrequencyCounts): FrequencyCounts => ({
  entities: entities.map(({ entity, fields }) => ({
    entity,
    fields: fields.map(field => ({ ...field, values: field.values.filter(value => value.count > 0) })),
  })),
})

interface ListingTab {
  name: string
  rows: string
  order: string
}

export interface ListingChoice {
  code: string
  /** Position of the tab in the report, from 0. */
  tab: number
  /** Only rows with this value in a column. */
  only?: { column: string; value: string } | undefined
  sortField?: string | undefined
  sortOrder?: 'ASC' | 'DESC' | undefined
}

const tabOf = (ruleset: Ruleset, { code, tab }: Pick<ListingChoice, 'code' | 'tab'>): ListingTab => {
  const found = ruleset.listings.find(listing => listing.code === code)?.tabs[tab]
  if (!found) throw new Error(`The ruleset has no list ${code} with a tab ${tab}.`)
  return found
}

const countRows = async (database: Database, { rows }: ListingTab): Promise<number> =>
  Number((await database.row(`select count(*) as total from (${rows}\n)`)).total)

const headersOf = async (database: Database, { rows }: ListingTab): Promise<string[]> =>
  (await database.rows(`describe ${rows}`)).map(row => String(row.column_name))

const selectText = (
  headers: readonly string[],
  { rows, order }: ListingTab,
  { only, sortField, sortOrder = 'ASC' }: ListingChoice,
): string => {
  const source = quoted('listed')
  const from = (name: string) => `${source}.${quoted(name)}`
  const columns = headers.map(name => `cast(${from(name)} as varchar) as ${quoted(name)}`)
  const condition = only ? ` where ${from(only.column)} = ${literal(only.value)}` : ''
  const sorted = headers.find(name => name === sortField)
  // Sorted as what it is, a number as a number, and shown as text.
  const first = sorted ? `${from(sorted)} ${sortOrder === 'DESC' ? 'desc' : 'asc'} nulls last, ` : ''
  return `select ${columns.join(', ')} from (${rows}\n) ${source}${condition} order by ${first}${order}`
}

const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value)

const shown = (headers: readonly string[], rows: readonly Row[]): (string | null)[][] =>
  rows.map(row => headers.map(name => textOrNull(row[name])))

const linesOf = (headers: readonly string[], rows: readonly Row[]): string =>
  shown(headers, rows)
    .map(row => csvLine(row))
    .join('')

const csvLines = async function* (
  database: Database,
  tab: ListingTab,
  choice: ListingChoice,
): AsyncGenerator<string> {
  const headers = await headersOf(database, tab)
  yield csvLine(headers)
  for await (const batch of database.batches(selectText(headers, tab, choice))) yield linesOf(headers, batch)
}

/**
 * A tab as one file, and how many rows it has. Of a small record all rows come at once: `batches`, which gives every row or
 * throws, would plan the query a second time to count them.
 */
const fileOf = async (
  database: Database,
  source: AnalysisSource,
  tab: ListingTab,
  choice: ListingChoice,
): Promise<{ total: number; csv: string }> => {
  const headers = await headersOf(database, tab)
  const sql = selectText(headers, tab, choice)
  let total = 0
  let csv = csvLine(headers)
  for await (const batch of holdsRecords(source) ? [await database.rows(sql)] : database.batches(sql)) {
    total += batch.length
    csv += linesOf(headers, batch)
  }
  return { total, csv }
}

/**
 * Counts frequencies, and the rows of the lists (such as CONPOP, the expected engagement population) that `listingRows` pages
 * through.
 */
export const buildAdditionalReports = async (
  context: AnalysisContext,
  ruleset: Ruleset,
  { codedFields }: { codedFields: readonly CodedField[] },
): Promise<AdditionalReports> =>
  readWithRoom(context, async database => {
    const total = codedFields.length + ruleset.listings.length
    let done = 0
    const advance = () => context.onProgress({ done: ++done, total, unit: 'reports' })
    const listings: ListingSummary[] = []
    for (const { code, title, details, outputs, tabs } of ruleset.listings) {
      const counted: ListingSummary['tabs'] = []
      for (const [at, tab] of tabs.entries())
        counted.push({
          name: tab.name,
          ...(outputs
            ? await fileOf(database, context, tab, { code, tab: at })
            : { total: await countRows(database, tab) }),
        })
      listings.push({ code, title, details, outputs, tabs: counted })
      advance()
    }
    const frequencyCounts = await countFrequencies(database, codedFields)
    codedFields.forEach(advance)
    return { frequencyCounts, listings }
  })

/** One output for a regulator, made of the record: how many rows it has, and its file. */
export const buildOutput = (
  source: AnalysisSource,
  ruleset: Ruleset,
  choice: Pick<ListingChoice, 'code' | 'tab'>,
): Promise<{ total: number; csv: string }> =>
  withDatabase(forReading(source), database => fileOf(database, source, tabOf(ruleset, choice), choice))

/** A page of one tab of a list. */
export const listingRows = (
  source: AnalysisSource,
  ruleset: Ruleset,
  { limit, offset, ...choice }: ListingChoice & Page,
): Promise<{ headers: string[]; rows: (string | null)[][]; total: number }> =>
  withDatabase(forReading(source), async database => {
    const tab = tabOf(ruleset, choice)
    const headers = await headersOf(database, tab)
    const select = selectText(headers, tab, choice)
    const rows = await database.rows(`${select} limit ${Math.trunc(limit)} offset ${Math.trunc(offset)}`)
    const { total } = await database.row(`select count(*) as total from (${select})`)
    return { headers, rows: shown(headers, rows), total: Number(total) }
  })

/** The same tab, whole, as CSV. */
export async function* listingCsv(
  source: AnalysisSource,
  ruleset: Ruleset,
  choice: ListingChoice,
): AsyncGenerator<string> {
  const database = await openDatabase(forReading(source))
  try {
    yield* csvLines(database, tabOf(ruleset, choice), choice)
  } finally {
    database.close()
  }
}
