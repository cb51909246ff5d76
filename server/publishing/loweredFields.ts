import { type FieldClass, fieldClasses, type LoweredField, opensMore } from '../../src/domain/privacy.ts'
import type { Ruleset, readFieldClasses } from '../analysis/index.ts'

/** Fields by class, by entity: what a `privacy.yaml` says. */
export type FieldsByClass = NonNullable<Awaited<ReturnType<typeof readFieldClasses>>>

/** SQL and rulesets do not tell upper from lower case. */
const keyOf = (entity: string, field: string): string => `${entity}.${field}`.toLowerCase()

/**
 * Fields of a ruleset that more people would read than by one of these that were published before, whichever protects them most.
 * A field that none of them has classed is nobody's yet: whoever publishes it first says what it is.
 */
export const loweredFields = (
  { tables, privacy }: Pick<Ruleset, 'tables' | 'privacy'>,
  before: readonly FieldsByClass[],
): LoweredField[] => {
  const known = new Map<string, Set<FieldClass>>()
  for (const classes of before)
    for (const [entity, byClass] of Object.entries(classes))
      for (const one of fieldClasses)
        for (const field of byClass[one] ?? []) {
          const key = keyOf(entity, field)
          known.set(key, (known.get(key) ?? new Set()).add(one))
        }
  return tables.flatMap(({ name, columns }) =>
    columns.flatMap(column => {
      const now = privacy.fieldClass(name, column)
      const from = [...(known.get(keyOf(name, column)) ?? [])].find(one => opensMore(one, now))
      return from === undefined ? [] : [{ field: `${name}.${column}`, from }]
    }),
  )
}
