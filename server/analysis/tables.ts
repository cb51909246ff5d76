import type { ColumnKind } from 'bedel-record/rows'
import { type Database, literal, quoted, recordsVariable, script } from './database.ts'

/** An entity of the record as a table: the shape that the schema compiler gives. */
export interface EntityTable {
  name: string
  parent: string | null
  columns: readonly string[]
  /** Fields that tell one record from another inside the parent. */
  keys: readonly string[]
}

/** Columns that each entity's table has besides its fields: own and parent's row number, line and byte in the file. */
export const positionColumns = ['_row', '_parent', '_line', '_byte'] as const

/**
 * An entity as the file has it: dates and numbers typed, all else text. A field that is absent and one that is present but
 * empty are both NULL: the record knows an empty element only as another way to return nothing (reference §1.1).
 */
export const plainTable = (entity: string): string => `plain.${quoted(entity)}`

/** Fields whose text is read as a date or a number; a text that is none is NULL. All others are text. */
export interface ColumnTypes {
  date: readonly string[]
  number: readonly string[]
}

/** As what a column is read; text unless it is named as a date or a number. */
export const kindOf = (column: string, types: ColumnTypes): ColumnKind => {
  if (types.date.includes(column)) return 'date'
  return types.number.includes(column) ? 'number' : 'text'
}

const sqlTypes: Readonly<Record<ColumnKind, string>> = { text: 'varchar', date: 'date', number: 'double' }

/** Name of the file with the rows of an entity. */
export const recordFile = (entity: string): string => `${entity}.parquet`

const rowsOfFile = (entity: string): string =>
  `select * from read_parquet(getvariable('${recordsVariable}') || ${literal(`/${recordFile(entity)}`)})`

/** Views of the record's files, where a database keeps derived fields beside them. */
export const createPlainViews = async (database: Database, tables: readonly EntityTable[]): Promise<void> => {
  await database.run(
    script(
      'create schema plain',
      ...tables.map(({ name }) => `create view ${plainTable(name)} as ${rowsOfFile(name)}`),
    ),
  )
}

/**
 * The record's files as tables of the database, which keeps their order: of a small record, of which each query would open its
 * files anew.
 */
export const copyPlainTables = async (database: Database, tables: readonly EntityTable[]): Promise<void> => {
  await database.run(
    script(
      'create schema plain',
      ...tables.map(({ name }) => `create table ${plainTable(name)} as ${rowsOfFile(name)}`),
    ),
  )
}

/** Empty tables for the entities of a record, for examples. */
export const createPlainTables = async (
  database: Database,
  tables: readonly EntityTable[],
  types: ColumnTypes,
): Promise<void> => {
  const created = tables.map(table => {
    const columns = [
      ...positionColumns.map(column => `${column} bigint`),
      ...table.columns.map(column => `${quoted(column)} ${sqlTypes[kindOf(column, types)]}`),
    ]
    return `create table ${plainTable(table.name)} (${columns.join(', ')})`
  })
  await database.run(script('drop schema if exists plain cascade', 'create schema plain', ...created))
}

/** Views under the entities' own names, where derived fields join the plain ones later. */
export const createViews = (database: Database, tables: readonly EntityTable[]): Promise<void> =>
  database.run(
    script(
      ...tables.map(
        ({ name }) => `create or replace view ${quoted(name)} as select * from ${plainTable(name)}`,
      ),
    ),
  )

/** SQL of a function without arguments that gives a constant of the submission, such as the first day of the reference period. */
export const constantSql = (name: string, sqlType: string, value: string): string =>
  `create or replace macro ${quoted(name)}() as cast(${literal(value)} as ${sqlType})`
