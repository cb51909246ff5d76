import type { Chart, ChartState, ChartTransition } from './chart.ts'

/** What changed of one thing between two versions. */
export interface Change<T> {
  id: string
  before: T
  after: T
  /** Names of the properties that differ. */
  differs: (keyof T)[]
}

export interface Difference<T> {
  added: T[]
  removed: T[]
  changed: Change<T>[]
}

/** What two versions of a chart differ in. */
export interface ChartDifference {
  states: Difference<ChartState>
  transitions: Difference<ChartTransition>
  /** Names of guards that only one of the two uses. */
  guards: { added: string[]; removed: string[] }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const differenceOf = <T extends { id: string }>(before: readonly T[], after: readonly T[]): Difference<T> => {
  const old = new Map(before.map(entry => [entry.id, entry]))
  const young = new Map(after.map(entry => [entry.id, entry]))
  return {
    added: after.filter(({ id }) => !old.has(id)),
    removed: before.filter(({ id }) => !young.has(id)),
    changed: after.flatMap(entry => {
      const earlier = old.get(entry.id)
      if (!earlier || same(earlier, entry)) return []
      const differs = (Object.keys(entry) as (keyof T)[]).filter(key => !same(earlier[key], entry[key]))
      return [{ id: entry.id, before: earlier, after: entry, differs }]
    }),
  }
}

const guardsOf = (chart: Chart): Set<string> => new Set(chart.transitions.flatMap(({ guards }) => guards))

/** States, transitions and guards that were added, removed or changed from one version of a chart to another. */
export const compareCharts = (before: Chart, after: Chart): ChartDifference => {
  const [old, young] = [guardsOf(before), guardsOf(after)]
  return {
    states: differenceOf(before.states, after.states),
    transitions: differenceOf(before.transitions, after.transitions),
    guards: {
      added: [...young].filter(guard => !old.has(guard)).toSorted(),
      removed: [...old].filter(guard => !young.has(guard)).toSorted(),
    },
  }
}

/** Ids of the states that a live submission could be in and that the new version treats otherwise, or no longer has. */
export const affectedStates = ({ states, transitions }: ChartDifference): Set<string> =>
  new Set([
    ...states.removed.map(({ id }) => id),
    ...states.changed.filter(({ differs }) => differs.some(key => key !== 'description')).map(({ id }) => id),
    ...[...transitions.added, ...transitions.removed, ...transitions.changed.map(({ after }) => after)].map(
      ({ source }) => source,
    ),
  ])

/** A chart that one of two versions may not have. */
export const emptyLike = (chart: Chart): Chart => ({ ...chart, states: [], transitions: [] })

const countOf = ({
  added,
  removed,
  changed,
}: Record<'added' | 'removed' | 'changed', readonly unknown[]>): number =>
  added.length + removed.length + changed.length

/** How many states, transitions and guards differ. */
export const sizeOf = ({ states, transitions, guards }: ChartDifference): number =>
  countOf(states) + countOf(transitions) + guards.added.length + guards.removed.length

/** What differs in each chart that either version has, in the order of the later one. */
export const differencesOf = (
  before: readonly Chart[],
  after: readonly Chart[],
): { chart: Chart; difference: ChartDifference }[] => {
  const gone = before.filter(({ id }) => !after.some(other => other.id === id))
  return [...after, ...gone].map(chart => {
    const [old, young] = [before, after].map(list => list.find(({ id }) => id === chart.id))
    return { chart, difference: compareCharts(old ?? emptyLike(chart), young ?? emptyLike(chart)) }
  })
}
