import { type Database, isOutOfMemory } from './database.ts'

/** Work on one of several connections to a database. */
export interface Step {
  /** Names of what it needs, and of what others need it for. */
  reads: ReadonlySet<string>
  makes: readonly string[]
  run: (connection: Database) => Promise<void>
  /** How it is done when it has all of the memory to itself; without, as beside others. */
  alone?: (connection: Database) => Promise<void>
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
  onDone: (step: Step) => void = () => undefined,
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
      await (isAlone && step.alone ? step.alone : step.run)(connection)
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
        if (!alone) throw new Error('Steps need each other in a circle.')
        start(alone, true)
      }
      await Promise.race(running)
    }
  } finally {
    await Promise.allSettled(running)
  }
}
