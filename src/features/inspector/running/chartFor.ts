import type { Chart } from '../../../machines/inspection/chart.ts'
import type { ObservedActor } from './observe.ts'

/**
 * The chart of an actor. A machine that a factory made has a name of its own: its chart is the first that has all states in which the
 * actor was seen. Undefined for an actor that is not a machine.
 */
export const chartFor = (
  charts: readonly Chart[],
  { name, seen }: Pick<ObservedActor, 'name' | 'seen'>,
): Chart | undefined => {
  const own = charts.find(({ id }) => id === name)
  if (own || seen.size === 0) return own
  return charts.find(({ states }) => {
    const ids = new Set(states.map(({ id }) => id))
    return [...seen].every(state => ids.has(state))
  })
}
