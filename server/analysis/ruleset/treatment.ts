import type { Generalisation, IdentifierForm } from './model.ts'

/** What becomes of a field when the record is pseudonymised; the comments of `pseudonymisation.yaml` say it in full. */
export type Treatment =
  | { kind: 'keep' }
  | { kind: 'drop' }
  | { kind: 'pseudonym'; identifier: string; form: IdentifierForm }
  | { kind: 'renumber' }
  | { kind: 'generalise'; to: Generalisation }
  | { kind: 'words'; list: string; words: readonly string[] }

/** The treatment of each field of a record, by entity and field. */
export type RecordTreatment = ReadonlyMap<string, ReadonlyMap<string, Treatment>>
