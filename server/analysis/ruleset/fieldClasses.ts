import type { FieldClass } from '../../../src/domain/privacy.ts'
import type { SqlReferences } from './references.ts'

/** Classes of what a value, or a condition, tells of a record. */
export type Classes = readonly FieldClass[]

/** Classes of the fields of a record, and of what is computed from them. */
export interface RecordPrivacy {
  /** Class of a field of the file; where it is not known, that which is protected most. */
  fieldClass: (entity: string, field: string) => FieldClass
  /** Classes of what it tells that a record has this element, a field or a record inside it, or does not have it. */
  presenceClasses: (entity: string, element: string) => Classes
  /** Classes of everything that pieces of SQL read, also by way of derived fields and functions. */
  classesOf: (...references: readonly SqlReferences[]) => Classes
  /** The fields themselves that pieces of SQL read, as `Entity.FIELD` in the order of the schema. */
  fieldsOf: (...references: readonly SqlReferences[]) => string[]
}
