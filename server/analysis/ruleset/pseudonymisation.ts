import type { EntityTable } from '../tables.ts'
import type { RulesetFault } from './fault.ts'
import type { RulesetFiles } from './folder.ts'
import { classTable } from './privacy.ts'
import { folded } from './readings.ts'
import type { RecordTreatment, Treatment } from './treatment.ts'

type File = NonNullable<RulesetFiles['pseudonymisation']>

/** Every treatment that the file gives to a field of an entity, in its order; a name that it does not define is noted. */
const treatmentsOf = (
  { value: { identifiers, words, fields } }: File,
  entity: string,
  note: (path: readonly string[], message: string) => void,
): [field: string, treatment: Treatment][] => {
  const { keep = [], drop = [], renumber = [], ...named } = fields[entity] ?? {}
  const plain = (names: readonly string[], kind: 'keep' | 'drop' | 'renumber') =>
    names.map((field): [string, Treatment] => [field, { kind }])
  return [
    ...plain(keep, 'keep'),
    ...plain(drop, 'drop'),
    ...plain(renumber, 'renumber'),
    ...Object.entries(named.generalise ?? {}).map(([field, to]): [string, Treatment] => [
      field,
      { kind: 'generalise', to },
    ]),
    ...Object.entries(named.pseudonym ?? {}).flatMap(([field, identifier]): [string, Treatment][] => {
      const form = identifiers[identifier]
      if (form) return [[field, { kind: 'pseudonym', identifier, form }]]
      note(['fields', entity, 'pseudonym', field], `There is no kind of identifier "${identifier}".`)
      return []
    }),
    ...Object.entries(named.words ?? {}).flatMap(([field, list]): [string, Treatment][] => {
      const found = words[list]
      if (found) return [[field, { kind: 'words', list, words: found }]]
      note(['fields', entity, 'words', field], `There is no list of words "${list}".`)
      return []
    }),
  ]
}

/** Every field that the file names of an entity. */
const namedFields = (file: File, entity: string): string[] =>
  Object.values(file.value.fields[entity] ?? {}).flatMap(named =>
    Array.isArray(named) ? named : Object.keys(named ?? {}),
  )

/**
 * The treatment of every field of the schema, from `pseudonymisation.yaml`; undefined where the ruleset has no such file. A
 * field without a treatment, or with two, is a fault of the ruleset. So is an identifier that is kept: whoever has the files of two
 * purposes could put them together by it. A name that the schema does not have may be one of another year, for which
 * `privacy.yaml` has a class.
 *
 * Kept identifiers and strange names of a ruleset that is in use already were let through by an earlier release, and are no faults:
 * only pseudonymisation is not to be had of one that keeps an identifier.
 */
export const recordTreatment = (
  { pseudonymisation: file, privacy }: Pick<RulesetFiles, 'pseudonymisation' | 'privacy'>,
  tables: readonly EntityTable[],
  faults: RulesetFault[],
  { isInUse = false }: { isInUse?: boolean } = {},
): RecordTreatment | undefined => {
  if (!file) return undefined
  const note = (path: readonly string[], message: string) =>
    faults.push({ file: file.file, line: file.lineOf(path), message })
  const classes = classTable(privacy)
  const classOf = (entity: string, field: string) => classes.get(folded(entity))?.get(folded(field))
  const treatment = new Map(
    tables.map(({ name, columns }) => {
      const given = treatmentsOf(file, name, note)
      const byField = new Map(given)
      for (const column of columns)
        if (!byField.has(column))
          note(['fields', name], `The field ${name}.${column} has no treatment for pseudonymisation.`)
      const twice = given.find(([field], at) => given.findIndex(([other]) => other === field) !== at)
      if (twice) note(['fields', name], `The field ${name}.${twice[0]} has more than one treatment.`)
      return [name, byField]
    }),
  )
  const keptIdentifiers = tables.flatMap(({ name, columns }) =>
    columns
      .filter(
        column => treatment.get(name)?.get(column)?.kind === 'keep' && classOf(name, column) === 'identifier',
      )
      .map(column => ({ entity: name, field: column })),
  )
  if (isInUse) return keptIdentifiers.length > 0 ? undefined : treatment
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]))
  for (const entity of privacy ? Object.keys(file.value.fields) : [])
    for (const field of namedFields(file, entity))
      if (!columnsOf.get(entity)?.includes(field) && classOf(entity, field) === undefined)
        note(
          ['fields', entity],
          `There is no field ${entity}.${field} in the record. Write it as the schema does, or take it out.`,
        )
  for (const { entity, field } of keptIdentifiers)
    note(
      ['fields', entity, 'keep'],
      `The field ${entity}.${field} is an identifier and cannot be kept. Give it another treatment.`,
    )
  return treatment
}
