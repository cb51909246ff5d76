import { charts } from 'virtual:charts'
import type { MachineId } from '../../machines/charts.ts'
import type { Chart } from '../../machines/inspection/chart.ts'
import { stateTitle } from '../../machines/inspection/label.ts'

/** A chart's name as people read it. */
export const chartName = ({ id }: Pick<Chart, 'id'>): string => stateTitle(id)

const ids = Object.keys(charts) as readonly MachineId[]

/** Every chart with its name, the lifecycle first. */
export const chartOptions = ids.map(id => ({ id, label: chartName({ id }) }))

const fetched = new Map<MachineId, Promise<Chart>>()

/**
 * The chart with this id as plain data, the lifecycle when there is none: the same promise each time. It is not made of the
 * machine itself, which has no descriptions in a browser.
 */
export const loadChart = (chartId: string): Promise<Chart> => {
  const id = ids.find(known => known === chartId) ?? 'submissionLifecycle'
  const chart = fetched.get(id) ?? charts[id]().then(module => module.default)
  fetched.set(id, chart)
  // What did not arrive is asked for again next time.
  chart.catch(() => fetched.delete(id))
  return chart
}

let every: Promise<readonly Chart[]> | undefined

/** Every chart as plain data: the same promise each time, as above. */
export const loadCharts = (): Promise<readonly Chart[]> => {
  every ??= Promise.all(ids.map(loadChart))
  every.catch(() => {
    every = undefined
  })
  return every
}
