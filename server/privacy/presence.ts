import type { FieldClass } from '../../src/domain/privacy.ts'
import type { Ruleset } from '../analysis/index.ts'
import type { Disclosure } from './disclosure.ts'

/** What is withheld of a record, by name, with why. */
interface HiddenParts {
  fields: ReadonlyMap<string, string>
  /** Records inside it. */
  records: ReadonlyMap<string, string>
  /** Whether this field, or this record inside it, is withheld; so is one that the schema does not have. */
  hidesField: (name: string) => boolean
  hidesRecord: (name: string) => boolean
}

/**
 * The parts of any record of an entity that the reader must not know to be there. List each always and once: their number, or
 * their absence, tells as much as their values.
 */
export const hiddenParts = (
  { notice }: Disclosure,
  { tables, privacy }: Pick<Ruleset, 'tables' | 'privacy'>,
  entity: string,
): HiddenParts => {
  const withheld = (name: string, classes: readonly FieldClass[]): [string, string][] => {
    const reason = notice(classes)
    return reason === undefined ? [] : [[name, reason]]
  }
  const columns = tables.find(({ name }) => name === entity)?.columns ?? []
  const inside = tables.filter(({ parent }) => parent === entity)
  const ofField = (name: string) => withheld(name, [privacy.fieldClass(entity, name)])
  const ofRecord = (name: string) => withheld(name, privacy.presenceClasses(entity, name))
  return {
    fields: new Map(columns.flatMap(ofField)),
    records: new Map(inside.flatMap(({ name }) => ofRecord(name))),
    hidesField: name => ofField(name).length > 0,
    hidesRecord: name => ofRecord(name).length > 0,
  }
}
