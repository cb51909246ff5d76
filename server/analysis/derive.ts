import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type Database,
  type DatabaseOptions,
  inTransaction,
  isOutOfMemory,
  literal,
  quoted,
  script,
  withDatabase,
} from './database.ts'
import type { AnalysisContext, AnalysisSource, PartnerReturn, SubmissionFacts } from './facts.ts'
import type { DerivedEntity, DerivedField, Ruleset } from './ruleset/ruleset.ts'
import { constantSql, copyPlainTables, createPlainViews, createViews, plainTable } from './tables.ts'

/** Statements that fill a table with rows of text, several at a time. */
const insertedRows = (table: string, rows: readonly (readonly (string | undefined)[])[]): string[] => {
  const statements: string[] = []
  for (let start = 0; start < rows.length; start += 500) {
    const values = rows.slice(start, start + 500).map(row => `(${row.map(sqlText).join(', ')})`)
    statements.push(`insert into ${table} values ${values.join(', ')}`)
  }
  return statements
}

const textTable = (table: string, columns: readonly string[]): string =>
  `create or replace table ${table} (${columns.map(column => `${quoted(column)} varchar`).join(', ')})`

const listsSql = (ruleset: Ruleset): string[] =>
  ruleset.lists.flatMap(({ name, columns, rows }) => {
    const table = `list.${quoted(name)}`
    return [textTable(table, columns), ...insertedRows(table, rows)]
  })

const sqlText = (value: string | undefined): string =>
  value === undefined || value === '' ? 'null' : literal(value)

export const registerColumns = [
  'instId',
  'ukprn',
  'name',
  'countryCode',
  'region',
  'postcode',
  'degreeAwardingPowers',
  'returnsRecord',
] as const

/** Columns of the table of transfers from other providers. */
export const transferColumns = ['UKPRN', 'SID', 'NUMHUS'] as const

const transfersSql = (table: string, partners: readonly PartnerReturn[]): string[] => {
  const rows = partners.flatMap(({ ukprn, transfers }) => [
    // A partner is known also where it names nobody.
    [ukprn, undefined, undefined],
    ...transfers.map(({ sid, numhus }) => [ukprn, sid, numhus]),
  ])
  return [textTable(quoted(table), transferColumns), ...insertedRows(quoted(table), rows)]
}

/** Constants (`period_start()`, `provider_ukprn()` …), the register of providers and the table of the previous record. */
const factsSql = (ruleset: Ruleset, facts: SubmissionFacts): string[] => {
  const { provider } = facts
  const { transfers, history } = ruleset.manifest
  const register = facts.register.map(entry =>
    registerColumns
      .map(column => entry[column])
      .map(value => (value === undefined ? undefined : String(value))),
  )
  const past = Object.entries(history.columns).map(([name, type]) => `${quoted(name)} ${type}`)
  return [
    constantSql('submission_id', 'varchar', facts.submissionId),
    constantSql('collection_reference', 'varchar', facts.collectionReference),
    constantSql('period_start', 'date', facts.referencePeriodStart),
    constantSql('period_end', 'date', facts.referencePeriodEnd),
    constantSql('period_year', 'integer', facts.referencePeriodStart.slice(0, 4)),
    constantSql('provider_ukprn', 'varchar', provider.ukprn),
    constantSql('provider_id', 'varchar', provider.instId),
    constantSql('provider_country', 'varchar', provider.countryCode),
    constantSql('provider_region', 'varchar', provider.region ?? ''),
    constantSql('provider_postcode', 'varchar', provider.postcode ?? ''),
    textTable('RegisteredProvider', registerColumns),
    ...insertedRows('RegisteredProvider', register),
    ...(transfers ? transfersSql(transfers.table, facts.partners ?? []) : []),
    `create or replace table ${quoted(history.table)} (${past.join(', ')})`,
  ]
}

const readHistory = async (database: Database, ruleset: Ruleset, facts: SubmissionFacts): Promise<void> => {
  if (facts.previousHistoryFile === undefined) return
  const { table } = ruleset.manifest.history
  await database.run(`insert into ${quoted(table)} by name select * from read_parquet($file)`, {
    file: facts.previousHistoryFile,
  })
}

/**
 * Where the tables and views lie that derived fields come into: in the database, or, where they are joined into tables at the
 * end, in the memory of the connection.
 */
type StagePlace = 'database' | 'memory'

/** Table of some derived fields of an entity: those of one level that read the same tables. */
const stageTable = (place: StagePlace, entity: string, stage: number) =>
  `${place === 'memory' ? 'temp' : 'derived'}.${quoted(`${entity}@${stage}`)}`

/** An entity's plain table `e` and its first stages `s0`, `s1` … side by side, in step row by row. */
const inStep = (place: StagePlace, entity: string, stages: number): string => {
  const joins = Array.from(
    { length: stages },
    (_, stage) => `positional join ${stageTable(place, entity, stage)} as s${stage}`,
  )
  return `${plainTable(entity)} as e ${joins.join(' ')}`
}

/**
 * The entity with the stages computed so far, side by side: plain table and stages hold the same rows in the same order
 * (`checkStep` makes sure), so they are read in step, without the time and memory of a join.
 */
const joinStages = (database: Database, place: StagePlace, entity: string, stages: number): Promise<void> => {
  const columns = Array.from({ length: stages }, (_, stage) => `s${stage}.* exclude (_row)`)
  return database.run(
    `create or replace ${place === 'memory' ? 'temp ' : ''}view ${quoted(entity)} as select ${['e.*', ...columns].join(', ')} from ${inStep(place, entity, stages)}`,
  )
}

/** Throws where a stage is not, row by row, in step with its entity: nothing that was read from it may be kept then. */
const checkStep = async (
  database: Database,
  place: StagePlace,
  entity: string,
  stages: number,
): Promise<void> => {
  const numbers = Array.from({ length: stages }, (_, stage) => `s${stage}._row`)
  const row = await database.row(
    `select count(*) as strays from ${inStep(place, entity, stages)} where [${numbers.join(', ')}] is distinct from [${numbers.map(() => 'e._row').join(', ')}]`,
  )
  if (row.strays !== 0) throw new Error(`The derived fields of ${entity} are out of step with its records.`)
}

/** Makes a table of an entity with its stages, in place of views: each query would plan all of their joins. */
const joinIntoTable = async (database: Database, entity: string): Promise<void> => {
  const { catalog } = await database.row('select current_database() as catalog')
  const name = quoted(entity)
  // Without its database, the schema would be that of the connection's memory.
  const table = `${quoted(String(catalog))}.main.${name}`
  await database.run(
    script(
      `drop view ${table}`,
      `create table ${table} as select * from temp.${name} order by _row`,
      `drop view temp.${name}`,
    ),
  )
}

/** Computes fields that share a FROM clause in one query: each alone would scan the entity anew. */
const deriveStage = async (
  database: Database,
  place: StagePlace,
  entity: string,
  stage: number,
  fields: readonly DerivedField[],
): Promise<void> => {
  const [{ from = '' } = {}] = fields
  const columns = fields.map(field => `(${field.sql}\n) as ${quoted(field.name)}`)
  await database.run(
    `create ${place === 'memory' ? 'temp ' : ''}table ${stageTable(place, entity, stage)} as select ${quoted(entity)}._row, ${columns.join(', ')}\n${from}\norder by ${quoted(entity)}._row`,
  )
}

const createDerivedEntity = (database: Database, { name, rows, columns }: DerivedEntity): Promise<void> =>
  database.run(
    `create or replace table ${quoted(name)} as select ${columns.map(quoted).join(', ')} from (${rows}\n)`,
  )

/**
 * Computes derived fields level by level. `only` limits it to the named fields (and is expected to hold all that they need);
 * `onField` hears of each field computed. With the place `memory`, once in a connection, each entity becomes one table.
 */
export const computeDerived = async (
  database: Database,
  ruleset: Pick<Ruleset, 'derivedFields' | 'derivedEntities'>,
  only: ReadonlySet<string> | null,
  onField: (count: number) => void,
  place: StagePlace = 'database',
): Promise<void> => {
  if (place === 'database')
    await database.run(script('drop schema if exists derived cascade', 'create schema derived'))
  for (const entity of new Set(ruleset.derivedFields.map(field => field.entity)))
    await joinStages(database, place, entity, 0)
  const selected = <T extends DerivedField | DerivedEntity>(items: readonly T[]) =>
    items.filter(item => only === null || only.has(item.name))
  const fields = selected(ruleset.derivedFields)
  const entities = selected(ruleset.derivedEntities)
  const stages = new Map<string, number>()
  const last = Math.max(-1, ...fields.map(field => field.level), ...entities.map(entity => entity.level))
  for (let level = 0; level <= last; level++) {
    const byEntity = Map.groupBy(
      fields.filter(field => field.level === level),
      field => field.entity,
    )
    for (const [entity, group] of byEntity) {
      for (const sharing of Map.groupBy(group, field => field.from).values()) {
        const stage = stages.get(entity) ?? 0
        await deriveStage(database, place, entity, stage, sharing)
        stages.set(entity, stage + 1)
        onField(sharing.length)
      }
    }
    for (const entity of byEntity.keys()) await joinStages(database, place, entity, stages.get(entity) ?? 0)
    for (const entity of entities.filter(candidate => candidate.level === level)) {
      await createDerivedEntity(database, entity)
      onField(1)
    }
  }
  for (const [entity, count] of stages) await checkStep(database, place, entity, count)
  if (place === 'memory') for (const entity of stages.keys()) await joinIntoTable(database, entity)
}

/** All that a derived field, and what it needs in turn, is made of. */
export const withNeeded = (ruleset: Ruleset, names: Iterable<string>): Set<string> => {
  const all = new Map(
    [...ruleset.derivedFields, ...ruleset.derivedEntities].map(field => [field.name, field]),
  )
  const needed = new Set<string>()
  const need = (name: string): void => {
    const field = all.get(name)
    if (!field || needed.has(name)) return
    needed.add(name)
    for (const other of field.derived) need(other)
  }
  for (const name of names) need(name)
  return needed
}

/** A function of the manifest that does not compile. */
export class FunctionError extends Error {
  readonly functionName: string

  constructor(functionName: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.functionName = functionName
  }
}

const createFunctions = async (database: Database, { manifest }: Ruleset): Promise<void> => {
  const functions = Object.entries(manifest.functions).map(([name, { parameters, sql }]) => ({
    name,
    sql: `create or replace macro ${quoted(name)}(${parameters.join(', ')}) as (${sql}\n)`,
  }))
  try {
    await database.run(script(...functions.map(({ sql }) => sql)))
  } catch (error) {
    for (const { name, sql } of functions)
      await database.run(sql).catch(cause => {
        throw new FunctionError(name, cause)
      })
    throw error
  }
}

/**
 * Makes what the SQL of a ruleset may use besides the record itself: code lists, facts of the submission, views, and
 * functions, which may read all of these.
 */
export const prepareRecord = async (
  database: Database,
  ruleset: Ruleset,
  facts: SubmissionFacts,
): Promise<void> => {
  await database.run(
    script('create schema if not exists list', ...listsSql(ruleset), ...factsSql(ruleset, facts)),
  )
  await readHistory(database, ruleset, facts)
  await createViews(database, ruleset.tables)
  await createFunctions(database, ruleset)
}

/** Planning the queries of a record of this size takes longer than running them. */
const usualSmallBytes = 1 << 20

/** The smallest that DuckDB has. */
const smallestBlockBytes = 16 * 1024

/** Whether the files of a record are small together, so that one thread and tables in the database are the cheapest. */
const isSmall = async ({
  recordsFolder,
  smallBytes = usualSmallBytes,
}: AnalysisContext): Promise<boolean> => {
  const names = await readdir(recordsFolder)
  const stats = await Promise.all(names.map(name => stat(join(recordsFolder, name))))
  return stats.reduce((sum, { size }) => sum + size, 0) <= smallBytes
}

/** Stands beside the database where that has the whole record. */
const wholeMark = 'holds-records'

/** Whether the derived fields can be used without the record's files, as the database has all of their rows. */
export const holdsRecords = ({ databaseFile }: Pick<AnalysisContext, 'databaseFile'>): boolean =>
  existsSync(join(dirname(databaseFile), wholeMark))

/**
 * Rules or reports of a small record that are counted by one query, which is planned faster than as many of one each. More
 * would hold more tables in memory at once than they save.
 */
export const countedTogether = 8

/** How a database of derived fields is read: of a small record on one thread, as it was made, and from one step to the next. */
export const forReading = (source: AnalysisSource): DatabaseOptions => ({
  ...source,
  readOnly: true,
  ...(holdsRecords(source) ? { threads: 1, shared: source.kept } : {}),
})

/**
 * Reads the derived fields on all threads of a worker, and once more on one where they found no room beside each other: what a
 * large record needs at once differs from run to run.
 */
export const readWithRoom = async <T>(
  source: AnalysisSource,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  const options = forReading(source)
  return withDatabase(options, work).catch(error => {
    if (!isOutOfMemory(error) || options.threads === 1) throw error
    return withDatabase({ ...options, threads: 1 }, work)
  })
}

/** Enrichment: a database with facts, views of the record and every derived field, in a folder of its own, in place of any that there is. */
export const deriveFields = async (
  context: AnalysisContext,
  ruleset: Ruleset,
  facts: SubmissionFacts,
): Promise<void> => {
  const folder = dirname(context.databaseFile)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const small = await isSmall(context)
  const createPlain = small ? copyPlainTables : createPlainViews
  // Threads that share a small query wait for each other, and every stage that follows takes the whole file from the store.
  const cheapest = small
    ? {
        threads: 1,
        blockBytes: smallestBlockBytes,
        isUncompressed: true,
        isMadeAtOnce: true,
        isInOrder: true,
      }
    : {}
  await inTransaction({ ...context, ...cheapest }, async database => {
    await createPlain(database, ruleset.tables)
    await prepareRecord(database, ruleset, facts)
    const total = ruleset.derivedFields.length + ruleset.derivedEntities.length
    let done = 0
    const onField = (count: number): void => {
      done += count
      context.onProgress({ done, total, unit: 'fields' })
    }
    await computeDerived(database, ruleset, null, onField, small ? 'memory' : 'database')
  })
  if (small) await writeFile(join(folder, wholeMark), '')
}
