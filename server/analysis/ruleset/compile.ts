import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import type { Tolerance } from '../../../src/domain/tolerance.ts'
import { type Database, quoted, withDatabase } from '../database.ts'
import type { EntityTable } from '../tables.ts'
import { deliveryFiles } from './delivery.ts'
import { noReferences, referencesOf, referencesOfExpression, type SqlReferences } from './expression.ts'
import { RulesetError, type RulesetFault } from './fault.ts'
import type { RecordPrivacy } from './fieldClasses.ts'
import { type RulesetFiles, readRulesetFolder } from './folder.ts'
import { derivedNamesIn, type Frame, frameOf, fromClause } from './frame.ts'
import { guidanceOf } from './guidance.ts'
import type { ManifestFile, RuleFile } from './model.ts'
import { type Computed, recordPrivacy } from './privacy.ts'
import { recordTreatment } from './pseudonymisation.ts'
import { beyondReach, type Reach, reachOf } from './reach.ts'
import type {
  CredibilityReportDefinition,
  DerivedEntity,
  DerivedField,
  ListingDefinition,
  NamedSql,
  Origin,
  Rule,
  RuleRegulator,
  Ruleset,
} from './ruleset.ts'

/** Most failing records kept for each rule; the count is exact all the same. */
const failuresKept = 100_000

/**
 * Where the SQL for the failing records of a rule finds their row numbers: the conditions are held against the whole record
 * without the fields that are shown of the few records that fail.
 */
const failingTable = 'temp.failing'

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

interface Compiler {
  database: Database
  manifest: ManifestFile
  tables: readonly EntityTable[]
  faults: RulesetFault[]
  frame: (entity: string) => Frame
  /** What its SQL may read. */
  reach: Reach
  /** What each derived field and derived entity reads, by its name in lower case. */
  derivedReads: Map<string, SqlReferences>
}

/** With the classes of what is read: known once everything computed is. */
type ShowingCompiler = Compiler & { privacy: RecordPrivacy }

const message = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n')[0] ?? text
}

/** Reads one piece of SQL; a fault is noted with its place and gives no references. */
const read = async (
  compiler: Compiler,
  origin: Origin,
  path: readonly PropertyKey[],
  sql: string,
  kind: 'expression' | 'query' = 'expression',
): Promise<SqlReferences> => {
  try {
    const parse = kind === 'expression' ? referencesOfExpression : referencesOf
    const references = await parse(compiler.database, sql)
    const [beyond] = beyondReach(references, compiler.reach)
    if (beyond === undefined) return references
    throw new Error(beyond)
  } catch (error) {
    compiler.faults.push({
      file: origin.file,
      line: origin.lineOf(path),
      message: `${path.join('.')}: ${message(error)}`,
    })
    return noReferences
  }
}

const readNamed = async (
  compiler: Compiler,
  origin: Origin,
  path: string,
  items: readonly (string | Record<string, string>)[],
) => {
  const named: NamedSql[] = items.flatMap(item =>
    typeof item === 'string'
      ? [{ name: item.split('.').at(-1) ?? item, sql: item }]
      : Object.entries(item).map(([name, sql]) => ({ name, sql })),
  )
  const references = await Promise.all(
    named.map(({ sql }, index) => read(compiler, origin, [path, index], sql)),
  )
  return { named, references }
}

const knownEntity = (compiler: Compiler, origin: Origin, entity: string): boolean => {
  if (compiler.tables.some(table => table.name === entity)) return true
  compiler.faults.push({
    file: origin.file,
    line: origin.lineOf(['entity']),
    message: `entity: the schema has no entity "${entity}".`,
  })
  return false
}

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

const compileRule = async (
  compiler: ShowingCompiler,
  { value: rule, ...origin }: RulesetFiles['rules'][number],
): Promise<Omit<Rule, 'guidance'>> => {
  knownEntity(compiler, origin, rule.entity)
  const frame = compiler.frame(rule.entity)
  const population = await read(compiler, origin, ['population'], rule.population)
  const failure = rule.failure ? await read(compiler, origin, ['failure'], rule.failure) : undefined
  const percent = rule.measure && (await read(compiler, origin, ['measure', 'percent'], rule.measure.percent))
  const records = rule.measure && (await read(compiler, origin, ['measure', 'records'], rule.measure.records))
  const now = rule.measure && (await read(compiler, origin, ['measure', 'now'], rule.measure.now))
  const before = rule.measure && (await read(compiler, origin, ['measure', 'before'], rule.measure.before))
  const details = await readNamed(compiler, origin, 'details', rule.details)
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
  const shown = fromClause(frame, rule.entity, [...conditions, keyReferences, ...details.references], {
    rowsOf: failingTable,
  })
  const keySql = keys.map(key => ({ name: key.name, sql: `${quoted(key.entity)}.${quoted(key.name)}` }))
  const entity = quoted(rule.entity)
  const where = `where (${rule.population}\n)`
  const countSql = rule.measure
    ? `select (select count(*) ${from}\n${where}) as "populationCount", coalesce((${rule.measure.records}\n), 0) as "failureCount", (${rule.measure.percent}\n) as "measuredPercent", cast((${rule.measure.now}\n) as double) as "measuredNow", cast((${rule.measure.before}\n) as double) as "measuredBefore"`
    : `select count(*) as "populationCount", count(*) filter (where fails) as "failureCount", null::double as "measuredPercent"\nfrom (select (${rule.failure}\n) as fails\n${from}\n${where})`
  const failingSql = rule.failure
    ? `select ${entity}._row as "row"\n${from}\n${where} and (${rule.failure}\n)\norder by 1 limit ${failuresKept}`
    : null
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
    failingSql,
    failuresSql,
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

type Underived = Omit<DerivedField, 'level'> | Omit<DerivedEntity, 'level'>

const compileDerived = async (
  compiler: Compiler,
  { value: field, ...origin }: RulesetFiles['derived'][number],
): Promise<Underived> => {
  knownEntity(compiler, origin, field.entity)
  const common = {
    ...origin,
    name: field.name,
    entity: field.entity,
    description: field.description,
    published: field.published,
    examples: field.examples,
  }
  if (field.rows !== undefined) {
    const references = await read(compiler, origin, ['rows'], field.rows, 'query')
    compiler.derivedReads.set(field.name.toLowerCase(), references)
    return {
      ...common,
      columns: field.columns ?? [],
      rows: field.rows,
      derived: derivedNamesIn(references).filter(name => name !== field.name),
    }
  }
  const sql = field.sql ?? 'null'
  const references = await read(compiler, origin, ['sql'], sql)
  compiler.derivedReads.set(field.name.toLowerCase(), references)
  const from = fromClause(compiler.frame(field.entity), field.entity, [references])
  return {
    ...common,
    sql,
    from: from.sql,
    derived: [...new Set([...derivedNamesIn(references), ...from.derived])],
  }
}

/** A field's level is one more than the highest of what it reads, so that levels can be computed one after the other. */
const withLevels = (
  fields: readonly Underived[],
  faults: RulesetFault[],
): (DerivedField | DerivedEntity)[] => {
  const byName = new Map(fields.map(field => [field.name, field]))
  const levels = new Map<string, number>()
  const levelOf = (field: Underived, path: readonly string[]): number => {
    const known = levels.get(field.name)
    if (known !== undefined) return known
    if (path.includes(field.name)) {
      faults.push({
        file: field.file,
        line: 1,
        message: `Derived fields need each other in a circle: ${[...path, field.name].join(' → ')}.`,
      })
      return 0
    }
    const level = Math.max(
      0,
      ...field.derived.map(name => {
        const needed = byName.get(name)
        if (needed) return levelOf(needed, [...path, field.name]) + 1
        // A derived entity has columns of its own that begin with Z_ only by mistake.
        faults.push({
          file: field.file,
          line: field.lineOf(['sql']),
          message: `There is no derived field "${name}".`,
        })
        return 0
      }),
    )
    levels.set(field.name, level)
    return level
  }
  return fields.map(field => ({ ...field, level: levelOf(field, []) }))
}

const compileReport = async (
  compiler: ShowingCompiler,
  { value: report, ...origin }: RulesetFiles['reports'][number],
): Promise<CredibilityReportDefinition> => {
  knownEntity(compiler, origin, report.entity)
  const frame = compiler.frame(report.entity)
  const cells = [
    await read(compiler, origin, ['population'], report.population),
    await read(compiler, origin, ['rows', 'value'], report.rows.value),
    await read(compiler, origin, ['columns', 'value'], report.columns.value),
  ]
  const references = [
    ...cells,
    ...(report.measure.sql ? [await read(compiler, origin, ['measure', 'sql'], report.measure.sql)] : []),
  ]
  const drilldown = await readNamed(compiler, origin, 'drilldown', report.drilldown)
  const { shading, drilldown: _, ...rest } = report
  return {
    ...origin,
    ...rest,
    shadingRules: shading ?? compiler.manifest.shading,
    from: fromClause(frame, report.entity, references).sql,
    drilldownFrom: fromClause(frame, report.entity, [...references, ...drilldown.references]).sql,
    drilldownColumns: drilldown.named.map((column, index) => ({
      ...column,
      classes: compiler.privacy.classesOf(drilldown.references[index] ?? noReferences),
    })),
    recordClasses: compiler.privacy.classesOf(...cells),
  }
}

const compileListing = async (
  compiler: ShowingCompiler,
  { value: listing, ...origin }: RulesetFiles['listings'][number],
): Promise<ListingDefinition> => {
  const tabs: ListingDefinition['tabs'][number][] = []
  for (const [index, tab] of listing.tabs.entries()) {
    const references = await read(compiler, origin, ['tabs', index, 'rows'], tab.rows, 'query')
    tabs.push({ ...tab, recordClasses: compiler.privacy.classesOf(references) })
  }
  return { ...origin, ...listing, tabs }
}

/** SQL that stands in the manifest is only read here, so that nothing but a query ever reaches a database. */
const readManifestSql = async (
  compiler: Compiler,
  { manifest }: RulesetFiles,
): Promise<Pick<Computed, 'functionReads' | 'historyColumns' | 'historyReads'>> => {
  const { functions, history, links, transfers } = manifest.value
  for (const [index, { on }] of links.entries())
    if (on !== undefined) await read(compiler, manifest, ['links', index, 'on'], on)
  const functionReads = new Map<string, SqlReferences>()
  for (const [name, { sql }] of Object.entries(functions))
    functionReads.set(name.toLowerCase(), await read(compiler, manifest, ['functions', name, 'sql'], sql))
  const historyReads = await read(compiler, manifest, ['history', 'rows'], history.rows, 'query')
  if (transfers) await read(compiler, manifest, ['transfers', 'rows'], transfers.rows, 'query')
  return { functionReads, historyColumns: Object.keys(history.columns), historyReads }
}

const checkSpecialists = (
  { manifest, faults }: Compiler,
  reports: readonly CredibilityReportDefinition[],
): void => {
  for (const { specialist, file, lineOf } of reports)
    for (const code of specialist.filter(one => !manifest.specialists.includes(one)))
      faults.push({
        file,
        line: lineOf(['specialist']),
        message: `specialist: "${code}" is not a specialist regulator of the manifest.`,
      })
}

const checkUnique = (items: readonly (Origin & { code: string })[], faults: RulesetFault[]): void => {
  const seen = new Map<string, string>()
  for (const { code, file } of items) {
    const first = seen.get(code)
    if (first) faults.push({ file, line: 1, message: `${code} is already defined in ${first}.` })
    else seen.set(code, file)
  }
}

const checkDerivedNames = (
  rules: readonly Rule[],
  names: ReadonlySet<string>,
  faults: RulesetFault[],
): void => {
  for (const rule of rules) {
    for (const name of rule.derived.filter(candidate => !names.has(candidate))) {
      faults.push({
        file: rule.file,
        line: rule.lineOf(['failure']),
        message: `There is no derived field "${name}".`,
      })
    }
  }
}

export interface LoadOptions {
  /** File of the one rule that is compiled, without reports and lists: for trying it out. */
  onlyRule?: string
}

/**
 * Reads a ruleset folder against the entity tables of its schema: every file parsed, every piece of SQL parsed and given its
 * FROM clause. Throws RulesetError with all faults found. `verifyRuleset` then binds the SQL and runs the examples.
 */
export const loadRuleset = async (
  folder: string,
  tables: readonly EntityTable[],
  { onlyRule }: LoadOptions = {},
): Promise<Ruleset> => {
  const all = await readRulesetFolder(folder)
  const files: RulesetFiles =
    onlyRule === undefined
      ? all
      : {
          ...all,
          rules: all.rules.filter(({ file }) => basename(file) === onlyRule),
          reports: [],
          listings: [],
          delivery: undefined,
        }
  const manifest = files.manifest.value
  const faults: RulesetFault[] = []
  const frames = new Map<string, Frame>()
  const frame = (entity: string): Frame => {
    const known = frames.get(entity) ?? frameOf(entity, tables, manifest.links)
    frames.set(entity, known)
    return known
  }
  const options = {
    databaseFile: ':memory:',
    workFolder: tmpdir(),
    memoryMb: 128,
    threads: 1,
    signal: new AbortController().signal,
  }
  const ruleset = await withDatabase(options, async (database): Promise<Ruleset> => {
    const reach = await reachOf(database, {
      tables: [
        ...tables.map(({ name }) => name),
        ...files.derived.flatMap(({ value }) => (value.rows === undefined ? [] : [value.name])),
        ...manifest.links.flatMap(({ to, table }) => [to, ...(table === undefined ? [] : [table])]),
        'RegisteredProvider',
        manifest.history.table,
        ...(manifest.transfers ? [manifest.transfers.table] : []),
      ],
      lists: files.lists.map(({ name }) => name),
    })
    const plain: Compiler = { database, manifest, tables, faults, frame, reach, derivedReads: new Map() }
    const underived: Underived[] = []
    for (const file of files.derived) underived.push(await compileDerived(plain, file))
    const derived = withLevels(underived, faults)
    const derivedEntities = derived.filter(field => 'rows' in field)
    const computed = {
      derivedEntities,
      derivedReads: plain.derivedReads,
      ...(await readManifestSql(plain, files)),
    }
    const privacy = recordPrivacy(files.privacy, tables, computed, faults)
    const compiler: ShowingCompiler = { ...plain, privacy }
    const rules: Rule[] = []
    const guidance = guidanceOf(files.guidance, files.rules, tables, faults)
    for (const file of files.rules)
      rules.push({
        ...(await compileRule(compiler, file)),
        guidance: guidance.get(basename(file.file, '.yaml')) ?? null,
      })
    const reports: CredibilityReportDefinition[] = []
    for (const file of files.reports) reports.push(await compileReport(compiler, file))
    const listings: ListingDefinition[] = []
    for (const file of files.listings) listings.push(await compileListing(compiler, file))
    checkSpecialists(compiler, reports)
    checkUnique(rules, faults)
    checkUnique(reports, faults)
    const derivedFields = derived.filter(field => 'sql' in field)
    checkDerivedNames(rules, new Set(derived.map(field => field.name)), faults)
    const pseudonymisation = recordTreatment(files.pseudonymisation, tables, faults)
    return {
      version: manifest.version,
      record: manifest.record,
      folder,
      baseFolder: files.baseFolder,
      lists: files.lists,
      tables,
      manifest,
      privacy,
      pseudonymisation,
      manifestOrigin: { file: files.manifest.file, lineOf: files.manifest.lineOf },
      rules,
      delivery: deliveryFiles(
        files.delivery,
        { manifest, tables, frame, derivedFields, derivedEntities, privacy, pseudonymisation },
        faults,
      ),
      levels: files.delivery?.value.level?.codes ?? [],
      derivedFields,
      derivedEntities,
      reports,
      listings,
      exampleRecord: files.exampleRecord.value,
    }
  })
  if (faults.length > 0) throw new RulesetError(faults)
  return ruleset
}
