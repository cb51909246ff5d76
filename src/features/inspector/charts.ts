import { loadMachine, type MachineId, machineIds } from '../../machines/charts.ts'
import { type Chart, chartOf } from '../../machines/inspection/chart.ts'
import { stateTitle } from '../../machines/inspection/label.ts'

/** A chart's name as people read it. */
export const chartName = ({ id }: Pick<Chart, 'id'>): string => stateTitle(id)

/** Every chart with its name, the lifecycle first. */
export const chartOptions = machineIds.map(id => ({ id, label: chartName({ id }) }))

const fetched = new Map<MachineId, Promise<Chart>>()

/** The chart with this id as plain data, the lifecycle when there is none: the same promise each time. */
export const loadChart = (chartId: string): Promise<Chart> => {
  const id = machineIds.find(known => known === chartId) ?? 'submissionLifecycle'
  const chart = fetched.get(id) ?? loadMachine(id).then(chartOf)
  fetched.set(id, chart)
  // What did not arrive is asked for again next time.
  chart.catch(() => fetched.delete(id))
  return chart
}

/** Every chart as plain data. */
export const loadCharts = (): Promise<readonly Chart[]> => Promise.all(machineIds.map(loadChart))
