import { type Database, script } from './database.ts'
import type { DerivedField, Ruleset } from './ruleset/ruleset.ts'
import { checkStep, createDerivedEntity, deriveStage, joinStages, type Stage, showing } from './stages.ts'
import { runSteps, type Step } from './steps.ts'

/*
 * Derived fields of a large record, on several connections at once: what does not read each other is computed side by side.
 */

/** A stage with what it computes. */
interface FieldStage extends Stage {
  level: number
  fields: readonly DerivedField[]
}

/** The stages of all fields, in the order of their levels. */
const stagesOf = (fields: readonly DerivedField[]): FieldStage[] => {
  const groups = Map.groupBy(
    fields.toSorted((one, other) => one.level - other.level),
    ({ level, entity, from }) => JSON.stringify([level, entity, from]),
  )
  const counts = new Map<string, number>()
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (!first) return []
    const { entity, level } = first
    const number = counts.get(entity) ?? 0
    counts.set(entity, number + 1)
    return [{ entity, level, number, names: group.map(({ name }) => name), fields: group }]
  })
}

type Derived = Pick<Ruleset, 'derivedFields' | 'derivedEntities'>

const stepsOf = ({ derivedEntities }: Derived, stages: readonly FieldStage[]): Step[] => {
  const byEntity = Map.groupBy(stages, ({ entity }) => entity)
  /** A step that finds each entity with what it reads of the stages of lower levels. */
  const step = (
    below: number,
    derived: readonly string[],
    makes: readonly string[],
    work: (database: Database) => Promise<void>,
  ): Step => {
    const reads = new Set(derived)
    const views = [...byEntity].map(([entity, all]) =>
      showing(
        entity,
        all.filter(({ level }) => level < below),
        reads,
      ),
    )
    return {
      reads,
      makes,
      run: async database => {
        await database.run(script(...views))
        await work(database)
      },
    }
  }
  return [
    // The dearest of all, of those that nothing waits for: several rows for each record.
    ...derivedEntities.map(entity =>
      step(entity.level + 1, entity.derived, [entity.name], database =>
        createDerivedEntity(database, entity),
      ),
    ),
    ...stages.map(({ entity, level, number, names, fields }) =>
      step(
        level,
        fields.flatMap(({ derived }) => derived),
        names,
        database => deriveStage(database, 'database', entity, number, fields),
      ),
    ),
  ]
}

/** Computes all derived fields of a record that is read from its files, on the given connections. */
export const computeOnAll = async (
  connections: readonly [Database, ...Database[]],
  ruleset: Derived,
  onField: (count: number) => void,
): Promise<void> => {
  const [database] = connections
  await database.run('create schema derived')
  const stages = stagesOf(ruleset.derivedFields)
  await runSteps(connections, stepsOf(ruleset, stages), ({ makes }) => onField(makes.length))
  for (const [entity, { length }] of Map.groupBy(stages, stage => stage.entity)) {
    await checkStep(database, 'database', entity, length)
    await joinStages(database, 'database', entity, length)
  }
}
