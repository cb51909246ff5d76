import { listValue } from '@duckdb/node-api'
import { csvLine } from '../../src/domain/csv.ts'
import { message } from '../../src/messages/message.ts'
import { inEnglish } from '../messages.ts'
import { type Cell, openDatabase, type Row, withDatabase } from './database.ts'
import type { AnalysisSource } from './facts.ts'

export interface NamedValue {
  name: string
  value: string
}

/** A record that a rule found at fault. `line` is where it stands in the file. */
export interface RuleFailure {
  ruleCode: string
  /** The rule in words. */
  description: string
  entity: string
  rowIdentifier: string
  keys: NamedValue[]
  details: NamedValue[]
  line: number
}

export interface Page {
  offset: number
  limit: number
}

const texts = (cell: Cell | undefined): string[] =>
  Array.isArray(cell) ? cell.map(value => (value === null ? '' : String(value))) : []

const named = (names: readonly string[], values: readonly string[]): NamedValue[] =>
  names.map((name, index) => ({ name, value: values[index] ?? '' }))

const failureOf = (row: Row): RuleFailure => {
  const keys = named(texts(row.keyNames), texts(row.keys))
  return {
    ruleCode: String(row.rule),
    description: String(row.description),
    entity: String(row.entity),
    rowIdentifier: keys.map(({ name, value }) => `${name} ${value}`).join(', '),
    keys,
    details: named(texts(row.detailNames), texts(row.details)),
    line: Number(row.line),
  }
}

const select =
  'select f.rule, f.entity, f.line, f.keys, f.details, r.description, r.keyNames, r.detailNames from quality.Failure f join quality.FailingRule r using (rule)'

const readOnly = (source: AnalysisSource) => ({ ...source, readOnly: true })

/** A page of the records that a rule found at fault, in the order of the file, and how many are kept in all. */
export const ruleFailures = (
  source: AnalysisSource,
  { ruleCode, offset, limit }: Page & { ruleCode: string },
): Promise<{ total: number; rows: RuleFailure[] }> =>
  withDatabase(readOnly(source), async database => {
    const { total } = await database.row(
      'select count(*) as total from quality.Failure where rule = $ruleCode',
      { ruleCode },
    )
    const rows = await database.rows(
      `${select} where f.rule = $ruleCode order by f."row" limit ${Math.trunc(limit)} offset ${Math.trunc(offset)}`,
      { ruleCode },
    )
    return { total: Number(total), rows: rows.map(failureOf) }
  })

const columns = ['rule', 'description', 'entity', 'line', 'record', 'details'] as const

const valuesText = (values: readonly NamedValue[]): string =>
  values.map(({ name, value }) => `${name}=${value}`).join('; ')

/** How failing records are given out: as they are, or with values withheld. */
export interface FailureView {
  /** Why no record of the rule is given; undefined where they are. */
  notice: (ruleCode: string) => string | undefined
  show: (failure: RuleFailure) => RuleFailure
}

const asTheyAre: FailureView = { notice: () => undefined, show: failure => failure }

const failureLine = (
  { ruleCode, description, entity, line, keys, details }: RuleFailure,
  notice: string | undefined,
): string =>
  notice === undefined
    ? csvLine([ruleCode, description, entity, line, valuesText(keys), valuesText(details)])
    : csvLine([ruleCode, description, entity, null, notice, null])

/**
 * Failing records as CSV, a batch of lines at a time: those of the named rules, or of all. A rule whose records are withheld
 * has one line, which says so.
 */
export async function* failuresCsv(
  source: AnalysisSource,
  ruleCodes?: readonly string[],
  { notice, show }: FailureView = asTheyAre,
): AsyncGenerator<string> {
  const database = await openDatabase(readOnly(source))
  try {
    // The file is made once for all of its readers.
    yield csvLine(columns.map(column => inEnglish(message('server', `failuresCsv.${column}`))))
    const noted = new Set<string>()
    const chosen = ruleCodes === undefined ? '' : 'where list_contains($ruleCodes, f.rule)'
    const values = ruleCodes === undefined ? undefined : { ruleCodes: listValue([...ruleCodes]) }
    for await (const batch of database.batches(`${select} ${chosen} order by f.rule, f."row"`, values)) {
      yield batch
        .map(failureOf)
        .map(failure => {
          const reason = notice(failure.ruleCode)
          if (reason === undefined) return failureLine(show(failure), undefined)
          if (noted.has(failure.ruleCode)) return ''
          noted.add(failure.ruleCode)
          return failureLine(failure, reason)
        })
        .join('')
    }
  } finally {
    database.close()
  }
}

/** Failing records of one rule as CSV, with a column for each key and detail, and one for the line of the file. */
export async function* ruleFailuresCsv(
  source: AnalysisSource,
  ruleCode: string,
  lineHeading: string,
  show: FailureView['show'] = asTheyAre.show,
): AsyncGenerator<string> {
  const database = await openDatabase(readOnly(source))
  try {
    let isFirst = true
    for await (const batch of database.batches(`${select} where f.rule = $ruleCode order by f."row"`, {
      ruleCode,
    })) {
      const failures = batch.map(row => show(failureOf(row)))
      const [first] = failures
      const heading =
        isFirst && first
          ? csvLine([...first.keys, ...first.details].map(({ name }) => name).concat(lineHeading))
          : ''
      isFirst = false
      yield heading +
        failures
          .map(({ keys, details, line }) =>
            csvLine([...[...keys, ...details].map(({ value }) => value), line]),
          )
          .join('')
    }
  } finally {
    database.close()
  }
}
