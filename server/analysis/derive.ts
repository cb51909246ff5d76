import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
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
import { computeOnAll } from './deriveSteps.ts'
import type { AnalysisContext, AnalysisSource, PartnerReturn, SubmissionFacts } from './facts.ts'
import { giveBackFreed } from './freedMemory.ts'
import type { ManifestFile } from './ruleset/model.ts'
import type { DerivedEntity, DerivedField, Ruleset } from './ruleset/ruleset.ts'
import {
  checkStep,
  createDerivedEntity,
  deriveStage,
  joinStages,
  type StagePlace,
  stagesOf,
} from './stages.ts'
import { constantSql, copyPlainTables, createPlainViews, createViews } from './tables.ts'

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

const lastOf = (path: string): string => path.split('/').at(-1) ?? path

/** Columns that name a transfer: the fields that the header calls identifier and engagement. */
export const transferKeyOf = ({ header }: Pick<ManifestFile, 'header'>): [string, string] => [
  lastOf(header?.identifier ?? ''),
  lastOf(header?.engagement ?? ''),
]

/** Columns of the table of transfers from other providers. */
export const transferColumnsOf = (manifest: Pick<ManifestFile, 'header'>): string[] => [
  'UKPRN',
  ...transferKeyOf(manifest),
]

const transfersSql = (
  table: string,
  columns: readonly string[],
  partners: readonly PartnerReturn[],
): string[] => {
  const rows = partners.flatMap(({ ukprn, transfers }) => [
    // A partner is known also where it names nobody.
    [ukprn, undefined, undefined],
    ...transfers.map(({ sid, numhus }) => [ukprn, sid, numhus]),
  ])
  return [textTable(quoted(table), columns), ...insertedRows(quoted(table), rows)]
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
  const past = Object.entries(history?.columns ?? {}).map(([name, type]) => `${quoted(name)} ${type}`)
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
    ...(transfers
      ? transfersSql(transfers.table, transferColumnsOf(ruleset.manifest), facts.partners ?? [])
      : []),
    ...(history ? [`create or replace table ${quoted(history.table)} (${past.join(', ')})`] : []),
  ]
}

const readHistory = async (database: Database, ruleset: Ruleset, facts: SubmissionFacts): Promise<void> => {
  const { history } = ruleset.manifest
  if (facts.previousHistoryFile === undefined || !history) return
  await database.run(`insert into ${quoted(history.table)} by name select * from read_parquet($file)`, {
    file: facts.previousHistoryFile,
  })
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
  const stages = stagesOf(selected(ruleset.derivedFields))
  const byEntity = Map.groupBy(stages, stage => stage.entity)
  const entities = selected(ruleset.derivedEntities)
  const levels = new Set([...stages, ...entities].map(({ level }) => level))
  for (const level of [...levels].sort((one, other) => one - other)) {
    for (const stage of stages.filter(candidate => candidate.level === level)) {
      await deriveStage(database, place, stage)
      onField(stage.fields.length)
    }
    for (const [entity, all] of byEntity) {
      const soFar = all.filter(stage => stage.level <= level)
      if (soFar.at(-1)?.level === level) await joinStages(database, place, entity, soFar.length)
    }
    for (const entity of entities.filter(candidate => candidate.level === level)) {
      await createDerivedEntity(database, entity)
      onField(1)
    }
  }
  for (const [entity, { length }] of byEntity) await checkStep(database, place, entity, length)
  if (place === 'memory') for (const entity of byEntity.keys()) await joinIntoTable(database, entity)
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

/** Functions of the manifest that do not compile, with what the database says of each. All others are there. */
export class FunctionErrors extends Error {
  readonly causes: ReadonlyMap<string, unknown>

  constructor(causes: ReadonlyMap<string, unknown>) {
    super(`Functions that do not compile: ${[...causes.keys()].join(', ')}`)
    this.causes = causes
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
    const causes = new Map<string, unknown>()
    for (const { name, sql } of functions)
      await database.run(sql).catch(cause => void causes.set(name, cause))
    throw causes.size > 0 ? new FunctionErrors(causes) : error
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

/** Threads that share a small query wait for each other, and every stage that follows takes the whole file from the store. */
const cheapest: Partial<DatabaseOptions> = {
  threads: 1,
  blockBytes: smallestBlockBytes,
  isUncompressed: true,
  isMadeAtOnce: true,
  isInOrder: true,
}

type Derive = (
  context: AnalysisContext,
  ruleset: Ruleset,
  facts: SubmissionFacts,
  onField: (count: number) => void,
) => Promise<void>

/**
 * The derived fields of a small record, and the record with them, by one transaction. What it has written stays open for those who
 * read it next: closing and opening takes as long as ten queries.
 */
const deriveSmall: Derive = async (context, ruleset, facts, onField) => {
  const folder = dirname(context.databaseFile)
  await mkdir(folder, { recursive: true })
  try {
    await inTransaction({ ...context, ...cheapest, shared: context.kept }, async database => {
      await copyPlainTables(database, ruleset.tables)
      await prepareRecord(database, ruleset, facts)
      await computeDerived(database, ruleset, null, onField, 'memory')
    })
  } catch (error) {
    await context.kept?.close()
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  await writeFile(join(folder, wholeMark), '')
}

/**
 * The derived fields of a large record, by as many connections as there are threads. One transaction around all of them would
 * keep each value in memory, or spilled beside the file, until its end; so they are made in a folder beside, which is moved when
 * it is whole.
 */
const deriveLarge: Derive = async (context, ruleset, facts, onField) => {
  const folder = dirname(context.databaseFile)
  const making = `${folder}.making`
  const databaseFile = join(making, basename(context.databaseFile))
  // What the load has left.
  await giveBackFreed()
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { recursive: true })
  try {
    await withDatabase({ ...context, databaseFile, threads: 1 }, async database => {
      await createPlainViews(database, ruleset.tables)
      await prepareRecord(database, ruleset, facts)
      const others = await Promise.all(Array.from({ length: context.threads - 1 }, () => database.fork()))
      await computeOnAll([database, ...others], ruleset, onField)
      // Closing would do it too, while everything else in the process waits.
      await database.run('checkpoint')
    })
    await rename(making, folder)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    throw error
  }
}

/**
 * Enrichment: a database with facts, views of the record and every derived field, in a folder of its own, in place of any that
 * there is. A run that ends before leaves none.
 */
export const deriveFields = async (
  context: AnalysisContext,
  ruleset: Ruleset,
  facts: SubmissionFacts,
): Promise<void> => {
  await context.kept?.close()
  await rm(dirname(context.databaseFile), { recursive: true, force: true })
  const total = ruleset.derivedFields.length + ruleset.derivedEntities.length
  let done = 0
  const onField = (count: number): void => {
    done += count
    context.onProgress({ done, total, unit: 'fields' })
  }
  const derive = (await isSmall(context)) ? deriveSmall : deriveLarge
  await derive(context, ruleset, facts, onField)
}
