import type { Ruleset } from './ruleset.ts'

const register = 'RegisteredProvider'

/**
 * Codes of the rules that decide by the register of providers, also by way of functions and derived fields: who does not know the
 * register cannot tell whether a record fails them.
 */
export const rulesReadingRegister = ({
  rules,
  derivedFields,
  derivedEntities,
  manifest,
}: Pick<Ruleset, 'derivedEntities' | 'derivedFields' | 'manifest' | 'rules'>): ReadonlySet<string> => {
  const sources = [
    ...Object.entries(manifest.functions).map(([name, { sql }]) => ({ name, sql })),
    ...derivedFields.map(({ name, sql, from }) => ({ name, sql: `${sql} ${from}` })),
    ...derivedEntities.map(({ name, rows }) => ({ name, sql: rows })),
  ]
  const readers = new Set([register])
  const reads = (sql: string): boolean => new RegExp(`\\b(?:${[...readers].join('|')})\\b`, 'i').test(sql)
  let known = 0
  while (known < readers.size) {
    known = readers.size
    for (const { name, sql } of sources) if (reads(sql)) readers.add(name)
  }
  return new Set(
    rules
      .filter(({ condition, countSql }) => reads(`${condition.population} ${condition.fails} ${countSql}`))
      .map(({ code }) => code),
  )
}
