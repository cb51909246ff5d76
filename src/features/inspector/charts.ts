import { machines } from '../../machines/charts.ts'
import { type Chart, chartOf } from '../../machines/inspection/chart.ts'
import { stateWords } from '../../machines/inspection/label.ts'

/** Every chart of the system as plain data, the lifecycle first. */
export const charts: readonly Chart[] = machines.map(chartOf)

/** A chart's name as people read it. */
export const chartName = ({ id }: Pick<Chart, 'id'>): string => stateWords(id)

/** The chart with this id; the lifecycle when there is none. */
export const chartById = (id: string): Chart => charts.find(chart => chart.id === id) ?? charts[0]!
