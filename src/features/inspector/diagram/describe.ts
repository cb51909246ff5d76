import type { Chart, ChartState, ChartTransition } from '../../../machines/inspection/chart.ts'
import { eventWords, stateWords } from '../../../machines/inspection/label.ts'
import type { Mark, Marks } from './marks.ts'
import { texts } from './texts.ts'

/** Name of a state as people read it; the chart's own root stands for any state. */
export const nameOf = (chart: Chart, id: string): string =>
  id === '' ? texts.anywhere : stateWords(chart.states.find(state => state.id === id)?.key ?? id)

/** The states around a state, outermost first, by name. */
export const pathOf = (chart: Chart, id: string): string[] =>
  id
    .split('.')
    .slice(0, -1)
    .map((_, at, parts) => nameOf(chart, parts.slice(0, at + 1).join('.')))

const said = (mark: Mark | undefined): string[] =>
  mark ? [texts.tones[mark.tone], ...(mark.label ? [mark.label] : [])] : []

/** What is read out for a state of the drawing. */
export const stateLabel = (
  chart: Chart,
  state: ChartState,
  mark: Mark | undefined,
  isFolded: boolean,
): string => {
  const around = pathOf(chart, state.id)
  return [
    nameOf(chart, state.id),
    texts.kinds[state.kind],
    ...(around.length > 0 ? [texts.within(around.join(', '))] : []),
    ...(isFolded ? [texts.folded] : []),
    ...said(mark),
  ].join(', ')
}

/** A transition in one sentence: event, from where to where, on what condition. */
export const transitionLabel = (chart: Chart, transition: ChartTransition, mark?: Mark): string => {
  const { event, source, targets, guards } = transition
  const where =
    targets.length === 0
      ? texts.staysIn(nameOf(chart, source))
      : texts.leads(nameOf(chart, source), targets.map(target => nameOf(chart, target)).join(', '))
  return [
    eventWords(event),
    where,
    ...(guards.length > 0 ? [texts.onlyIf(guards.join(', '))] : []),
    ...said(mark),
  ].join(', ')
}

/** Marks that say nothing of this chart are left out, so that a legend names only what is in sight. */
export const tonesIn = (marks: Marks): Mark['tone'][] => [
  ...new Set([...marks.values()].map(({ tone }) => tone)),
]
