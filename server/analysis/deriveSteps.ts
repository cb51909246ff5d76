import { type Database, isOutOfMemory, script } from './database.ts'
import type { DerivedField, Ruleset } from './ruleset/ruleset.ts'
import { checkStep, createDerivedEntity, deriveStage, joinStages, type Stage, showing } from './stages.ts'

/*
 * Derived fields of a large record, on several connections at once: what does not read each other is computed side by side.
 */

/** What one query computes. */
export interface Step {
  /** Derived fields and entities that it reads, and those that it makes. */
  reads: ReadonlySet<string>
  makes: readonly string[]
  run: (database: Database) => Promise<void>
}

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

/** Steps by how many wait for them one after the other: those that most wait for come first. */
const longestFirst = (steps: readonly Step[]): Step[] => {
  const waits = new Map<Step, number>()
  const waitOf = (step: Step): number => {
    const known = waits.get(step)
    if (known !== undefined) return known
    const after = steps.filter(({ reads }) => step.makes.some(name => reads.has(name)))
    const wait = Math.max(0, ...after.map(next => waitOf(next) + 1))
    waits.set(step, wait)
    return wait
  }
  return steps.toSorted((one, other) => waitOf(other) - waitOf(one))
}

/**
 * Runs steps on several connections, each as soon as what it reads is there. A step that finds no room beside another runs
 * again alone. After a fault, every connection comes to rest before it is passed on, so that none is closed while it runs.
 */
export const runSteps = async (
  connections: readonly Database[],
  steps: readonly Step[],
  onDone: (step: Step) => void,
): Promise<void> => {
  const makers = new Map(steps.flatMap(step => step.makes.map(name => [name, step] as const)))
  const waiting = new Set(longestFirst(steps))
  const undone = new Set(steps)
  const crowdedOut: Step[] = []
  const free = [...connections]
  const running = new Set<Promise<void>>()
  const isReady = ({ reads }: Step): boolean =>
    [...reads].every(name => {
      const maker = makers.get(name)
      return maker === undefined || !undone.has(maker)
    })
  const run = async (step: Step, connection: Database, isAlone: boolean): Promise<void> => {
    try {
      await step.run(connection)
      undone.delete(step)
      onDone(step)
    } catch (error) {
      if (isAlone || !isOutOfMemory(error)) throw error
      crowdedOut.push(step)
    }
    free.push(connection)
  }
  const start = (step: Step, isAlone: boolean): void => {
    const connection = free.pop()
    if (!connection) return
    waiting.delete(step)
    const end = run(step, connection, isAlone).then(() => void running.delete(end))
    running.add(end)
  }
  try {
    while (undone.size > 0) {
      for (const step of [...waiting].filter(isReady).slice(0, free.length)) start(step, false)
      if (running.size === 0) {
        const alone = crowdedOut.shift()
        if (!alone) throw new Error('Derived fields need each other in a circle.')
        start(alone, true)
      }
      await Promise.race(running)
    }
  } finally {
    await Promise.allSettled(running)
  }
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
