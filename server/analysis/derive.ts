import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Database, inTransaction, literal, quoted } from './database.ts'
import type { AnalysisContext, PartnerReturn, SubmissionFacts } from './facts.ts'
import type { DerivedEntity, DerivedField, Ruleset } from './ruleset/ruleset.ts'
import { copyPlainTables, createConstant, createPlainViews, createViews, plainTable } from './tables.ts'

const createLists = async (database: Database, ruleset: Ruleset): Promise<void> => {
  await database.run('create schema if not exists list')
  for (const { name, columns, rows } of ruleset.lists) {
    await database.run(
      `create or replace table list.${quoted(name)} (${columns.map(column => `${quoted(column)} varchar`).join(', ')})`,
    )
    for (let start = 0; start < rows.length; start += 500) {
      const values = rows.slice(start, start + 500).map(row => `(${row.map(sqlText).join(', ')})`)
      await database.run(`insert into list.${quoted(name)} values ${values.join(', ')}`)
    }
  }
}

const sqlText = (value: string | undefined): string =>
  value === undefined || value === '' ? 'null' : literal(value)

const registerColumns = [
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

const createTransfers = async (
  database: Database,
  table: string,
  partners: readonly PartnerReturn[],
): Promise<void> => {
  await database.run(
    `create or replace table ${quoted(table)} (${transferColumns.map(column => `${column} varchar`).join(', ')})`,
  )
  const rows = partners.flatMap(({ ukprn, transfers }) => [
    // A partner is known also where it names nobody.
    [ukprn, undefined, undefined],
    ...transfers.map(({ sid, numhus }) => [ukprn, sid, numhus]),
  ])
  for (let start = 0; start < rows.length; start += 500) {
    const values = rows.slice(start, start + 500).map(row => `(${row.map(sqlText).join(', ')})`)
    await database.run(`insert into ${quoted(table)} values ${values.join(', ')}`)
  }
}

/** Constants (`period_start()`, `provider_ukprn()` …), the register of providers and the table of the previous record. */
const createFacts = async (database: Database, ruleset: Ruleset, facts: SubmissionFacts): Promise<void> => {
  const { provider } = facts
  await createConstant(database, 'submission_id', 'varchar', facts.submissionId)
  await createConstant(database, 'collection_reference', 'varchar', facts.collectionReference)
  await createConstant(database, 'period_start', 'date', facts.referencePeriodStart)
  await createConstant(database, 'period_end', 'date', facts.referencePeriodEnd)
  await createConstant(database, 'period_year', 'integer', facts.referencePeriodStart.slice(0, 4))
  await createConstant(database, 'provider_ukprn', 'varchar', provider.ukprn)
  await createConstant(database, 'provider_id', 'varchar', provider.instId)
  await createConstant(database, 'provider_country', 'varchar', provider.countryCode)
  await createConstant(database, 'provider_region', 'varchar', provider.region ?? '')
  await createConstant(database, 'provider_postcode', 'varchar', provider.postcode ?? '')

  await database.run(
    `create or replace table RegisteredProvider (${registerColumns.map(column => `${column} varchar`).join(', ')})`,
  )
  const register = facts.register.map(
    entry =>
      `(${registerColumns
        .map(column => entry[column])
        .map(value => (value === undefined ? 'null' : sqlText(String(value))))
        .join(', ')})`,
  )
  if (register.length > 0) await database.run(`insert into RegisteredProvider values ${register.join(', ')}`)

  const { transfers } = ruleset.manifest
  if (transfers) await createTransfers(database, transfers.table, facts.partners ?? [])

  const { table, columns } = ruleset.manifest.history
  const definition = Object.entries(columns).map(([name, type]) => `${quoted(name)} ${type}`)
  await database.run(`create or replace table ${quoted(table)} (${definition.join(', ')})`)
  if (facts.previousHistoryFile !== undefined) {
    await database.run(`insert into ${quoted(table)} by name select * from read_parquet($file)`, {
      file: facts.previousHistoryFile,
    })
  }
}

/** Table of some derived fields of an entity: those of one level that read the same tables. */
const stageTable = (entity: string, stage: number) => `derived.${quoted(`${entity}@${stage}`)}`

/**
 * The entity with the stages computed so far, side by side: plain table and stages hold the same rows in the same order
 * (`checkStep` makes sure), so they are read in step, without the time and memory of a join.
 */
const joinStages = (database: Database, entity: string, stages: number): Promise<void> => {
  const numbers = Array.from({ length: stages }, (_, stage) => stage)
  const joins = numbers.map(stage => `positional join ${stageTable(entity, stage)} as s${stage}`)
  const columns = numbers.map(stage => `s${stage}.* exclude (_row)`)
  return database.run(
    `create or replace view ${quoted(entity)} as select ${['e.*', ...columns].join(', ')} from ${plainTable(entity)} as e ${joins.join(' ')}`,
  )
}

/** Throws where a stage is not, row by row, in step with its entity: nothing may be read from it then. */
const checkStep = async (database: Database, entity: string, stage: number): Promise<void> => {
  const { strays } = await database.row(
    `select count(*) as strays from ${plainTable(entity)} as e positional join ${stageTable(entity, stage)} as s where e._row is distinct from s._row`,
  )
  if (strays !== 0) throw new Error(`The derived fields of ${entity} are out of step with its records.`)
}

/** Computes fields that share a FROM clause in one query: each alone would scan the entity anew. */
const deriveStage = async (
  database: Database,
  entity: string,
  stage: number,
  fields: readonly DerivedField[],
): Promise<void> => {
  const [{ from = '' } = {}] = fields
  const columns = fields.map(field => `(${field.sql}\n) as ${quoted(field.name)}`)
  await database.run(
    `create table ${stageTable(entity, stage)} as select ${quoted(entity)}._row, ${columns.join(', ')}\n${from}\norder by ${quoted(entity)}._row`,
  )
  await checkStep(database, entity, stage)
}

const createDerivedEntity = (database: Database, { name, rows, columns }: DerivedEntity): Promise<void> =>
  database.run(
    `create or replace table ${quoted(name)} as select ${columns.map(quoted).join(', ')} from (${rows}\n)`,
  )

/**
 * Computes derived fields level by level. `only` limits it to the named fields (and is expected to hold all that they need);
 * `onField` hears of each field computed.
 */
export const computeDerived = async (
  database: Database,
  ruleset: Pick<Ruleset, 'derivedFields' | 'derivedEntities'>,
  only: ReadonlySet<string> | null,
  onField: (count: number) => void,
): Promise<void> => {
  await database.run('drop schema if exists derived cascade')
  await database.run('create schema derived')
  for (const entity of new Set(ruleset.derivedFields.map(field => field.entity)))
    await joinStages(database, entity, 0)
  const wanted = <T extends DerivedField | DerivedEntity>(items: readonly T[]) =>
    items.filter(item => only === null || only.has(item.name))
  const fields = wanted(ruleset.derivedFields)
  const entities = wanted(ruleset.derivedEntities)
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
        await deriveStage(database, entity, stage, sharing)
        stages.set(entity, stage + 1)
        onField(sharing.length)
      }
    }
    for (const entity of byEntity.keys()) await joinStages(database, entity, stages.get(entity) ?? 0)
    for (const entity of entities.filter(candidate => candidate.level === level)) {
      await createDerivedEntity(database, entity)
      onField(1)
    }
  }
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
  for (const [name, { parameters, sql }] of Object.entries(manifest.functions)) {
    await database
      .run(`create or replace macro ${quoted(name)}(${parameters.join(', ')}) as (${sql}\n)`)
      .catch(error => {
        throw new FunctionError(name, error)
      })
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
  await createLists(database, ruleset)
  await createFacts(database, ruleset, facts)
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
  const cheapest = small ? { threads: 1, blockBytes: smallestBlockBytes } : {}
  await inTransaction({ ...context, ...cheapest }, async database => {
    await createPlain(database, ruleset.tables)
    await prepareRecord(database, ruleset, facts)
    const total = ruleset.derivedFields.length + ruleset.derivedEntities.length
    let done = 0
    await computeDerived(database, ruleset, null, count => {
      done += count
      context.onProgress({ done, total, unit: 'fields' })
    })
  })
  if (small) await writeFile(join(folder, wholeMark), '')
}
