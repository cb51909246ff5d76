import { layouts } from 'virtual:chart-layouts'
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
