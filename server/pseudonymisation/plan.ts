import type { EntityTable, XmlName } from 'bedel-record'
import type { RecordTreatment, Treatment } from '../analysis/index.ts'
import { type Tag, tagOf } from './output.ts'

/** A field of an entity, and what becomes of it. */
export interface FieldPlan {
  name: string
  treatment: Treatment
  opening: Tag
  closing: Tag
  /** The value is the key of its record. */
  isKey: boolean
}

/** One entity at its place in the document. */
export interface EntityPlan {
  name: string
  opening: Tag
  closing: Tag
  /** By the number of their name. */
  fields: (FieldPlan | undefined)[]
  children: (EntityPlan | undefined)[]
  /** Whether a value of it is chosen by its key. */
  needsKey: boolean
}

const tagsOf = (name: string) => ({
  opening: tagOf(`\n<${name}>`),
  closing: tagOf(`</${name}>`),
})

/** What becomes of everything that a document of the schema can hold. */
export interface RecordPlan {
  roots: readonly (EntityPlan | undefined)[]
  /** Number of each name that the plan knows. */
  numbers: ReadonlyMap<string, number>
}

/** Number of a name in the plan, kept with the name; one that is in no plan has a number that nothing has. */
export const numberOf = ({ numbers }: RecordPlan, name: XmlName): number => {
  if (name.slot < 0) name.slot = numbers.get(name.local) ?? numbers.size
  return name.slot
}

const emptyPlan = (name: string): EntityPlan => ({
  name,
  opening: tagOf(`\n<${name}>`),
  closing: tagOf(`\n</${name}>`),
  fields: [],
  children: [],
  needsKey: false,
})

/**
 * The plan by which a document of the schema is pseudonymised. Throws where a field has no treatment: nothing leaves the system
 * because somebody forgot it.
 */
export const planOf = (tables: readonly EntityTable[], treatment: RecordTreatment): RecordPlan => {
  const numbers = new Map<string, number>()
  const numberFor = (name: string): number => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  }
  const top = emptyPlan('')
  for (const { name, path, columns, keys } of tables) {
    let place = top
    for (const part of path.split('/')) {
      const number = numberFor(part)
      const below = place.children[number] ?? emptyPlan(part)
      place.children[number] = below
      place = below
    }
    for (const column of columns) {
      const found = treatment.get(name)?.get(column)
      if (!found) throw new Error(`The field ${name}.${column} has no treatment for pseudonymisation.`)
      const isKey = column === keys[0]
      place.fields[numberFor(column)] = { name: column, treatment: found, ...tagsOf(column), isKey }
      place.needsKey ||= found.kind === 'words'
    }
  }
  return { roots: top.children, numbers }
}
