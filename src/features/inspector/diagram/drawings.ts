import { drawn, fetchDrawing } from 'virtual:chart-layouts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { isWithin, normalFolding } from '../../../machines/inspection/folding.ts'
import type { ChartLayout } from '../../../machines/inspection/layout.ts'

const fetched = new Map<string, Promise<ChartLayout>>()

/** Name of a chart's drawings: those of this build, or those of an earlier release where the chart was another. */
export const drawingName = (chartId: string, version?: string): string => {
  const earlier = `${chartId}@${version}`
  return earlier in drawn ? earlier : chartId
}

/** Whether a chart can be seen folded. */
export const canBeFolded = (name: string): boolean => drawn[name] === true

/** The drawing of a chart with this folding: the same promise each time. Rejects when the drawing does not arrive. */
export const drawingOf = (drawing: string, foldingKey: string): Promise<ChartLayout> => {
  const name = `${drawing}/${foldingKey}`
  const known = fetched.get(name)
  if (known) return known
  const arriving =
    drawing in drawn
      ? fetchDrawing(drawing, foldingKey)
      : Promise.reject(new Error(`There is no drawing of the chart "${drawing}".`))
  fetched.set(name, arriving)
  // What did not arrive is asked for again next time.
  arriving.catch(() => fetched.delete(name))
  return arriving
}

/** The folded states of the address, without those around what is chosen: that has to be in sight. */
export const foldingFor = (chart: Chart, folded: readonly string[], chosen: string | undefined): string[] => {
  const state = chart.transitions.find(({ id }) => id === chosen)?.source ?? chosen
  return normalFolding(chart, folded).filter(id => state === undefined || !isWithin(state, id))
}
