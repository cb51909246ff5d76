import { type Database, literal, quoted } from './database.ts'

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

/** The tables as they are loaded: every field is text, absent is NULL, present but empty is ''. */
export const rawTable = (entity: string): string => `record.${quoted(entity)}`
/** The same with typed dates and numbers, and without the difference between absent and empty. */
export const plainView = (entity: string): string => `plain.${quoted(entity)}`

export const createRawTables = async (database: Database, tables: readonly EntityTable[]): Promise<void> => {
  await database.run('drop schema if exists record cascade')
  await database.run('create schema record')
  for (const table of tables) {
    const columns = [
      ...positionColumns.map(column => `${column} bigint`),
      ...table.columns.map(column => `${quoted(column)} varchar`),
    ]
    await database.run(`create table ${rawTable(table.name)} (${columns.join(', ')})`)
  }
}

export interface ColumnTypes {
  date: readonly string[]
  number: readonly string[]
}

const typedColumn = (column: string, types: ColumnTypes): string => {
  const name = quoted(column)
  if (types.date.includes(column)) return `try_cast(${name} as date) as ${name}`
  if (types.number.includes(column)) return `try_cast(${name} as double) as ${name}`
  return `nullif(${name}, '') as ${name}`
}

/** Views in `plain` and, under the entity's own name, in `main`, where derived fields join them later. */
export const createTypedViews = async (
  database: Database,
  tables: readonly EntityTable[],
  types: ColumnTypes,
): Promise<void> => {
  await database.run('drop schema if exists plain cascade')
  await database.run('create schema plain')
  for (const table of tables) {
    const columns = [...positionColumns, ...table.columns.map(column => typedColumn(column, types))]
    await database.run(
      `create view ${plainView(table.name)} as select ${columns.join(', ')} from ${rawTable(table.name)}`,
    )
    await database.run(
      `create or replace view ${quoted(table.name)} as select * from ${plainView(table.name)}`,
    )
  }
}

/** A function without arguments that gives a constant of the submission, such as the first day of the reference period. */
export const createConstant = (
  database: Database,
  name: string,
  sqlType: string,
  value: string,
): Promise<void> =>
  database.run(`create or replace macro ${quoted(name)}() as cast(${literal(value)} as ${sqlType})`)
