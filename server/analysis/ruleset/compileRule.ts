import type { Tolerance } from '../../../src/domain/tolerance.ts'
import { type Database, quoted, script } from '../database.ts'
import { type Compiler, knownEntity, readNamedSql, readSql, type ShowingCompiler } from './compiler.ts'
import { measuredNames, placeholdersIn } from './finding.ts'
import type { RulesetFiles } from './folder.ts'
import { derivedNamesIn, fromClause, fromTogether } from './frame.ts'
import type { RuleFile } from './model.ts'
import { didYouMean } from './nearest.ts'
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
    if (compiler.unsure.has('regulators')) return []
    compiler.faults.push({
      file: origin.file,
      line: origin.lineOf(['tolerance', country]),
      message: `tolerance: There is no regulator for country "${country}" under regulators in ruleset.yaml.`,
    })
    return []
  })
  const specialist = Object.entries(rule.specialist ?? {}).map(
    ([regulatorCode, tolerance]): RuleRegulator => {
      const { specialists } = compiler.manifest
      if (!compiler.unsure.has('specialists') && !specialists.includes(regulatorCode)) {
        compiler.faults.push({
          file: origin.file,
          line: origin.lineOf(['specialist', regulatorCode]),
          message: `specialist: "${regulatorCode}" is not under specialists in ruleset.yaml.${didYouMean(regulatorCode, specialists)}`,
        })
      }
      return { regulatorCode, country: null, isPrimary: false, category, tolerance }
    },
  )
  return [...primary, ...specialist]
}

type Measure = NonNullable<RuleFile['measure']>

/** The percentage, or the points, by which two figures differ, as SQL. */
const percentOf = ({ change }: Measure, now: string, before: string): string => {
  if (change === 'points') return `${now} - ${before}`
  const difference = change === 'missing' ? `${before} - ${now}` : `${now} - ${before}`
  return `(${difference}) * 100.0 / nullif(${before}, 0)`
}

/** A figure to two decimals, as it is shown, so that a reader can check what comes of it. */
const asShown = (sql: string): string => `round(cast(${sql} as double), 2)`

/** The number of records by which two figures differ, as SQL. */
const recordsOf = ({ change }: Measure, now: string, before: string): string =>
  change === 'missing' ? `${before} - ${now}` : `abs(${now} - ${before})`

/** What a rule that compares whole files measures. Each of the two figures is a look through a whole record, so it is made once. */
const measureSql = (measure: Measure, populationSql: string): string => {
  const {
    percent = percentOf(measure, asShown('now'), asShown('before')),
    records = recordsOf(measure, 'now', 'before'),
  } = measure
  return `select (${populationSql}) as "populationCount", coalesce((${records}\n), 0) as "failureCount", (${percent}\n) as "measuredPercent", cast(now as double) as "measuredNow", cast(before as double) as "measuredBefore"\nfrom (select (${measure.now}\n) as now, (${measure.before}\n) as before)`
}

/** What a rule holds against its tolerance, for those who read it. */
const failsText = ({ failure, measure }: RuleFile): string => {
  if (!measure) return failure ?? ''
  const [now, before] = [measure.now, measure.before].map(sql => `(${sql.trim()})`)
  return measure.percent ?? percentOf(measure, now ?? '', before ?? '')
}

/** Only a finding shows values. Its names in braces must be values that the rule has; the other texts are shown as they are. */
const checkPlaceholders = (
  { faults }: Compiler,
  { file, lineOf }: Origin,
  rule: RuleFile,
  details: readonly NamedSql[],
): void => {
  const values = [...(rule.measure ? measuredNames : []), ...details.map(({ name }) => name)]
  for (const part of ['name', 'requirement', 'finding', 'hint'] as const) {
    const known = part === 'finding' ? values : []
    for (const name of placeholdersIn(rule[part] ?? '').filter(one => !known.includes(one)))
      faults.push({
        file,
        line: lineOf([part]),
        message:
          known.length === 0
            ? `${part}: {${name}} has no value here.`
            : `${part}: {${name}} is not one of its values: ${known.join(', ')}.${didYouMean(name, known)}`,
      })
  }
}

/** Whether SQL means the same beside further tables: each name says of which it is, and nothing is read of all there are. */
const isSameBeside = ({ columns, wholes }: SqlReferences): boolean =>
  wholes.length === 0 && columns.every(({ qualifier }) => qualifier !== null)

/** A rule with its SQL: what it counts, which records fail it, and how these are shown. */
export const compileRule = async (
  compiler: ShowingCompiler,
  { value: rule, ...origin }: RulesetFiles['rules'][number],
): Promise<Omit<Rule, 'guidance'>> => {
  knownEntity(compiler, origin, rule.entity)
  const frame = compiler.frame(rule.entity)
  const population = await readSql(compiler, origin, ['population'], rule.population)
  const failure = rule.failure ? await readSql(compiler, origin, ['failure'], rule.failure) : undefined
  const measured: SqlReferences[] = []
  for (const part of ['percent', 'records', 'now', 'before'] as const) {
    const sql = rule.measure?.[part]
    if (sql !== undefined) measured.push(await readSql(compiler, origin, ['measure', part], sql))
  }
  const details = await readNamedSql(compiler, origin, 'details', rule.details)
  checkPlaceholders(compiler, origin, rule, details.named)
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
  const looked = fromClause(frame, rule.entity, conditions)
  const { sql: from, derived, isSingle } = looked
  const { sql: fromPart } = fromClause(frame, rule.entity, conditions, rowsNamed)
  // Where a record is one row, its number tells that it fails; where it is several, some of them may not.
  const again = isSingle ? [] : conditions
  const shownReferences = [...again, keyReferences, ...details.references]
  const shown = fromClause(frame, rule.entity, shownReferences, `_row in (select "row" from ${failingTable})`)
  const keySql = keys.map(key => ({ name: key.name, sql: `${quoted(key.entity)}.${quoted(key.name)}` }))
  const entity = quoted(rule.entity)
  const where = `where (${rule.population}\n)`
  const failing = `${where} and (${rule.failure}\n)`
  const countOf = (from: string) =>
    `select count(*) as "populationCount", count(*) filter (where fails) as "failureCount", null::double as "measuredPercent"\nfrom (select (${rule.failure}\n) as fails\n${from}\n${where})`
  const failingOf = (from: string) =>
    `select ${entity}._row as "row"\n${from}\n${failing}\norder by 1 limit ${failuresKept}`
  const countSql = rule.measure
    ? measureSql(rule.measure, `select count(*) ${from}\n${where}`)
    : countOf(from)
  const shownOf = (from: string) =>
    `select ${entity}._row as "row", ${entity}._line as line, ${entity}._byte as byte, ${listOf(keySql)} as keys, ${listOf(details.named)} as details\n${from}\norder by 1 limit ${failuresKept}`
  const together = [looked, fromClause(frame, rule.entity, shownReferences)]
  const links = together
    .flatMap(({ joins }) => [...joins.values()])
    .flatMap(({ join: { on } }) => (on === undefined ? [] : (compiler.linkReads.get(on) ?? [])))
  return {
    ...origin,
    code: `${compiler.manifest.rulePrefix}${rule.code}.${rule.version}`,
    name: rule.name,
    requirement: rule.requirement ?? rule.description ?? '',
    finding: rule.finding ?? null,
    hint: rule.hint ?? null,
    guidanceUrl: rule.guidance ?? compiler.manifest.guidance ?? '',
    entity: rule.entity,
    field: fieldOf(compiler, rule),
    kind: rule.kind,
    regulators: regulatorsOf(compiler, origin, rule),
    keyNames: keys.map(key => key.name),
    detailNames: details.named.map(detail => detail.name),
    keyClasses: keys.map(key => [compiler.privacy.fieldClass(key.entity, key.name)]),
    detailClasses: details.references.map(reads => compiler.privacy.classesOf(reads)),
    detailLabels: details.named.map(({ name }) => compiler.labelsOf(name)),
    recordClasses: compiler.privacy.classesOf(...conditions, isOne),
    fieldsRead: compiler.privacy.fieldsOf(...conditions, ...measured),
    condition: { population: rule.population, fails: failsText(rule) },
    measure: rule.measure ? { of: rule.measure.of, change: rule.measure.change } : null,
    countSql,
    rowsSql: rule.failure && conditions.every(({ tables }) => tables.length === 0) ? from : null,
    failingSql: rule.failure ? failingOf(from) : null,
    failuresSql: rule.failure ? shownOf(`${shown.sql}\n${isSingle ? '' : failing}`) : null,
    failuresAtOnceSql:
      rule.failure && [...conditions, ...details.references, ...links].every(isSameBeside)
        ? shownOf(`${fromTogether(together)}\n${failing}`)
        : null,
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
