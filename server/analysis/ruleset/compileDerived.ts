import { type Compiler, knownEntity, readSql } from './compiler.ts'
import type { RulesetFiles } from './folder.ts'
import { derivedNamesIn, fromClause } from './frame.ts'
import { didYouMean } from './nearest.ts'
import type { DerivedEntity, DerivedField } from './ruleset.ts'

/** A derived field or entity whose level is not known yet. */
export type Underived = Omit<DerivedField, 'level'> | Omit<DerivedEntity, 'level'>

/** A derived field, or an entity that is derived as a whole, with its SQL. */
export const compileDerived = async (
  compiler: Compiler,
  { value: field, ...origin }: RulesetFiles['derived'][number],
): Promise<Underived> => {
  knownEntity(compiler, origin, field.entity)
  const common = {
    ...origin,
    name: field.name,
    entity: field.entity,
    description: field.description,
    published: field.published,
    examples: field.examples,
  }
  if (field.rows !== undefined) {
    const references = await readSql(compiler, origin, ['rows'], field.rows, 'query')
    compiler.derivedReads.set(field.name.toLowerCase(), references)
    return {
      ...common,
      columns: field.columns ?? [],
      rows: field.rows,
      derived: derivedNamesIn(references).filter(name => name !== field.name),
    }
  }
  const sql = field.sql ?? 'null'
  const references = await readSql(compiler, origin, ['sql'], sql)
  compiler.derivedReads.set(field.name.toLowerCase(), references)
  const from = fromClause(compiler.frame(field.entity), field.entity, [references])
  return {
    ...common,
    sql,
    from: from.sql,
    derived: [...new Set([...derivedNamesIn(references), ...from.derived])],
  }
}

/** A field's level is one more than the highest of what it reads, so that levels can be computed one after the other. */
export const withLevels = (
  fields: readonly Underived[],
  { faults, unread }: Pick<Compiler, 'faults' | 'unread'>,
  unreadable: readonly string[],
): (DerivedField | DerivedEntity)[] => {
  const byName = new Map(fields.map(field => [field.name, field]))
  const levels = new Map<string, number>()
  const levelOf = (field: Underived, path: readonly string[]): number => {
    const known = levels.get(field.name)
    if (known !== undefined) return known
    if (path.includes(field.name)) {
      faults.push({
        file: field.file,
        line: field.lineOf(['sql' in field ? 'sql' : 'rows']),
        message: `Derived fields need each other in a circle: ${[...path, field.name].join(' → ')}. Write one of them without the others.`,
      })
      unread.add(field.file)
      return 0
    }
    const level = Math.max(
      0,
      ...field.derived.map(name => {
        const needed = byName.get(name)
        if (needed) return levelOf(needed, [...path, field.name]) + 1
        if (unreadable.includes(name)) return 0
        // A derived entity has columns of its own that begin with Z_ only by mistake.
        faults.push({
          file: field.file,
          line: field.lineOf(['sql']),
          message: `There is no derived field "${name}".${didYouMean(name, byName.keys())}`,
        })
        unread.add(field.file)
        return 0
      }),
    )
    levels.set(field.name, level)
    return level
  }
  return fields.map(field => ({ ...field, level: levelOf(field, []) }))
}
