import type { Database } from '../database.ts'

/** What a piece of SQL reads: columns with their qualifier, tables of its subqueries, and functions, also such that make tables. */
export interface SqlReferences {
  columns: readonly { qualifier: string | null; name: string }[]
  tables: readonly { name: string; alias: string }[]
  functions: readonly string[]
  tableFunctions: readonly string[]
}

export const noReferences: SqlReferences = { columns: [], tables: [], functions: [], tableFunctions: [] }

class SqlSyntaxError extends Error {}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const collect = (
  node: Json,
  into: {
    columns: { qualifier: string | null; name: string }[]
    tables: { name: string; alias: string }[]
    functions: string[]
    tableFunctions: string[]
  },
): void => {
  if (Array.isArray(node)) {
    for (const item of node) collect(item, into)
    return
  }
  if (!isObject(node)) return
  if (node.class === 'COLUMN_REF' && Array.isArray(node.column_names)) {
    const names = node.column_names.map(textOf)
    into.columns.push({ qualifier: names.length > 1 ? (names[0] ?? null) : null, name: names.at(-1) ?? '' })
  }
  if (node.type === 'BASE_TABLE') {
    const name = textOf(node.table_name)
    into.tables.push({ name, alias: textOf(node.alias) || name })
  }
  if (node.class === 'FUNCTION') into.functions.push(textOf(node.function_name))
  if (node.type === 'TABLE_FUNCTION' && isObject(node.function))
    into.tableFunctions.push(textOf(node.function.function_name))
  for (const value of Object.values(node)) collect(value, into)
}

/**
 * Parses a query with DuckDB's own parser, without running it. Throws SqlSyntaxError with the parser's words when it is not
 * a single SELECT.
 */
export const referencesOf = async (database: Database, query: string): Promise<SqlReferences> => {
  const { parsed } = await database.row('select json_serialize_sql($query::varchar) as parsed', { query })
  const tree: Json = JSON.parse(String(parsed))
  if (!isObject(tree)) throw new SqlSyntaxError('This SQL cannot be read.')
  if (tree.error === true) throw new SqlSyntaxError(textOf(tree.error_message))
  const found = { columns: [], tables: [], functions: [], tableFunctions: [] }
  collect(tree.statements ?? null, found)
  return found
}

/** The same for an expression: a condition or a value. */
export const referencesOfExpression = (database: Database, expression: string): Promise<SqlReferences> =>
  referencesOf(database, `select (${expression}\n)`)
