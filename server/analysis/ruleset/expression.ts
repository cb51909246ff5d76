import { LRUCache } from 'lru-cache'
import type { Database } from '../database.ts'
import { isObject, type Json, referencesIn, type SqlReferences, textOf } from './references.ts'

class SqlSyntaxError extends Error {}

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
