import { type FieldClass, fieldClasses } from '../../../src/domain/privacy.ts'
import type { EntityTable } from '../tables.ts'
import type { RulesetFault } from './fault.ts'
import type { Classes, RecordPrivacy } from './fieldClasses.ts'
import type { RulesetFiles } from './folder.ts'
import { type Computed, folded, type Reading, readingsOf } from './readings.ts'

/** Where nothing is said of a field, nobody is to see it who may not see everything. */
const unknownClass: FieldClass = 'special-category'

const ordered = (classes: Iterable<FieldClass>): Classes => {
  const held = new Set(classes)
  return fieldClasses.filter(one => held.has(one))
}

type PrivacyFile = NonNullable<RulesetFiles['privacy']>

/** Class of each field that the file names, by entity and field in lower case. */
export const classTable = (file: PrivacyFile | undefined): Map<string, Map<string, FieldClass>> => {
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
    const listed = fieldClasses.flatMap(one => byClass[one] ?? []).map(folded)
    const twice = listed.find((field, at) => listed.indexOf(field) !== at)
    if (twice !== undefined)
      note([entity], `The field ${entity}.${twice.toUpperCase()} has more than one class.`)
  }
}

/** The classes of a ruleset's record, from its `privacy.yaml`. Faults of that file are added to `faults`. */
export const recordPrivacy = (
  file: RulesetFiles['privacy'],
  tables: readonly EntityTable[],
  computed: Computed,
  faults: RulesetFault[],
): RecordPrivacy => {
  const table = classTable(file)
  if (file) checkClasses(file, tables, table, faults)
  const ofField = (entity: string, field: string): FieldClass => table.get(entity)?.get(field) ?? unknownClass
  const fields = tables.flatMap(({ name, columns }) =>
    columns.map(column => ({ name: `${name}.${column}`, key: folded(`${name}.${column}`) })),
  )
  const entities = new Map(tables.map(({ name, columns }) => [folded(name), columns.map(folded)]))

  /** An entity whose fields are all of one class tells of it by being there at all. */
  const classesOf = ({ entity, field }: Reading): readonly FieldClass[] => {
    if (field !== null) return [ofField(entity, field)]
    const classes = new Set(entities.get(entity)?.map(column => ofField(entity, column)))
    return classes.size === 1 ? [...classes] : []
  }
  const collect = readingsOf(tables, computed, one => classesOf(one).includes(unknownClass))

  return {
    fieldClass: (entity, field) => ofField(folded(entity), folded(field)),
    presenceClasses: (entity, element) => {
      const [holder, name] = [folded(entity), folded(element)]
      // A record may bear the name of its field, so the fields of the holder come first.
      const isRecord = !table.get(holder)?.has(name) && entities.has(name)
      return classesOf(isRecord ? { entity: name, field: null } : { entity: holder, field: name })
    },
    classesOf: (...references) => ordered(references.flatMap(one => [...collect(one)].flatMap(classesOf))),
    fieldsOf: (...references) => {
      const read = new Set(
        references.flatMap(one => [...collect(one)].map(({ entity, field }) => `${entity}.${field}`)),
      )
      return fields.filter(({ key }) => read.has(key)).map(({ name }) => name)
    },
  }
}
