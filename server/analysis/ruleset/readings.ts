import { type EntityTable, positionColumns } from '../tables.ts'
import type { SqlReferences } from './references.ts'

type Read<T> = ReadonlyMap<string, T>

/** What computed values read, by name. */
export interface Computed {
  derivedEntities: readonly { name: string; columns: readonly string[] }[]
  /** References of each derived field and derived entity, and of each function. */
  derivedReads: Read<SqlReferences>
  functionReads: Read<SqlReferences>
  /** The record that is kept for next year: its table, its columns, and what the query that makes it reads. Undefined if none is kept. */
  history: { table: string; columns: readonly string[]; reads: SqlReferences } | undefined
  /** Names that the manifest links to tables. */
  links: readonly { to: string; table?: string | undefined }[]
  /** Tables besides the record, by their names, with their columns: they hold none of its fields. */
  otherTables: Read<readonly string[]>
}

/** What SQL reads of a record: a field, or that there is a record of an entity at all. Names are in lower case. */
export type Reading = { entity: string; field: string } | { entity: string; field: null }

/** What cannot be told to be anything else may be of any field: of a field that nobody has classed. */
const anything: Reading = { entity: '', field: '' }

/** SQL does not tell upper from lower case. */
export const folded = (name: string): string => name.toLowerCase()

/** What stands behind a name of a table. `other`: a code list, or another table besides the record; `query`: one of this SQL. */
type Source = { kind: 'entity' | 'derived' | 'other'; name: string } | { kind: 'history' | 'query' }

/** Schemas whose tables can be named by a column reference as well. */
const schemas = ['plain', 'list', 'main', 'memory', 'temp']

const isPosition = (column: string): boolean => positionColumns.some(name => name === column)

/**
 * Tells what pieces of SQL read of a record with these tables, also by way of derived fields and functions. What they read of a
 * whole row, and what is nothing that is known here, is not left out: it may be any field. `isProtected`: of the class that is
 * protected most.
 */
export const readingsOf = (
  tables: readonly EntityTable[],
  computed: Computed,
  isProtected: (reading: Reading) => boolean,
): ((references: SqlReferences) => Generator<Reading>) => {
  const { derivedEntities, derivedReads, functionReads, history, otherTables } = computed
  const entities = new Map(tables.map(({ name, columns }) => [folded(name), columns.map(folded)]))
  const byName = new Map<string, Reading[]>()
  for (const [entity, columns] of entities)
    for (const field of columns) byName.set(field, [...(byName.get(field) ?? []), { entity, field }])
  const columnsApart = new Set([...otherTables.values()].flat().map(folded))
  const historyColumns = new Set(history?.columns.map(folded))

  const sources = new Map<string, Source>([
    ...[...entities.keys()].map((name): [string, Source] => [name, { kind: 'entity', name }]),
    ...derivedEntities.map(({ name }): [string, Source] => [folded(name), { kind: 'derived', name }]),
    ...[...otherTables.keys()].map((name): [string, Source] => [folded(name), { kind: 'other', name }]),
    ...(history ? [[folded(history.table), { kind: 'history' }] as const] : []),
  ])
  for (const { to, table = to } of computed.links) {
    const source = sources.get(folded(table))
    if (source) sources.set(folded(to), source)
  }

  const known = new Map<string, readonly Reading[]>()
  /** What is read under a name, once; a circle of derived fields is a fault of its own. */
  const through = (kind: string, name: string, reads: SqlReferences | undefined): readonly Reading[] => {
    const key = `${kind} ${folded(name)}`
    const found = known.get(key)
    if (found || !reads) return found ?? []
    known.set(key, [])
    const readings = [...collect(reads)]
    const distinct = [...new Map(readings.map(one => [`${one.entity}.${one.field}`, one])).values()]
    known.set(key, distinct)
    return distinct
  }
  /** What is likeliest read under a name, and of what else may be, all that is protected most. */
  const withProtected = (likeliest: readonly Reading[], others: readonly Reading[]): readonly Reading[] => [
    ...likeliest,
    ...others.filter(isProtected),
  ]
  const ofDerived = (name: string) => through('derived', name, derivedReads.get(folded(name)))
  const ofHistory = () => (history ? through('history', '', history.reads) : [])
  /** A column of last year's record that is named as a field may hold another one. */
  const ofHistoryColumn = (column: string): readonly Reading[] | undefined => {
    const named = byName.get(column)
    if (!historyColumns.has(column)) return named
    return named ? withProtected(named, ofHistory()) : ofHistory()
  }

  /** What stands behind the name of a table in this SQL: of its own, or of the tables around it. */
  const sourcesOf = (name: string, { tables: own, named }: SqlReferences): Source[] => {
    const queries = new Set(named.map(folded))
    const found = own
      .filter(({ alias }) => folded(alias) === folded(name))
      .flatMap((table): Source[] => {
        if (table.schema === '' && queries.has(folded(table.name))) return [{ kind: 'query' }]
        const isList = folded(table.schema) === 'list'
        const source = sources.get(folded(isList ? `list.${table.name}` : table.name))
        return source ? [source] : []
      })
    const around = sources.get(folded(name))
    return around ? [...found, around] : found
  }

  /** What a whole row reads: of an entity more than its fields, for derived ones may stand beside them. */
  const ofWhole = (source: Source): readonly Reading[] => {
    switch (source.kind) {
      case 'query':
        return []
      case 'history':
        return ofHistory()
      case 'derived':
        return ofDerived(source.name)
      case 'other':
        return (otherTables.get(source.name) ?? []).flatMap(column => byName.get(folded(column)) ?? [])
      case 'entity': {
        const { name: entity } = source
        return [...(entities.get(entity) ?? []).map(field => ({ entity, field })), anything]
      }
    }
  }

  /** What a column of a table reads; undefined where the table has none of this name. */
  const ofColumn = (source: Source, column: string): readonly Reading[] | undefined => {
    if (source.kind === 'derived') return ofDerived(source.name)
    const isOwn = source.kind === 'entity' && entities.get(source.name)?.includes(column)
    if (source.kind === 'entity' && isOwn) return [{ entity: source.name, field: column }]
    if (source.kind === 'entity') {
      if (derivedReads.has(column)) return ofDerived(column)
      return isPosition(column) ? [] : undefined
    }
    return source.kind === 'history' ? ofHistoryColumn(column) : (byName.get(column) ?? [])
  }

  /** What a column may read, whatever its table; undefined where no table has one of this name. */
  const anywhere = (column: string): readonly Reading[] | undefined => {
    const holders = derivedEntities.filter(({ columns }) => columns.some(one => folded(one) === column))
    const [likeliest, ...others] = [
      derivedReads.has(column) ? ofDerived(column) : undefined,
      ...holders.toReversed().map(({ name }) => ofDerived(name)),
      ofHistoryColumn(column),
      columnsApart.has(column) || isPosition(column) ? [] : undefined,
    ].filter(readings => readings !== undefined)
    return likeliest && withProtected(likeliest, others.flat())
  }

  function* ofReference(
    { qualifier, name }: SqlReferences['columns'][number],
    references: SqlReferences,
    isOwn: (name: string) => boolean,
  ): Generator<Reading> {
    const column = folded(name)
    const isParameter = qualifier === null && references.parameters?.some(one => folded(one) === column)
    // The name of a table in the place of a value is its whole row.
    const isRow = !isParameter && (qualifier === null || schemas.includes(folded(qualifier)))
    const rows = isRow ? sourcesOf(name, references) : []
    for (const source of rows) yield* ofWhole(source)
    if (isRow && references.queries.some(one => folded(one) === column)) yield anything
    const read = qualifier === null ? [] : sourcesOf(qualifier, references)
    const told = read.map(source => ofColumn(source, column))
    const isNamed = qualifier !== null && entities.get(folded(qualifier))?.includes(column)
    const named = isNamed ? [{ entity: folded(qualifier), field: column }] : anywhere(column)
    const ofTables = told.flatMap(readings => readings ?? [])
    yield* withProtected(named ?? ofTables, ofTables)
    const isKnown = read.length > 0 ? told.every(readings => readings !== undefined) : named !== undefined
    if (!isKnown && rows.length === 0 && !isOwn(column)) yield anything
  }

  const ofEntity = (name: string): readonly Reading[] =>
    derivedReads.has(folded(name)) ? ofDerived(name) : [{ entity: folded(name), field: null }]

  /** Whether a value of this name is one that the SQL has made or selected itself. */
  const ownNames = (references: SqlReferences): ((name: string) => boolean) => {
    const selected = references.columns.filter(
      ({ qualifier, name }) =>
        qualifier !== null &&
        sourcesOf(qualifier, references).some(source => ofColumn(source, folded(name)) !== undefined),
    )
    const { values, parameters = [] } = references
    const names = new Set([...values, ...parameters, ...selected.map(({ name }) => name)].map(folded))
    return name => names.has(name)
  }

  function* collect(references: SqlReferences): Generator<Reading> {
    const isOwn = ownNames(references)
    for (const reference of references.columns) {
      yield* ofReference(reference, references, isOwn)
      if (reference.qualifier !== null) yield* ofEntity(reference.qualifier)
    }
    for (const { name, alias, isRenamed } of references.tables) {
      yield* ofEntity(name)
      if (isRenamed) for (const source of sourcesOf(alias, references)) yield* ofWhole(source)
    }
    for (const whole of references.wholes) {
      if (whole === '') yield anything
      for (const source of sourcesOf(whole, references)) yield* ofWhole(source)
    }
    for (const name of references.functions) yield* through('function', name, functionReads.get(folded(name)))
  }

  return collect
}
