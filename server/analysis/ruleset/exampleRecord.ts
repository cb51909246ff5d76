import { type Database, literal, quoted } from '../database.ts'
import { type EntityTable, plainTable, positionColumns } from '../tables.ts'
import type { ExampleChanges, ExampleRow } from './model.ts'
import { didYouMean } from './nearest.ts'
import { SqlFault } from './sqlReason.ts'

export type ExampleTree = Record<string, ExampleRow[]>

class ExampleError extends SqlFault {}

const scalars = (row: ExampleRow | undefined): ExampleRow =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => typeof value === 'string'))

/** Rows of one entity in document order, with the list that holds each. */
const rowsOf = (tree: ExampleTree, path: readonly string[]): ExampleRow[] => {
  const [first = '', ...rest] = path
  return rest.reduce<ExampleRow[]>(
    (parents, name) => parents.flatMap(parent => (Array.isArray(parent[name]) ? parent[name] : [])),
    tree[first] ?? [],
  )
}

const noEntity = (entity: string, tables: readonly EntityTable[]): string =>
  `There is no entity "${entity}".${didYouMean(
    entity,
    tables.map(({ name }) => name),
  )}`

/** What no record of the schema can hold: each with its path in the row. */
const strangeIn = (
  entity: string,
  row: ExampleRow,
  tables: readonly EntityTable[],
): { path: readonly PropertyKey[]; message: string }[] => {
  const columns = tables.find(candidate => candidate.name === entity)?.columns ?? []
  const children = tables.filter(({ parent }) => parent === entity).map(({ name }) => name)
  return Object.entries(row).flatMap(([name, value]) => {
    if (!Array.isArray(value))
      return columns.includes(name)
        ? []
        : [{ path: [name], message: `${entity} has no field "${name}".${didYouMean(name, columns)}` }]
    if (!children.includes(name))
      return [
        { path: [name], message: `"${name}" is not a child of ${entity}.${didYouMean(name, children)}` },
      ]
    return value.flatMap((child, at) =>
      strangeIn(name, child, tables).map(({ path, message }) => ({ path: [name, at, ...path], message })),
    )
  })
}

/** What an example record or the changes of an example name that the schema does not have, each with its path. */
export const strangeNames = (
  changes: ExampleChanges | ExampleTree,
  tables: readonly EntityTable[],
): { path: readonly PropertyKey[]; message: string }[] =>
  Object.entries(changes).flatMap(([name, value]) => {
    const [entity = '', field] = name.replace(/^\+/, '').split('.')
    if (!tables.some(table => table.name === entity))
      return [{ path: [name], message: noEntity(entity, tables) }]
    const rows: ExampleRow[] =
      field !== undefined ? [{ [field]: '' }] : typeof value === 'string' ? [] : [value].flat()
    return rows.flatMap((row, at) =>
      strangeIn(entity, row, tables).map(({ path, message }) => ({
        path: field !== undefined ? [name] : Array.isArray(value) ? [name, at, ...path] : [name, ...path],
        message,
      })),
    )
  })

const pathOf = (entity: string, tables: readonly EntityTable[]): string[] => {
  const table = tables.find(candidate => candidate.name === entity)
  if (!table) throw new ExampleError(noEntity(entity, tables))
  return [...(table.parent === null ? [] : pathOf(table.parent, tables)), entity]
}

const checkFields = (entity: string, row: ExampleRow, tables: readonly EntityTable[]): void => {
  const table = tables.find(candidate => candidate.name === entity)
  for (const [name, value] of Object.entries(row)) {
    if (Array.isArray(value)) {
      if (tables.find(candidate => candidate.name === name)?.parent !== entity) {
        throw new ExampleError(`"${name}" is not a child of ${entity}.`)
      }
      for (const child of value) checkFields(name, child, tables)
    } else if (!table?.columns.includes(name)) throw new ExampleError(`${entity} has no field "${name}".`)
  }
}

/** The list in which rows of an entity stand, under its first parent; made when there is none. */
const listFor = (tree: ExampleTree, path: readonly string[]): ExampleRow[] => {
  const entity = path.at(-1) ?? ''
  const holder = path.length === 1 ? tree : rowsOf(tree, path.slice(0, -1))[0]
  if (!holder) throw new ExampleError(`The example record has no ${path.at(-2)} to hold ${entity}.`)
  const list = holder[entity]
  if (Array.isArray(list)) return list
  const made: ExampleRow[] = []
  holder[entity] = made
  return made
}

/**
 * The example record with an example's changes made. `Entity.FIELD: value` sets the field of the first row (an empty value
 * leaves it out), `Entity: rows` replaces the rows under the first parent (each starts from the fields of the first one),
 * `Entity: ''` removes them, `+Entity: row` adds one.
 */
export const changed = (
  base: ExampleTree,
  changes: ExampleChanges,
  tables: readonly EntityTable[],
): ExampleTree => {
  const tree = structuredClone(base)
  for (const [name, value] of Object.entries(changes)) {
    const [entity = '', field] = name.replace(/^\+/, '').split('.')
    const path = pathOf(entity, tables)
    const list = listFor(tree, path)
    const [first] = list
    const overlay = (row: ExampleRow): ExampleRow => {
      checkFields(entity, row, tables)
      return { ...scalars(first), ...row }
    }
    if (field !== undefined) {
      if (typeof value !== 'string') throw new ExampleError(`${name} takes a single value.`)
      if (!first) throw new ExampleError(`The example record has no ${entity} whose ${field} could be set.`)
      checkFields(entity, { [field]: value }, tables)
      first[field] = value
    } else if (name.startsWith('+')) {
      if (typeof value === 'string' || Array.isArray(value))
        throw new ExampleError(`${name} takes the fields of one row.`)
      list.push(overlay(value))
    } else {
      const rows = typeof value === 'string' ? [] : Array.isArray(value) ? value : [value]
      list.splice(0, list.length, ...rows.map(overlay))
    }
  }
  return tree
}

interface FlatRow {
  row: number
  parent: number | null
  values: ExampleRow
}

const flatten = (tree: ExampleTree): Map<string, FlatRow[]> => {
  const flat = new Map<string, FlatRow[]>()
  const visit = (entity: string, rows: readonly ExampleRow[], parent: number | null): void => {
    const list = flat.get(entity) ?? []
    flat.set(entity, list)
    for (const values of rows) {
      const row = list.length + 1
      list.push({ row, parent, values })
      for (const [name, value] of Object.entries(values)) if (Array.isArray(value)) visit(name, value, row)
    }
  }
  for (const [entity, rows] of Object.entries(tree)) visit(entity, rows, null)
  return flat
}

const cell = (value: string | ExampleRow[] | undefined): string =>
  typeof value === 'string' && value !== '' ? literal(value) : 'null'

/**
 * Puts an example's rows into the tables, and empties those it does not use. `loaded` says what stands there now (entity →
 * text of its rows), so that only tables that differ are touched; the new text is returned.
 */
export const loadExample = async (
  database: Database,
  tree: ExampleTree,
  tables: readonly EntityTable[],
  loaded: ReadonlyMap<string, string>,
  targetOf: (table: EntityTable) => { name: string; columns: readonly string[] },
): Promise<Map<string, string>> => {
  const flat = flatten(tree)
  const texts = new Map<string, string>()
  for (const table of tables) {
    const { name, columns } = targetOf(table)
    const positioned = columns.includes(positionColumns[0])
    const values = (flat.get(table.name) ?? []).map(({ row, parent, values }) => {
      const position = positioned ? [String(row), String(parent ?? 'null'), String(row), '0'] : []
      return `(${[...position, ...table.columns.map(column => cell(values[column]))].join(', ')})`
    })
    const text = values.join(', ')
    texts.set(table.name, text)
    if (loaded.get(table.name) === text) continue
    await database.run(`delete from ${name}`)
    if (text === '') continue
    await database.run(`insert into ${name} (${columns.map(quoted).join(', ')}) values ${text}`)
  }
  return texts
}

/** Where rows of a record's entity go. */
export const recordTarget = (table: EntityTable): { name: string; columns: readonly string[] } => ({
  name: plainTable(table.name),
  columns: [...positionColumns, ...table.columns],
})
