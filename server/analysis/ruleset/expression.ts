import { LRUCache } from 'lru-cache'
import type { Database } from '../database.ts'

/** What a piece of SQL reads: columns with their qualifier, tables of its subqueries, and functions, also such that make tables. */
export interface SqlReferences {
  columns: readonly { qualifier: string | null; name: string }[]
  tables: readonly { name: string; alias: string; schema: string }[]
  /** Names that a WITH gives to its queries: tables within this SQL alone. */
  named: readonly string[]
  functions: readonly string[]
  tableFunctions: readonly string[]
}

export const noReferences: SqlReferences = {
  columns: [],
  tables: [],
  named: [],
  functions: [],
  tableFunctions: [],
}

class SqlSyntaxError extends Error {}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const collect = (
  node: Json,
  into: {
    columns: { qualifier: string | null; name: string }[]
    tables: { name: string; alias: string; schema: string }[]
    named: string[]
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
    // A catalogue is another database: its name stands with that of the schema, which no ruleset has then.
    const schema = [textOf(node.catalog_name), textOf(node.schema_name)].filter(part => part !== '').join('.')
    into.tables.push({ name, alias: textOf(node.alias) || name, schema })
  }
  if (isObject(node.cte_map) && Array.isArray(node.cte_map.map))
    into.named.push(...node.cte_map.map.map(entry => textOf(isObject(entry) ? entry.key : undefined)))
  if (node.class === 'FUNCTION') into.functions.push(textOf(node.function_name))
  if (node.type === 'TABLE_FUNCTION' && isObject(node.function))
    into.tableFunctions.push(textOf(node.function.function_name))
  for (const value of Object.values(node)) collect(value, into)
}

/**
 * Trees of queries that were parsed before would be large; what they read is small, and most of the SQL of one year's ruleset
 * stands in the next one's, too. As much as four rulesets have.
 */
const known = new LRUCache<string, SqlReferences>({ max: 8000 })

const knownOr = async (key: string, read: () => Promise<SqlReferences>): Promise<SqlReferences> => {
  const found = known.get(key)
  if (found) return found
  const references = await read()
  known.set(key, references)
  return references
}

/** The tree that DuckDB's own parser makes of a query, without running it; throws where it is not a single SELECT. */
const parsedQuery = async (database: Database, query: string): Promise<Json> => {
  const { parsed } = await database.row('select json_serialize_sql($query::varchar) as parsed', { query })
  const tree: Json = JSON.parse(String(parsed))
  if (!isObject(tree)) throw new SqlSyntaxError('This SQL cannot be read.')
  if (tree.error === true) throw new SqlSyntaxError(textOf(tree.error_message))
  return tree.statements ?? null
}

const referencesIn = (statements: Json): SqlReferences => {
  const found = { columns: [], tables: [], named: [], functions: [], tableFunctions: [] }
  collect(statements, found)
  return found
}

/** What a query reads. Throws SqlSyntaxError with the parser's words when it is not a single SELECT. */
export const referencesOf = (database: Database, query: string): Promise<SqlReferences> =>
  knownOr(`query ${query}`, async () => referencesIn(await parsedQuery(database, query)))

const isNothing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && (value.type === 'EMPTY' || (Array.isArray(value.map) && value.map.length === 0)))

/** Whether a query is `select` and one value: text that closes the bracket around it makes more of it than that. */
const isOneValue = (statements: Json): boolean => {
  const [statement] = Array.isArray(statements) ? statements : []
  const node = isObject(statement) ? statement.node : undefined
  if (!isObject(node) || node.type !== 'SELECT_NODE') return false
  const { select_list, from_table, where_clause, group_expressions, having, qualify, sample, modifiers } =
    node
  const rest = [from_table, where_clause, group_expressions, having, qualify, sample, modifiers, node.cte_map]
  return Array.isArray(select_list) && select_list.length === 1 && rest.every(isNothing)
}

/** What an expression reads: a condition or a value, and nothing around it. */
export const referencesOfExpression = (database: Database, expression: string): Promise<SqlReferences> =>
  knownOr(`expression ${expression}`, async () => {
    const statements = await parsedQuery(database, `select (${expression}\n)`)
    if (!isOneValue(statements)) throw new SqlSyntaxError('Only a single expression is allowed here.')
    return referencesIn(statements)
  })
