import type { FieldClass } from '../../src/domain/privacy.ts'
import type { Ruleset } from '../analysis/index.ts'
import type { Disclosure } from './disclosure.ts'

/** What is withheld of a record, by name, with why. */
interface HiddenParts {
  fields: ReadonlyMap<string, string>
  /** Records inside it. */
  records: ReadonlyMap<string, string>
}

/**
 * What the reader is not even to know to be there, of any record of an entity. To be listed always and once: how many there are
 * tells as much as their values, and so does it that there are none.
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
  return {
    fields: new Map(columns.flatMap(name => withheld(name, [privacy.fieldClass(entity, name)]))),
    records: new Map(inside.flatMap(({ name }) => withheld(name, privacy.presenceClasses(entity, name)))),
  }
}
