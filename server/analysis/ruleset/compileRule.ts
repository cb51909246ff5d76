import type { Tolerance } from '../../../src/domain/tolerance.ts'
import { type Database, quoted, script } from '../database.ts'
import { type Compiler, knownEntity, readNamedSql, readSql, type ShowingCompiler } from './compiler.ts'
import type { RulesetFiles } from './folder.ts'
import { derivedNamesIn, fromClause } from './frame.ts'
import type { RuleFile } from './model.ts'
import { noReferences, type SqlReferences } from './references.ts'
import type { NamedSql, Origin, Rule, RuleRegulator } from './ruleset.ts'

/** Most failing records kept for each rule; the count is exact all the same. */
export const failuresKept = 100_000

/**
 * Where the SQL for the failing records of a rule finds their row numbers: the conditions are held against the whole record
 * without the fields that are shown of the few records that fail.
 */
const failingTable = 'temp.failing'

/** Some of the rows of an entity, by their numbers: those after one, up to another. */
export interface Rows {
  after: number
  to: number
}

const rowsNamed = "_row > getvariable('rows_after') and _row <= getvariable('rows_to')"

/** Names the rows that `Rule.inParts` looks at, on this connection. */
export const nameRows = (database: Database, { after, to }: Rows): Promise<void> =>
  database.run(script(`set variable rows_after = ${after}`, `set variable rows_to = ${to}`))

/** Gives the rows that a rule finds at fault (its `failingSql`; without, none) to the SQL that shows them, on this connection. */
export const nameFailing = (
  database: Database,
  failingSql = 'select null::bigint as "row" where false',
): Promise<void> => database.run(`create or replace temp table failing as ${failingSql}`)

/** The SQL that shows the failing records of a rule, with the rows at fault named within it. */
export const withFailingNamed = ({
  failingSql,
  failuresSql,
}: {
  failingSql: string
  failuresSql: string
}): string => failuresSql.replaceAll(failingTable, () => `(${failingSql}\n)`)

/** The keys that name a record, those of its parents first. */
const keysOf = (compiler: Compiler, entity: string): { entity: string; name: string }[] => {
  const table = compiler.tables.find(candidate => candidate.name === entity)
  if (!table) return []
  const own = (compiler.manifest.keys?.[entity] ?? table.keys).map(name => ({ entity, name }))
  return [...(table.parent === null ? [] : keysOf(compiler, table.parent)), ...own]
}

/** The field of its entity that a rule's code names, as `Student.SEXID.901`. */
const fieldOf = (compiler: Compiler, { code, entity }: Pick<RuleFile, 'code' | 'entity'>): string | null => {
  const [named, field] = code.split('.')
  const columns = compiler.tables.find(({ name }) => name === entity)?.columns ?? []
  return named === entity && field !== undefined && columns.includes(field) ? field : null
}

const listOf = (items: readonly NamedSql[]): string =>
  `[${items.map(({ sql }) => `cast((${sql}) as varchar)`).join(', ')}]::varchar[]`

const regulatorsOf = (
  compiler: Compiler,
  origin: Origin,
  rule: Pick<RuleFile, 'kind' | 'category' | 'tolerance' | 'specialist'>,
): RuleRegulator[] => {
  const category = rule.category ?? (rule.kind === 'operational' ? 'OPERATIONAL' : 'QUALITY')
  const { everywhere } = rule.tolerance
  const byCountry: Partial<Record<string, Tolerance>> = everywhere
    ? Object.fromEntries(Object.keys(compiler.manifest.regulators).map(country => [country, everywhere]))
    : rule.tolerance.byCountry
  const primary = Object.entries(byCountry).flatMap(([country, tolerance]): RuleRegulator[] => {
    const regulatorCode = Object.entries(compiler.manifest.regulators).find(([key]) => key === country)?.[1]
    if (regulatorCode && tolerance) return [{ regulatorCode, country, isPrimary: true, category, tolerance }]
    compiler.faults.push({
      file: origin.file,
      line: origin.lineOf(['tolerance', country]),
      message: `tolerance: the manifest names no regulator for country "${country}".`,
    })
    return []
  })
  const specialist = Object.entries(rule.specialist ?? {}).map(
    ([regulatorCode, tolerance]): RuleRegulator => {
      if (!compiler.manifest.specialists.includes(regulatorCode)) {
        compiler.faults.push({
          file: origin.file,
          line: origin.lineOf(['specialist', regulatorCode]),
          message: `specialist: "${regulatorCode}" is not a specialist regulator of the manifest.`,
        })
      }
      return { regulatorCode, country: null, isPrimary: false, category, tolerance }
    },
  )
  return [...primary, ...specialist]
}

/** A rule with its SQL: what it counts, which records fail it, and how these are shown. */
export const compileRule = async (
  compiler: ShowingCompiler,
  { value: rule, ...origin }: RulesetFiles['rules'][number],
): Promise<Omit<Rule, 'guidance'>> => {
  knownEntity(compiler, origin, rule.entity)
  const frame = compiler.frame(rule.entity)
  const population = await readSql(compiler, origin, ['population'], rule.population)
  const failure = rule.failure ? await readSql(compiler, origin, ['failure'], rule.failure) : undefined
  const percent =
    rule.measure && (await readSql(compiler, origin, ['measure', 'percent'], rule.measure.percent))
  const records =
    rule.measure && (await readSql(compiler, origin, ['measure', 'records'], rule.measure.records))
  const now = rule.measure && (await readSql(compiler, origin, ['measure', 'now'], rule.measure.now))
  const before = rule.measure && (await readSql(compiler, origin, ['measure', 'before'], rule.measure.before))
  const details = await readNamedSql(compiler, origin, 'details', rule.details)
  const keys = keysOf(compiler, rule.entity)
  const keyReferences: SqlReferences = {
    ...noReferences,
    columns: keys.map(key => ({ qualifier: key.entity, name: key.name })),
  }
  const conditions = [population, ...(failure ? [failure] : [])]
  const isOne: SqlReferences = {
    ...noReferences,
    tables: [{ name: rule.entity, alias: rule.entity, schema: '' }],
  }
  const measured = [percent, records, now, before].filter(references => references !== undefined)
  const { sql: from, derived } = fromClause(frame, rule.entity, conditions)
  const { sql: fromPart } = fromClause(frame, rule.entity, conditions, rowsNamed)
  const shown = fromClause(
    frame,
    rule.entity,
    [...conditions, keyReferences, ...details.references],
    `_row in (select "row" from ${failingTable})`,
  )
  const keySql = keys.map(key => ({ name: key.name, sql: `${quoted(key.entity)}.${quoted(key.name)}` }))
  const entity = quoted(rule.entity)
  const where = `where (${rule.population}\n)`
  const countOf = (from: string) =>
    `select count(*) as "populationCount", count(*) filter (where fails) as "failureCount", null::double as "measuredPercent"\nfrom (select (${rule.failure}\n) as fails\n${from}\n${where})`
  const failingOf = (from: string) =>
    `select ${entity}._row as "row"\n${from}\n${where} and (${rule.failure}\n)\norder by 1 limit ${failuresKept}`
  const countSql = rule.measure
    ? `select (select count(*) ${from}\n${where}) as "populationCount", coalesce((${rule.measure.records}\n), 0) as "failureCount", (${rule.measure.percent}\n) as "measuredPercent", cast((${rule.measure.now}\n) as double) as "measuredNow", cast((${rule.measure.before}\n) as double) as "measuredBefore"`
    : countOf(from)
  const failuresSql = rule.failure
    ? `select ${entity}._row as "row", ${entity}._line as line, ${entity}._byte as byte, ${listOf(keySql)} as keys, ${listOf(details.named)} as details\n${shown.sql}\n${where} and (${rule.failure}\n)\norder by 1 limit ${failuresKept}`
    : null
  return {
    ...origin,
    code: `${compiler.manifest.rulePrefix}${rule.code}.${rule.version}`,
    name: rule.name,
    description: rule.description,
    guidanceUrl: rule.guidance ?? compiler.manifest.guidance ?? '',
    entity: rule.entity,
    field: fieldOf(compiler, rule),
    kind: rule.kind,
    regulators: regulatorsOf(compiler, origin, rule),
    keyNames: keys.map(key => key.name),
    detailNames: details.named.map(detail => detail.name),
    keyClasses: keys.map(key => [compiler.privacy.fieldClass(key.entity, key.name)]),
    detailClasses: details.references.map(reads => compiler.privacy.classesOf(reads)),
    recordClasses: compiler.privacy.classesOf(...conditions, isOne),
    fieldsRead: compiler.privacy.fieldsOf(...conditions, ...measured),
    condition: { population: rule.population, fails: rule.failure ?? rule.measure?.percent ?? '' },
    measure: rule.measure ? { of: rule.measure.of, change: rule.measure.change } : null,
    countSql,
    rowsSql: rule.failure && conditions.every(({ tables }) => tables.length === 0) ? from : null,
    failingSql: rule.failure ? failingOf(from) : null,
    failuresSql,
    inParts: rule.failure ? { countSql: countOf(fromPart), failingSql: failingOf(fromPart) } : null,
    derived: [
      ...new Set([
        ...[...conditions, ...measured, ...details.references].flatMap(derivedNamesIn),
        ...derived,
        ...shown.derived,
      ]),
    ],
    examples: rule.examples,
  }
}
