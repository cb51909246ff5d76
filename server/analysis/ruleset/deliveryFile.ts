import type { Classes } from './fieldClasses.ts'

/** A column of a delivered file. */
export interface DeliveryColumn {
  /** As the header names it, `Entity.FIELD`. */
  name: string
  /** Of the file's key: it is in every delivery of the file. */
  isKey: boolean
  /** What it tells of the record's people. */
  classes: Classes
  /** It is left out when the record is pseudonymised: nothing is there, or a word that means nothing. */
  isDropped: boolean
  /** It is not what it was when the record is pseudonymised, or is computed from what is not. */
  isChanged: boolean
  /** The value as it is in the record. */
  value: string
}

/** A file of the delivery, with everything that its queries are made of. */
export interface DeliveryFile {
  name: string
  columns: readonly DeliveryColumn[]
  /** What it tells of a person that there is a row of them. */
  rowClasses: Classes
  /** FROM and WHERE. */
  from: string
  /** Number of the record among those of its entity, which orders rows of one key. */
  row: string
  /** Condition under which a row is of one of these levels of study; null where the file has nothing of any level. */
  ofLevel: ((levels: readonly string[]) => string) | null
}
