import type { Chart, ChartState, ChartTransition } from '../../../machines/inspection/chart.ts'
import { eventTitle, stateTitle } from '../../../machines/inspection/label.ts'
import type { Translate } from '../../../messages/index.ts'
import type { Mark, Marks } from './marks.ts'

/** Name of a state as people read it; the chart's own root stands for any state. */
export const nameOf = (t: Translate<'inspector.diagram'>, chart: Chart, id: string): string =>
  id === '' ? t('anywhere') : stateTitle(chart.states.find(state => state.id === id)?.key ?? id)

/** The states around a state, outermost first, by name. */
export const pathOf = (t: Translate<'inspector.diagram'>, chart: Chart, id: string): string[] =>
  id
    .split('.')
    .slice(0, -1)
    .map((_, at, parts) => nameOf(t, chart, parts.slice(0, at + 1).join('.')))

const markLabels = (t: Translate<'inspector.diagram'>, mark: Mark | undefined): string[] =>
  mark ? [t(`tones.${mark.tone}`), ...(mark.label ? [mark.label] : [])] : []

/** What is read out for a state of the drawing. */
export const stateLabel = (
  t: Translate<'inspector.diagram'>,
  chart: Chart,
  state: ChartState,
  mark: Mark | undefined,
  isFolded: boolean,
): string => {
  const around = pathOf(t, chart, state.id)
  return [
    nameOf(t, chart, state.id),
    t(`kinds.${state.kind}`),
    ...(around.length > 0 ? [t('within', { states: around.join(', ') })] : []),
    ...(isFolded ? [t('folded')] : []),
    ...markLabels(t, mark),
  ].join(', ')
}

/** A transition in one sentence: event, from where to where, on what condition. */
export const transitionLabel = (
  t: Translate<'inspector.diagram'>,
  chart: Chart,
  transition: ChartTransition,
  mark?: Mark,
): string => {
  const { event, source, targets, guards } = transition
  const where =
    targets.length === 0
      ? t('staysIn', { source: nameOf(t, chart, source) })
      : t('leads', {
          source: nameOf(t, chart, source),
          target: targets.map(target => nameOf(t, chart, target)).join(', '),
        })
  return [
    eventTitle(event),
    where,
    ...(guards.length > 0 ? [t('onlyIf', { guards: guards.join(', ') })] : []),
    ...markLabels(t, mark),
  ].join(', ')
}

/** Marks that say nothing of this chart are left out, so that a legend names only what is in sight. */
export const tonesIn = (marks: Marks): Mark['tone'][] => [
  ...new Set([...marks.values()].map(({ tone }) => tone)),
]
