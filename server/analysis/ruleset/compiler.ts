import type { Database } from '../database.ts'
import type { EntityTable } from '../tables.ts'
import { referencesOf, referencesOfExpression } from './expression.ts'
import type { RulesetFault } from './fault.ts'
import type { RecordPrivacy } from './fieldClasses.ts'
import type { CodeLabels } from './finding.ts'
import { pathText } from './formFaults.ts'
import type { Frame } from './frame.ts'
import type { ManifestFile } from './model.ts'
import { didYouMean } from './nearest.ts'
import { atPlace } from './place.ts'
import { beyondReach, type Reach } from './reach.ts'
import { noReferences, type SqlReferences } from './references.ts'
import type { NamedSql, Origin } from './ruleset.ts'
import { SqlFault, sqlReason } from './sqlReason.ts'

/** What compiles the SQL of a ruleset: what it may readSql, and what was found at fault. */
export interface Compiler {
  database: Database
  manifest: ManifestFile
  tables: readonly EntityTable[]
  faults: RulesetFault[]
  /** Files with SQL that cannot be read: nothing of them is run. */
  unread: Set<string>
  /** Properties of the manifest that are at fault. What rests on them is not checked. */
  unsure: ReadonlySet<string>
  frame: (entity: string) => Frame
  /** What its SQL may read. */
  reach: Reach
  /** What each derived field and derived entity reads, by its name in lower case. */
  derivedReads: Map<string, SqlReferences>
}

/** With what is known once everything computed is. */
export interface ShowingCompiler extends Compiler {
  /** Classes of what is read. */
  privacy: RecordPrivacy
  /** What the conditions of the manifest's links read, by their text. */
  linkReads: ReadonlyMap<string, SqlReferences>
  /** Labels of the codes of a value, by its name. */
  labelsOf: (name: string) => CodeLabels | null
}

/** Reads one piece of SQL; a fault is noted with its place and gives no references. */
export const readSql = async (
  compiler: Compiler,
  origin: Origin,
  path: readonly PropertyKey[],
  sql: string,
  kind: 'expression' | 'query' = 'expression',
): Promise<SqlReferences> => {
  atPlace(origin, path)
  try {
    const parse = kind === 'expression' ? referencesOfExpression : referencesOf
    const references = await parse(compiler.database, sql)
    const [beyond] = beyondReach(references, compiler.reach)
    if (beyond === undefined) return references
    throw new SqlFault(beyond)
  } catch (error) {
    compiler.unread.add(origin.file)
    compiler.faults.push({
      file: origin.file,
      line: origin.lineOf(path),
      message: `${pathText(path)}: ${sqlReason(error)}`,
    })
    return noReferences
  }
}

/** Reads pieces of SQL that have names, or take them from the field that they read. */
export const readNamedSql = async (
  compiler: Compiler,
  origin: Origin,
  path: string,
  items: readonly (string | Record<string, string>)[],
) => {
  const named: NamedSql[] = items.flatMap(item =>
    typeof item === 'string'
      ? [{ name: item.split('.').at(-1) ?? item, sql: item }]
      : Object.entries(item).map(([name, sql]) => ({ name, sql })),
  )
  const references = await Promise.all(
    named.map(({ sql }, index) => readSql(compiler, origin, [path, index], sql)),
  )
  return { named, references }
}

/** Whether the schema has this entity; a fault is noted where it does not. */
export const knownEntity = (compiler: Compiler, origin: Origin, entity: string): boolean => {
  if (compiler.tables.some(table => table.name === entity)) return true
  compiler.faults.push({
    file: origin.file,
    line: origin.lineOf(['entity']),
    message: `entity: The schema has no entity "${entity}".${didYouMean(
      entity,
      compiler.tables.map(({ name }) => name),
    )}`,
  })
  compiler.unread.add(origin.file)
  return false
}
