import { type Database, quoted } from './database.ts'
import type { DerivedEntity, DerivedField } from './ruleset/ruleset.ts'
import { plainTable } from './tables.ts'

/*
 * The tables that derived fields come into, and the views that show them beside the fields of the file.
 */

/**
 * Where the tables and views lie that derived fields come into: in the database, or, where they are joined into tables at the
 * end, in the memory of the connection.
 */
export type StagePlace = 'database' | 'memory'

/** Table of some derived fields of an entity: those of one level that read the same tables. */
const stageTable = (place: StagePlace, entity: string, stage: number) =>
  `${place === 'memory' ? 'temp' : 'derived'}.${quoted(`${entity}@${stage}`)}`

/** An entity's plain table `e` and some of its stages, `s0`, `s1` …, side by side, in step row by row. */
const besides = (place: StagePlace, entity: string, stages: readonly number[]): string => {
  const joins = stages.map(stage => `positional join ${stageTable(place, entity, stage)} as s${stage}`)
  return `${plainTable(entity)} as e ${joins.join(' ')}`
}

const firstStages = (count: number): number[] => Array.from({ length: count }, (_, stage) => stage)

/**
 * The entity with the stages computed so far, side by side: plain table and stages hold the same rows in the same order
 * (`checkStep` makes sure), so they are read in step, without the time and memory of a join.
 */
export const joinStages = (
  database: Database,
  place: StagePlace,
  entity: string,
  count: number,
): Promise<void> => {
  const stages = firstStages(count)
  const columns = stages.map(stage => `s${stage}.* exclude (_row)`)
  return database.run(
    `create or replace ${place === 'memory' ? 'temp ' : ''}view ${quoted(entity)} as select ${['e.*', ...columns].join(', ')} from ${besides(place, entity, stages)}`,
  )
}

/** Fields of an entity that are computed by one query, and the number of the table that they come into. */
export interface Stage {
  entity: string
  number: number
  names: readonly string[]
}

/** A stage with what it computes. */
export interface FieldStage extends Stage {
  level: number
  fields: readonly DerivedField[]
}

/** The stages of fields, in the order of their levels: those of one level that read the same tables share a query. */
export const stagesOf = (fields: readonly DerivedField[]): FieldStage[] => {
  const groups = Map.groupBy(
    fields.toSorted((one, other) => one.level - other.level),
    ({ level, entity, from }) => JSON.stringify([level, entity, from]),
  )
  const counts = new Map<string, number>()
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (!first) return []
    const { entity, level } = first
    const number = counts.get(entity) ?? 0
    counts.set(entity, number + 1)
    return [{ entity, level, number, names: group.map(({ name }) => name), fields: group }]
  })
}

/** Beside what has stages, where none of them is read: no column and no row. */
const nothing = 'positional join (select 1 where false) as none'

/**
 * SQL of a view, on one connection, of an entity with no derived fields but those of these names: each stage that is read
 * beside the others costs a query more than what it reads of it. An entity stays beside something where it has any stage:
 * without, the planner would take its size into account and that of what it is joined to not, and join what is no smaller for it.
 */
export const showing = (entity: string, stages: readonly Stage[], names: ReadonlySet<string>): string => {
  const read = stages
    .map(({ number, names: all }) => ({ number, names: all.filter(name => names.has(name)) }))
    .filter(stage => stage.names.length > 0)
  const columns = read.flatMap(stage => stage.names.map(name => `s${stage.number}.${quoted(name)}`))
  const numbers = read.map(({ number }) => number)
  const rows = besides('database', entity, numbers)
  const isAlone = stages.length > 0 && read.length === 0
  return `create or replace temp view ${quoted(entity)} as select ${['e.*', ...columns].join(', ')} from ${rows}${isAlone ? nothing : ''}`
}

/** Throws where a stage is not, row by row, in step with its entity: nothing that was read from it may be kept then. */
export const checkStep = async (
  database: Database,
  place: StagePlace,
  entity: string,
  count: number,
): Promise<void> => {
  const stages = firstStages(count)
  const numbers = stages.map(stage => `s${stage}._row`)
  const row = await database.row(
    `select count(*) as strays from ${besides(place, entity, stages)} where [${numbers.join(', ')}] is distinct from [${numbers.map(() => 'e._row').join(', ')}]`,
  )
  if (row.strays !== 0) throw new Error(`The derived fields of ${entity} are out of step with its records.`)
}

/** Computes fields that share a FROM clause in one query: each alone would scan the entity anew. */
export const deriveStage = async (
  database: Database,
  place: StagePlace,
  { entity, number, fields }: FieldStage,
): Promise<void> => {
  const [{ from = '' } = {}] = fields
  const columns = fields.map(field => `(${field.sql}\n) as ${quoted(field.name)}`)
  await database.run(
    `create ${place === 'memory' ? 'temp ' : ''}table ${stageTable(place, entity, number)} as select ${quoted(entity)}._row, ${columns.join(', ')}\n${from}\norder by ${quoted(entity)}._row`,
  )
}

export const createDerivedEntity = (
  database: Database,
  { name, rows, columns }: DerivedEntity,
): Promise<void> =>
  database.run(
    `create or replace table ${quoted(name)} as select ${columns.map(quoted).join(', ')} from (${rows}\n)`,
  )
