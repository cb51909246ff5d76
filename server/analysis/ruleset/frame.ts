import { quoted } from '../database.ts'
import { type EntityTable, plainTable } from '../tables.ts'
import type { ManifestFile } from './model.ts'
import type { SqlReferences } from './references.ts'

interface Join {
  alias: string
  /** The entity or other table, without and with its derived fields. */
  plain: string
  full: string
  /** The alias that the condition leans on; null for the entity itself. */
  from: string | null
  /** The condition that the manifest gives the join, if any. */
  on: string | undefined
  /** Derived fields that the condition of the join reads. */
  derived: readonly string[]
  /** Whether it gives a record at most one row, whatever the file says. */
  isSingle: boolean
  join: (source: string) => string
}

/** The names that a rule on one entity may use: the entity, its parents, and what the manifest links to them. */
export type Frame = ReadonlyMap<string, Join>

type Link = ManifestFile['links'][number]

const linkJoin = (link: Link) => {
  const to = quoted(link.to)
  const from = quoted(link.from)
  if (link.on) return (source: string) => `left join ${source} as ${to} on ${link.on}`
  if (link.key) {
    const key = quoted(link.key)
    // A key that occurs twice in the file is the finding of another rule; here it must not multiply the records counted.
    return (source: string) =>
      `left join (select * from ${source} qualify row_number() over (partition by ${key} order by _row) = 1) as ${to} on ${to}.${key} = ${from}.${key}`
  }
  return (source: string) => `left join ${source} as ${to} on ${to}._parent = ${from}._row`
}

/** Everything reachable from an entity, nearest first: a nearer link wins over a farther one of the same name. */
export const frameOf = (entity: string, tables: readonly EntityTable[], links: readonly Link[]): Frame => {
  const frame = new Map<string, Join>()
  let child: string | null = null
  for (let table = tables.find(candidate => candidate.name === entity); table; ) {
    const { name, parent } = table
    const below = child
    frame.set(name, {
      alias: name,
      plain: plainTable(name),
      full: quoted(name),
      from: below,
      on: undefined,
      derived: [],
      isSingle: true,
      join: source =>
        below === null
          ? `from ${source} as ${quoted(name)}`
          : `join ${source} as ${quoted(name)} on ${quoted(name)}._row = ${quoted(below)}._parent`,
    })
    child = name
    table = tables.find(candidate => candidate.name === parent)
  }
  for (const reached of frame.values()) {
    for (const link of links) {
      if (link.from !== reached.alias || frame.has(link.to)) continue
      const target = link.table ?? link.to
      frame.set(link.to, {
        alias: link.to,
        plain: tables.some(table => table.name === target) ? plainTable(target) : quoted(target),
        full: quoted(target),
        from: link.from,
        on: link.on,
        derived: link.on?.match(/\bZ_\w+/g) ?? [],
        isSingle: link.key !== undefined && link.on === undefined,
        join: linkJoin(link),
      })
    }
  }
  return frame
}

const derivedPrefix = 'Z_'

/** Names of derived fields and derived entities that a piece of SQL reads. */
export const derivedNamesIn = (references: SqlReferences): string[] => [
  ...new Set(
    [...references.columns.map(column => column.name), ...references.tables.map(table => table.name)].filter(
      name => name.startsWith(derivedPrefix),
    ),
  ),
]

/** Joins by their aliases, each after the one that it leans on, and whether it is read with its derived fields. */
type Joins = ReadonlyMap<string, { join: Join; isFull: boolean }>

export interface FromClause {
  sql: string
  joins: Joins
  /** Derived fields that its joins read. */
  derived: readonly string[]
  /** Whether each record of the entity is one row of it. */
  isSingle: boolean
}

const sourceOf = ({ plain, full }: Join, isFull: boolean): string => (isFull ? full : plain)

/** One FROM clause of an entity that makes known what each of several does. */
export const fromTogether = (clauses: readonly Pick<FromClause, 'joins'>[]): string => {
  const all = new Map<string, { join: Join; isFull: boolean }>()
  for (const { joins } of clauses)
    for (const [alias, { join, isFull }] of joins)
      all.set(alias, { join, isFull: isFull || (all.get(alias)?.isFull ?? false) })
  return [...all.values()].map(({ join, isFull }) => join.join(sourceOf(join, isFull))).join('\n')
}

/**
 * The FROM clause that makes the names used by the given SQL known, with no join that is not needed. Names that a subquery
 * declares itself are left to it. With `only`, a condition on `_row`, the entity has no other rows than those, so that every
 * join is as small as they are few.
 */
export const fromClause = (
  frame: Frame,
  entity: string,
  used: readonly SqlReferences[],
  only?: string,
): FromClause => {
  const declared = new Set(used.flatMap(references => references.tables.map(table => table.alias)))
  declared.delete(entity)
  const needed = new Map<string, Join>()
  const withDerived = new Set<string>()
  const need = (alias: string): void => {
    const join = frame.get(alias)
    if (!join || needed.has(alias)) return
    if (join.from !== null) {
      need(join.from)
      if (join.derived.length > 0) withDerived.add(join.from)
    }
    needed.set(alias, join)
  }
  need(entity)
  for (const { qualifier, name } of used.flatMap(references => references.columns)) {
    if (qualifier === null || declared.has(qualifier)) continue
    need(qualifier)
    if (name.startsWith(derivedPrefix)) withDerived.add(qualifier)
  }
  const joins = [...needed.values()]
  const rowsOf = (join: Join): string => {
    const source = sourceOf(join, withDerived.has(join.alias))
    return only && join.alias === entity ? `(select * from ${source} where ${only})` : source
  }
  return {
    sql: joins.map(join => join.join(rowsOf(join))).join('\n'),
    joins: new Map(joins.map(join => [join.alias, { join, isFull: withDerived.has(join.alias) }])),
    derived: joins.flatMap(join => join.derived),
    isSingle: joins.every(join => join.isSingle),
  }
}
