import type { Chart, ChartState } from '../../../src/machines/inspection/chart.ts'

const state = (id: string): ChartState => ({
  id,
  key: id === '' ? 'door' : id,
  parent: id === '' ? null : '',
  kind: id === '' ? 'compound' : 'atomic',
  description: '',
  tags: [],
  initial: id === '' ? 'shut' : null,
  entry: [],
  exit: [],
  invokes: [],
})

/** A door that opens by day, with its key, or if it is old and not locked: a chart whose guards are composed in every way. */
export const door: Chart = {
  id: 'door',
  description: '',
  states: ['', 'shut', 'open'].map(state),
  transitions: [
    {
      id: 'shut:PUSH:0',
      source: 'shut',
      event: 'PUSH',
      targets: ['open'],
      guards: ['or(hasKey, and(isOld, not(isLocked)))', 'isDay'],
      actions: [],
      description: '',
    },
  ],
}
