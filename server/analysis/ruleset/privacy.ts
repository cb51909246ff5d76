import { type FieldClass, fieldClasses } from '../../../src/domain/privacy.ts'
import type { EntityTable } from '../tables.ts'
import type { SqlReferences } from './expression.ts'
import type { RulesetFault } from './fault.ts'
import type { Classes, RecordPrivacy } from './fieldClasses.ts'
import type { RulesetFiles } from './folder.ts'

/** Where nothing is said of a field, nobody is to see it who may not see everything. */
const unknownClass: FieldClass = 'special-category'

/** SQL does not tell upper from lower case. */
const folded = (name: string): string => name.toLowerCase()

const ordered = (classes: Iterable<FieldClass>): Classes => {
  const held = new Set(classes)
  return fieldClasses.filter(one => held.has(one))
}

type Read<T> = ReadonlyMap<string, T>

/** What computed values read, by name. */
export interface Computed {
  derivedEntities: readonly { name: string; columns: readonly string[] }[]
  /** References of each derived field and derived entity, and of each function. */
  derivedReads: Read<SqlReferences>
  functionReads: Read<SqlReferences>
  /** Columns of the record that is kept for next year, and what the query that makes it reads. */
  historyColumns: readonly string[]
  historyReads: SqlReferences
}

type PrivacyFile = NonNullable<RulesetFiles['privacy']>

const classTable = (file: PrivacyFile | undefined): Map<string, Map<string, FieldClass>> => {
  const table = new Map<string, Map<string, FieldClass>>()
  for (const [entity, byClass] of Object.entries(file?.value ?? {})) {
    const fields = new Map<string, FieldClass>()
    for (const one of fieldClasses) for (const field of byClass[one] ?? []) fields.set(folded(field), one)
    table.set(folded(entity), fields)
  }
  return table
}

/** Notes a fault for every field of the schema without a class, and for one with two. */
const checkClasses = (
  file: PrivacyFile,
  tables: readonly EntityTable[],
  known: ReadonlyMap<string, ReadonlyMap<string, FieldClass>>,
  faults: RulesetFault[],
): void => {
  const note = (path: readonly string[], message: string) =>
    faults.push({ file: file.file, line: file.lineOf(path), message })
  for (const { name, columns } of tables)
    for (const column of columns)
      if (!known.get(folded(name))?.has(folded(column)))
        note([name], `The field ${name}.${column} has no class.`)
  for (const [entity, byClass] of Object.entries(file.value)) {
    const listed = Object.values(byClass).flat().map(folded)
    const twice = listed.find((field, at) => listed.indexOf(field) !== at)
    if (twice !== undefined)
      note([entity], `The field ${entity}.${twice.toUpperCase()} has more than one class.`)
  }
}

/** What SQL reads of a record: a field, or that there is a record of an entity at all. */
type Reading = { entity: string; field: string } | { entity: string; field: null }

/** The classes of a ruleset's record, from its `privacy.yaml`. Faults of that file are added to `faults`. */
export const recordPrivacy = (
  file: RulesetFiles['privacy'],
  tables: readonly EntityTable[],
  { derivedEntities, derivedReads, functionReads, ...history }: Computed,
  faults: RulesetFault[],
): RecordPrivacy => {
  const table = classTable(file)
  if (file) checkClasses(file, tables, table, faults)
  const entities = new Map(tables.map(({ name, columns }) => [folded(name), columns.map(folded)]))
  const ofField = (entity: string, field: string): FieldClass => table.get(entity)?.get(field) ?? unknownClass
  const fields = tables.flatMap(({ name, columns }) =>
    columns.map(column => ({ name: `${name}.${column}`, key: folded(`${name}.${column}`) })),
  )
  const byName = new Map<string, Reading[]>()
  for (const [entity, columns] of entities)
    for (const field of columns) byName.set(field, [...(byName.get(field) ?? []), { entity, field }])
  const historyColumns = new Set(history.historyColumns.map(folded))
  const ofDerivedEntity = new Map<string, string>()
  for (const { name, columns } of derivedEntities)
    for (const column of columns) ofDerivedEntity.set(folded(column), name)

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
  const ofDerived = (name: string) => through('derived', name, derivedReads.get(folded(name)))

  const ofColumn = (qualifier: string | null, name: string): readonly Reading[] => {
    const column = folded(name)
    const own = qualifier === null ? undefined : entities.get(folded(qualifier))
    if (qualifier !== null && own?.includes(column)) return [{ entity: folded(qualifier), field: column }]
    if (derivedReads.has(column)) return ofDerived(column)
    const entity = ofDerivedEntity.get(column)
    if (entity !== undefined) return ofDerived(entity)
    const named = byName.get(column)
    if (named) return named
    return historyColumns.has(column) ? through('history', '', history.historyReads) : []
  }

  const ofEntity = (name: string): readonly Reading[] =>
    derivedReads.has(folded(name)) ? ofDerived(name) : [{ entity: folded(name), field: null }]

  function* collect(references: SqlReferences): Generator<Reading> {
    for (const { qualifier, name } of references.columns) {
      yield* ofColumn(qualifier, name)
      if (qualifier !== null) yield* ofEntity(qualifier)
    }
    for (const { name } of references.tables) yield* ofEntity(name)
    for (const name of references.functions) yield* through('function', name, functionReads.get(folded(name)))
  }

  /** An entity whose fields are all of one class tells of it by being there at all. */
  const classesOf = ({ entity, field }: Reading): readonly FieldClass[] => {
    if (field !== null) return [ofField(entity, field)]
    const classes = new Set(entities.get(entity)?.map(column => ofField(entity, column)))
    return classes.size === 1 ? [...classes] : []
  }

  return {
    fieldClass: (entity, field) => ofField(folded(entity), folded(field)),
    classesOf: (...references) => ordered(references.flatMap(one => [...collect(one)].flatMap(classesOf))),
    fieldsOf: (...references) => {
      const read = new Set(
        references.flatMap(one => [...collect(one)].map(({ entity, field }) => `${entity}.${field}`)),
      )
      return fields.filter(({ key }) => read.has(key)).map(({ name }) => name)
    },
  }
}
