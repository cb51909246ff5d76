import { layouts } from 'virtual:chart-layouts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { isWithin, normalFolding } from '../../../machines/inspection/folding.ts'
import type { ChartLayout } from '../../../machines/inspection/layout.ts'

const fetched = new Map<string, Promise<ChartLayout>>()

/** The drawing of a chart with this folding: the same promise each time. Rejects when the drawing does not arrive. */
export const drawingOf = (chartId: string, foldingKey: string): Promise<ChartLayout> => {
  const name = `${chartId}/${foldingKey}`
  const known = fetched.get(name)
  if (known) return known
  const fetch = layouts[chartId]?.[foldingKey]
  const drawing = fetch
    ? fetch().then(module => module.default)
    : Promise.reject(new Error(`There is no drawing of the chart "${chartId}" with "${foldingKey}" folded.`))
  fetched.set(name, drawing)
  // What did not arrive is asked for again next time.
  drawing.catch(() => fetched.delete(name))
  return drawing
}

/** The folded states of the address, without those around what is chosen: that has to be in sight. */
export const foldingFor = (chart: Chart, wanted: readonly string[], chosen: string | undefined): string[] => {
  const state = chart.transitions.find(({ id }) => id === chosen)?.source ?? chosen
  return normalFolding(chart, wanted).filter(id => state === undefined || !isWithin(state, id))
}
