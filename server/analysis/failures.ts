import { csvLine } from '../../src/domain/csv.ts'
import { message } from '../../src/messages/message.ts'
import { inEnglish } from '../messages.ts'
import {
  type Cell,
  type Database,
  type DatabaseOptions,
  literal,
  openDatabase,
  type Row,
  withDatabase,
} from './database.ts'
import { forReading, holdsRecords } from './derive.ts'
import type { AnalysisSource } from './facts.ts'
import { type FailingRule, failingRecords, failingRules, type Page } from './failureFiles.ts'
import { withStudents } from './students.ts'

export interface NamedValue {
  name: string
  value: string
}

/** A record that a rule found at fault. `line` is where it stands in the file. */
export interface RuleFailure {
  ruleCode: string
  entity: string
  rowIdentifier: string
  keys: NamedValue[]
  details: NamedValue[]
  line: number
  /** Offset in the file. */
  byte: number
}

const texts = (cell: Cell | undefined): string[] =>
  Array.isArray(cell) ? cell.map(value => (value === null ? '' : String(value))) : []

const named = (names: readonly string[], values: readonly string[]): NamedValue[] =>
  names.map((name, index) => ({ name, value: values[index] ?? '' }))

/** A row of the file of failing records, as a rule names its values. */
export const failureOf = (rule: FailingRule, row: Row): RuleFailure => {
  const keys = named(rule.keyNames, texts(row.keys))
  return {
    ruleCode: rule.code,
    entity: rule.entity,
    rowIdentifier: keys.map(({ name, value }) => `${name} ${value}`).join(', '),
    keys,
    details: named(rule.detailNames, texts(row.details)),
    line: Number(row.line),
    byte: Number(row.byte),
  }
}

/** The failures need no database but the files that they are in, and no view on those of the record. */
const inMemory = ({ recordsFolder: _, ...source }: AnalysisSource) => ({
  ...source,
  databaseFile: ':memory:',
})
/** The same for a page, whose database is shared. */
const forPage = (source: AnalysisSource) => ({ ...inMemory(source), shared: source.pages })

/** A database that is open already, where the stage that found the failures reads them; else one of no file. */
const inAnyDatabase = (source: AnalysisSource): DatabaseOptions =>
  source.kept && holdsRecords(source) ? forReading(source) : inMemory(source)

const select = (source: AnalysisSource, rule: FailingRule): string =>
  `select line, byte, keys, details from ${failingRecords(source.failuresFolder, [rule])} order by "row"`

const failingRule = async (source: AnalysisSource, code: string): Promise<FailingRule | undefined> =>
  (await failingRules(source.failuresFolder)).find(rule => rule.code === code)

/** A page of failing records, as a reader asks for it. Columns are those of the keys and then of the details, from 0. */
export interface FailurePage extends Page {
  ruleCode: string
  /** Part of a value of one of these columns; '' for all records. */
  search?: { text: string; columns: readonly number[] }
  /** A column or the line; in the order of the file without. */
  sort?: { by: number | 'line'; isDescending: boolean }
}

const valueAt = (column: number): string => `list_extract(keys || details, ${Math.trunc(column) + 1})`

/** Failing records of a rule, and how many there are. */
export interface FailuresOfRule {
  total: number
  rows: RuleFailure[]
  /** The number of the student to whom each of the rows belongs; null for one of none. */
  students: (number | null)[]
}

/** Rows of failing records that are of a page, each with its student. */
export const failuresOf = (
  rule: FailingRule,
  rows: readonly Row[],
): Pick<FailuresOfRule, 'rows' | 'students'> => ({
  rows: rows.map(row => failureOf(rule, row)),
  students: rows.map(({ student }) => (student === null ? null : Number(student))),
})

/**
 * A page of the records that a rule found at fault. In the order of the file any page takes as long as the first, for records
 * are kept with their place. Records and students are asked for at once: to plan a query takes longer than to run it.
 */
export const ruleFailures = async (
  source: AnalysisSource,
  { ruleCode, offset, limit, search, sort }: FailurePage,
): Promise<FailuresOfRule> => {
  const rule = await failingRule(source, ruleCode)
  if (!rule) return { total: 0, rows: [], students: [] }
  const [from, size] = [Math.trunc(offset), Math.trunc(limit)]
  const records = failingRecords(source.failuresFolder, [rule])
  const pageOf = async (
    database: Database,
    page: string,
    order: string,
  ): Promise<Pick<FailuresOfRule, 'rows' | 'students'>> => {
    const found = withStudents(source, `(select n, line, byte, keys, details from ${page})`)
    const rows = await database.rows(
      `select line, byte, keys, details, student from ${found} order by ${order}`,
    )
    return failuresOf(rule, rows)
  }
  return withDatabase(forPage(source), async database => {
    if (!search?.text && !sort)
      return {
        total: rule.records,
        ...(await pageOf(database, `${records} where n > ${from} and n <= ${from + size}`, 'n')),
      }
    const values = search?.columns.map(valueAt).join(', ')
    const found = search?.text
      ? `(select * from ${records} where list_any_value(list_filter([${values}], v -> contains(upper(v), ${literal(search.text.toUpperCase())}))) is not null)`
      : records
    const { total } = await database.row(`select count(*) as total from ${found}`)
    const order = sort
      ? `${sort.by === 'line' ? 'line' : valueAt(sort.by)} ${sort.isDescending ? 'desc' : 'asc'} nulls last, n`
      : 'n'
    const page = `${found} order by ${order} limit ${size} offset ${from}`
    return { total: Number(total), ...(await pageOf(database, page, order)) }
  })
}

/** The failing records of a rule, a batch at a time, in the order of the file. */
const batchesOf = async function* (
  database: Database,
  source: AnalysisSource,
  rule: FailingRule,
): AsyncGenerator<RuleFailure[]> {
  for await (const batch of database.batches(select(source, rule)))
    yield batch.map(row => failureOf(rule, row))
}

/** Failing records of rules that are sorted at once. */
const sortedTogether = 20_000

/** Rules in their order, as many together as have few records: a query for each would cost more than its records. */
const groupsOf = (rules: readonly FailingRule[]): FailingRule[][] => {
  const groups: FailingRule[][] = []
  let room = 0
  for (const rule of rules) {
    const group = rule.records <= room ? groups.at(-1) : undefined
    if (group) group.push(rule)
    else groups.push([rule])
    room = (group ? room : sortedTogether) - rule.records
  }
  return groups
}

/** Rows of the failing records of rules, a batch at a time: in the order of the rules, those of each in the order of the file. */
const rowsOfAll = async function* (
  database: Database,
  source: AnalysisSource,
  { rules, columns }: { rules: readonly FailingRule[]; columns: readonly string[] },
): AsyncGenerator<{ row: Row; rule: FailingRule }[]> {
  for (const group of groupsOf(rules)) {
    const byNumber = new Map(group.map(rule => [rule.number, rule]))
    const sql = `select rule, ${columns.join(', ')} from ${failingRecords(source.failuresFolder, group)} order by list_position([${[...byNumber.keys()].join(', ')}], rule), "row"`
    for await (const batch of database.batches(sql))
      yield batch.flatMap(row => {
        const rule = byNumber.get(Number(row.rule))
        return rule ? [{ row, rule }] : []
      })
  }
}

const batchesOfAll = async function* (
  database: Database,
  source: AnalysisSource,
  rules: readonly FailingRule[],
): AsyncGenerator<RuleFailure[]> {
  for await (const batch of rowsOfAll(database, source, {
    rules,
    columns: ['line', 'byte', 'keys', 'details'],
  }))
    yield batch.map(({ row, rule }) => failureOf(rule, row))
}

/** A record that a rule found at fault, as little of it as tells all: its values are those of the keys and then of the details. */
export interface FailureValues {
  rule: FailingRule
  line: number
  values: readonly string[]
}

/** Stands between two values; no text of XML can hold it. */
const separator = '\u001f'

/** The failing records of rules as values, a batch at a time, in the order of the rules and of the file: cheap in memory. */
export async function* failureValues(
  source: AnalysisSource,
  rules: readonly FailingRule[],
): AsyncGenerator<FailureValues[]> {
  // One text is brought over from the database with a fraction of the memory of a list.
  const columns = [
    'line',
    `coalesce(array_to_string(list_transform(keys || details, v -> coalesce(v, '')), chr(31)), '') as given`,
  ]
  const database = await openDatabase(inMemory(source))
  try {
    for await (const batch of rowsOfAll(database, source, { rules, columns }))
      yield batch.map(({ row, rule }) => ({
        rule,
        line: Number(row.line),
        values: String(row.given).split(separator),
      }))
  } finally {
    database.close()
  }
}

const columns = ['rule', 'name', 'finding', 'entity', 'line', 'record', 'details'] as const

const valuesText = (values: readonly NamedValue[]): string =>
  values.map(({ name, value }) => `${name}=${value}`).join('; ')

/** How failing records are given out: as they are, or with values withheld. */
export interface FailureView {
  /** Why no record of the rule is given; undefined where they are. */
  notice: (ruleCode: string) => string | undefined
  /** Why each of a rule's values is withheld, keys first and then details; undefined where it is given. */
  reasons: (ruleCode: string) => readonly (string | undefined)[]
  show: (failure: RuleFailure) => RuleFailure
  /** The name of a rule; its code if the ruleset does not know it any more. */
  nameOf: (ruleCode: string) => string
  /** How to correct its records; null if the ruleset has no hint for it. */
  hintOf: (ruleCode: string) => string | null
  /**
   * What is wrong with a record. Takes the details before anything is withheld, and shows a dash for what the reader may not see. Null if
   * the ruleset has no finding for the rule.
   */
  findingOf: (ruleCode: string, details: readonly (string | null)[]) => string | null
}

const detailsOf = ({ details }: RuleFailure): string[] => details.map(({ value }) => value)

/**
 * Failing records as CSV, a batch of lines at a time: those of the named rules, or of all. A rule whose records are withheld
 * has one line, which says so.
 */
export async function* failuresCsv(
  source: AnalysisSource,
  ruleCodes: readonly string[] | undefined,
  { notice, show, nameOf, findingOf }: FailureView,
): AsyncGenerator<string> {
  const rules = (await failingRules(source.failuresFolder)).filter(
    ({ code }) => ruleCodes === undefined || ruleCodes.includes(code),
  )
  const lineOf = (failure: RuleFailure): string => {
    const { ruleCode, entity, line, keys, details } = show(failure)
    const finding = findingOf(ruleCode, detailsOf(failure))
    return csvLine([ruleCode, nameOf(ruleCode), finding, entity, line, valuesText(keys), valuesText(details)])
  }
  const withheldLine = ({ code, entity }: FailingRule, reason: string): string =>
    csvLine([code, nameOf(code), null, entity, null, reason, null])
  const database = await openDatabase(inAnyDatabase(source))
  try {
    // The file is made once for all of its readers.
    yield csvLine(columns.map(column => inEnglish(message('server', `failuresCsv.${column}`))))
    // Runs of rules of which the records are given out; a rule whose records are withheld stands between two.
    let given: FailingRule[] = []
    const lines = async function* (): AsyncGenerator<string> {
      for await (const failures of batchesOfAll(database, source, given)) yield failures.map(lineOf).join('')
      given = []
    }
    for (const rule of rules) {
      const reason = notice(rule.code)
      if (reason === undefined) given.push(rule)
      else {
        yield* lines()
        yield withheldLine(rule, reason)
      }
    }
    yield* lines()
  } finally {
    database.close()
  }
}

/** Failing records of one rule as CSV: a column for each key and detail, the line of the file, and the finding. */
export async function* ruleFailuresCsv(
  source: AnalysisSource,
  ruleCode: string,
  headings: { finding: string; line: string },
  { show, findingOf }: Pick<FailureView, 'show' | 'findingOf'>,
): AsyncGenerator<string> {
  const rule = await failingRule(source, ruleCode)
  if (!rule) return
  const database = await openDatabase(inMemory(source))
  try {
    yield csvLine([...rule.keyNames, ...rule.detailNames, headings.line, headings.finding])
    for await (const failures of batchesOf(database, source, rule))
      yield failures
        .map(failure => {
          const { keys, details, line } = show(failure)
          const values = [...keys, ...details].map(({ value }) => value)
          return csvLine([...values, line, findingOf(ruleCode, detailsOf(failure))])
        })
        .join('')
  } finally {
    database.close()
  }
}
