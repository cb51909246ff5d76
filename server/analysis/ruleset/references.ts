/** What a piece of SQL reads: columns with their qualifier, tables of its subqueries, and functions, also such that make tables. */
export interface SqlReferences {
  columns: readonly { qualifier: string | null; name: string }[]
  /** `isRenamed`: its columns have other names here, which do not tell what they hold. */
  tables: readonly { name: string; alias: string; schema: string; isRenamed?: boolean }[]
  /** Names that a WITH gives to its queries: tables within this SQL alone. */
  named: readonly string[]
  /** Aliases of queries and joins in a FROM clause. */
  queries: readonly string[]
  /** Names that it gives to values itself; what these are made of stands among the rest. */
  values: readonly string[]
  /** Aliases of the tables that it reads every column of; '' where it cannot be told what it reads. */
  wholes: readonly string[]
  functions: readonly string[]
  tableFunctions: readonly string[]
  /** Parameters of the function that it is of: they stand for what a caller gives. */
  parameters?: readonly string[]
}

/** A tree as DuckDB serialises it. */
export type Json = null | boolean | number | string | Json[] | JsonObject
type JsonObject = { [key: string]: Json }

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const textsOf = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(textOf) : [])

type Found = { [Part in keyof Omit<SqlReferences, 'parameters'>]: SqlReferences[Part][number][] }

/** Aliases of the tables of a FROM clause, of which a star reads every column; undefined where there is no such clause. */
type Scope = readonly string[] | undefined

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.values(value).every(isEmpty))

/** `*` or `alias.*`, whose columns keep their names; COLUMNS(…) also makes other values of the columns that it chooses. */
const isPlainStar = (node: Json | undefined): boolean =>
  isObject(node) &&
  node.class === 'STAR' &&
  node.columns !== true &&
  [node.expr, node.replace_list, node.rename_list].every(isEmpty)

const selectIn = (query: Json | undefined): JsonObject | undefined => {
  const node = isObject(query) ? query.node : undefined
  return isObject(node) && node.type === 'SELECT_NODE' ? node : undefined
}

/** Tables that a star over a FROM clause reads, also by a star of a query within it. */
const tablesIn = (from: Json | undefined): string[] => {
  if (!isObject(from)) return []
  if (from.type === 'BASE_TABLE') return [textOf(from.alias) || textOf(from.table_name)]
  if (from.type === 'JOIN') return [...tablesIn(from.left), ...tablesIn(from.right)]
  const select = from.type === 'SUBQUERY' ? selectIn(from.subquery) : undefined
  const list = select?.select_list
  return Array.isArray(list) && list.some(isPlainStar) ? tablesIn(select?.from_table) : []
}

/**
 * The query of a node whose star reads nothing by itself. Of an EXISTS it gives no value. Of a query in a FROM clause what is used
 * is named outside, or read by a star there, as long as every column keeps its name: it begins with its one star over one table,
 * is no set operation and has no names given from outside.
 */
const innerSelect = (node: JsonObject): JsonObject | undefined => {
  const select = selectIn(node.subquery)
  if (node.class === 'SUBQUERY') return textOf(node.subquery_type).endsWith('EXISTS') ? select : undefined
  if (node.type !== 'SUBQUERY' || !select || textsOf(node.column_name_alias).length > 0) return undefined
  const { from_table, select_list } = select
  const stars = Array.isArray(select_list) ? select_list.filter(isPlainStar) : []
  const isOfOneTable = isObject(from_table) && from_table.type === 'BASE_TABLE'
  return isOfOneTable && stars.length === 1 && Array.isArray(select_list) && select_list[0] === stars[0]
    ? select
    : undefined
}

/** Names of the parameters of a lambda. */
const parametersIn = (node: Json | undefined): string[] => {
  if (Array.isArray(node)) return node.flatMap(parametersIn)
  if (!isObject(node)) return []
  return node.class === 'COLUMN_REF' ? textsOf(node.column_names) : Object.values(node).flatMap(parametersIn)
}

const noteExpression = (node: JsonObject, into: Found, scope: Scope): void => {
  if (node.class !== 'STAR' && textOf(node.alias) !== '') into.values.push(textOf(node.alias))
  switch (node.class) {
    case 'COLUMN_REF': {
      const names = textsOf(node.column_names)
      into.columns.push({ qualifier: names.length > 1 ? (names[0] ?? null) : null, name: names.at(-1) ?? '' })
      break
    }
    case 'STAR': {
      const relation = textOf(node.relation_name)
      into.wholes.push(...(relation === '' ? (scope ?? ['']) : [relation]))
      break
    }
    case 'POSITIONAL_REFERENCE':
      into.wholes.push('')
      break
    case 'FUNCTION':
      into.functions.push(textOf(node.function_name))
      break
    case 'LAMBDA':
      into.values.push(...parametersIn(node.lhs))
      break
  }
}

const noteTable = (node: JsonObject, into: Found): void => {
  const renamed = textsOf(node.column_name_alias)
  into.values.push(...renamed)
  switch (node.type) {
    case 'SUBQUERY':
      into.queries.push(textOf(node.alias))
      break
    case 'BASE_TABLE':
    case 'SHOW_REF': {
      const name = textOf(node.table_name)
      // A catalogue is another database: its name stands with that of the schema, which no ruleset has then.
      const schema = [textOf(node.catalog_name), textOf(node.schema_name)]
        .filter(part => part !== '')
        .join('.')
      if (name !== '')
        into.tables.push({
          name,
          alias: textOf(node.alias) || name,
          schema,
          ...(renamed.length > 0 && { isRenamed: true }),
        })
      if (node.type === 'SHOW_REF') into.wholes.push('')
      break
    }
    case 'TABLE_FUNCTION': {
      const name = isObject(node.function) ? textOf(node.function.function_name) : ''
      into.tableFunctions.push(name)
      // Its one column has either name.
      into.values.push(name, textOf(node.alias))
      break
    }
    case 'JOIN':
      into.queries.push(textOf(node.alias))
      into.columns.push(...textsOf(node.using_columns).map(name => ({ qualifier: null, name })))
      if (node.ref_type === 'NATURAL') into.wholes.push('')
      break
    case 'PIVOT':
      into.queries.push(textOf(node.alias))
      into.wholes.push('')
      break
  }
}

const note = (node: JsonObject, into: Found, scope: Scope): void => {
  if (isObject(node.cte_map) && Array.isArray(node.cte_map.map))
    for (const entry of node.cte_map.map) {
      const { key, value } = isObject(entry) ? entry : {}
      into.named.push(textOf(key))
      if (isObject(value)) into.values.push(...textsOf(value.aliases))
    }
  if (node.class === undefined) noteTable(node, into)
  else noteExpression(node, into, scope)
}

const visitSelect = (node: JsonObject, into: Found, isInner: boolean): void => {
  const from = node.from_table
  const scope = isObject(from) && from.type !== 'EMPTY' ? tablesIn(from) : undefined
  for (const [key, value] of Object.entries(node))
    visit(
      isInner && key === 'select_list' && Array.isArray(value)
        ? value.filter(item => !isPlainStar(item))
        : value,
      into,
      scope,
    )
}

const visit = (node: Json, into: Found, scope: Scope): void => {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, into, scope)
    return
  }
  if (!isObject(node)) return
  note(node, into, scope)
  if (node.type === 'SELECT_NODE') {
    visitSelect(node, into, false)
    return
  }
  const inner = innerSelect(node)
  if (inner) {
    note(inner, into, undefined)
    visitSelect(inner, into, true)
  }
  for (const [key, value] of Object.entries(node)) if (!inner || key !== 'subquery') visit(value, into, scope)
}

const nothingFound = (): Found => ({
  columns: [],
  tables: [],
  named: [],
  queries: [],
  values: [],
  wholes: [],
  functions: [],
  tableFunctions: [],
})

export const noReferences: SqlReferences = nothingFound()

/** What the statements of a tree read. */
export const referencesIn = (statements: Json): SqlReferences => {
  const found = nothingFound()
  visit(statements, found, undefined)
  return found
}
