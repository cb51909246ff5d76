import { charts, differences } from 'virtual:chart-releases'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { thisBuild } from '../../../machines/inspection/release.ts'
import { loadChart } from '../charts.ts'

export { versions } from 'virtual:chart-releases'

/** The same promise for the same name each time; what did not arrive is asked for again next time. */
const keeping = <T>() => {
  const kept = new Map<string, Promise<T>>()
  return (name: string, fetch: () => Promise<T>): Promise<T> => {
    const found = kept.get(name) ?? fetch()
    kept.set(name, found)
    found.catch(() => kept.delete(name))
    return found
  }
}
const keptChart = keeping<Chart | undefined>()
const keptSizes = keeping<Readonly<Record<string, number>>>()

/** A chart of this build as it was in a version, undefined when that had no such chart: the same promise each time. */
export const chartOf = (version: string, chartId: string): Promise<Chart | undefined> =>
  version === thisBuild
    ? loadChart(chartId)
    : keptChart(`${version} ${chartId}`, async () => (await charts[version]?.[chartId]?.())?.default)

/** How many states, transitions and guards of each chart differ between two versions: the same promise each time. */
export const sizesBetween = (before: string, after: string): Promise<Readonly<Record<string, number>>> =>
  keptSizes(`${before} ${after}`, async () => (await differences[before]?.())?.default[after] ?? {})
