import { type Database, script } from './database.ts'
import type { Ruleset } from './ruleset/ruleset.ts'
import {
  checkStep,
  createDerivedEntity,
  deriveStage,
  type FieldStage,
  joinStages,
  showing,
  stagesOf,
} from './stages.ts'
import { runSteps, type Step } from './steps.ts'

/*
 * Derived fields of a large record, on several connections at once: what does not read each other is computed side by side.
 */

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
    ...stages.map(stage =>
      step(
        stage.level,
        stage.fields.flatMap(({ derived }) => derived),
        stage.names,
        database => deriveStage(database, 'database', stage),
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
