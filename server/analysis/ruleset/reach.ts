import type { Database } from '../database.ts'
import { didYouMean } from './nearest.ts'
import type { SqlReferences } from './references.ts'

/*
 * What the SQL of a ruleset can reach. The database itself is locked (no network, no files but those of the record, no setting
 * to change); this keeps a ruleset from the record's files as files, from what DuckDB tells of itself, and from answers that
 * differ from run to run: a rule that is run again has to find the same.
 */

/** Functions that make tables of values; all others read files, settings or other SQL. */
const tableFunctions = new Set(['unnest', 'range', 'generate_series'])

/** Functions that always give the same and yet tell of the machine or the connection. */
const tellingFunctions = [
  'current_setting',
  'getenv',
  'getvariable',
  'version',
  'current_user',
  'session_user',
  'current_role',
  'user',
]

/** Names of SQL that a ruleset may use, in lower case. */
export interface Reach {
  tables: ReadonlySet<string>
  lists: ReadonlySet<string>
  /** The manifest may name tables that are not known, because it is at fault. */
  isUnsure: boolean
  /** Functions of DuckDB that it may not use. */
  forbidden: ReadonlySet<string>
}

const lower = (name: string): string => name.toLowerCase()

/** What a ruleset with these tables and lists can reach. */
export const reachOf = async (
  database: Database,
  names: { tables: readonly string[]; lists: readonly string[]; isUnsure: boolean },
): Promise<Reach> => {
  const changing = await database.rows(
    `select distinct function_name as name from duckdb_functions()
      where function_type in ('scalar', 'aggregate', 'macro')
        and (stability <> 'CONSISTENT' or has_side_effects)`,
  )
  return {
    tables: new Set(names.tables.map(lower)),
    lists: new Set(names.lists.map(lower)),
    isUnsure: names.isUnsure,
    forbidden: new Set([...changing.map(({ name }) => String(name)), ...tellingFunctions]),
  }
}

/** What SQL reads that it may not, in words; nothing where it keeps to its reach. */
export const beyondReach = (
  { tables, named, functions, tableFunctions: making }: SqlReferences,
  reach: Reach,
): string[] => {
  const own = new Set(named.map(lower))
  const isKnown = (schema: string, name: string): boolean => {
    if (schema === 'list') return reach.lists.has(name)
    if (reach.isUnsure && schema === '') return true
    return (schema === '' && own.has(name)) || (['', 'plain'].includes(schema) && reach.tables.has(name))
  }
  return [
    ...tables
      .filter(({ schema, name }) => !isKnown(lower(schema), lower(name)))
      .map(
        ({ schema, name }) =>
          `There is no table "${schema === '' ? name : `${schema}.${name}`}" for rules.${didYouMean(
            name,
            schema === 'list' ? reach.lists : reach.tables,
          )}`,
      ),
    ...functions
      .filter(name => reach.forbidden.has(lower(name)))
      .map(name => `The function "${name}" is not for rules: its answer does not follow from the record.`),
    ...making
      .filter(name => !tableFunctions.has(lower(name)))
      .map(name => `The function "${name}" is not for rules: they read no files and nothing of the system.`),
  ]
}
