import { type HeatStage, heatStageOf, heatStages } from '../../../domain/heatStages.ts'
import { hasTag, isFinished, type StatusName, statuses, statusOf } from '../../../domain/status.ts'
import { type Heat, stayEdges } from '../../../domain/wire/inspection.ts'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import { statusNameOf } from '../history/events.ts'
import type { Measure } from './marks.ts'

/** Figures of a status. */
export type Figures = Heat['states'][number]

/** The figures of a state of the chart; undefined where no submission came to it. */
export const figuresOf = ({ states }: Pick<Heat, 'states'>, state: string | undefined): Figures | undefined =>
  states.find(({ statusId }) => leafIdOf(statusNameOf(statusId)) === state)

/** A status that submissions came to, or are at. */
export interface StageCard {
  /** Id of its state on the chart. */
  id: string
  status: StatusName
  figures: Figures
  /** The way ends here or goes back: drawn under those that lead on. */
  isStop: boolean
  /** Step of the scale, from 1 to 5; 0 where there is nothing to colour by. */
  level: number
  /** Half of its stays last a day or more, and somebody is to act: worth a sign. */
  isLong: boolean
}

/** A column of the picture. */
export interface StageColumn {
  stage: HeatStage
  cards: readonly StageCard[]
}

/** How often submissions went from one status to another. */
export interface StageWay {
  from: string
  to: string
  count: number
}

/** Where the steps of the scale begin: of counts, and of stays in seconds. */
export const scaleSteps = {
  count: [1, 10, 50, 200, 1_000],
  seconds: [0, 60, 3_600, 86_400, 604_800],
} as const

/** How the scale measures. */
export const scaleOf = (measure: Measure): keyof typeof scaleSteps =>
  measure === 'dwell' ? 'seconds' : 'count'

const amountOf = (figures: Figures, measure: Measure): number | null =>
  measure === 'dwell' ? figures.median : figures[measure]

const levelOf = (figures: Figures, measure: Measure): number => {
  const amount = amountOf(figures, measure)
  return amount === null ? 0 : scaleSteps[scaleOf(measure)].filter(step => amount >= step).length
}

/** From a day on a stay is long, in seconds. */
const longFrom = stayEdges[2]

/** Somebody is to act, no work is under way, and it is not the end: time spent there is time waited. */
const isWait = (name: StatusName): boolean => {
  const { awaits } = statusOf(name)
  return !hasTag(name, 'busy') && !isFinished(name) && awaits !== 'system' && awaits !== 'nobody'
}

const cardOf = (status: StatusName, figures: Figures, measure: Measure): StageCard => ({
  id: leafIdOf(status),
  status,
  figures,
  isStop: hasTag(status, 'error'),
  level: levelOf(figures, measure),
  isLong: isWait(status) && (figures.median ?? 0) >= longFrom,
})

/** Every stage with the statuses that submissions came to, in the order of the lifecycle; those where the way ends last. */
export const columnsOf = ({ states }: Pick<Heat, 'states'>, measure: Measure): StageColumn[] => {
  const cards = statuses.flatMap(({ id, name }) => {
    const figures = states.find(({ statusId }) => statusId === id)
    return figures ? [cardOf(name, figures, measure)] : []
  })
  return heatStages.map(stage => {
    const own = cards.filter(({ status }) => heatStageOf(status) === stage)
    return { stage, cards: [...own.filter(({ isStop }) => !isStop), ...own.filter(({ isStop }) => isStop)] }
  })
}

/** The ways between different statuses, whatever led along them, the most taken first. */
export const waysBetween = ({ transitions }: Pick<Heat, 'transitions'>): StageWay[] => {
  const counts = new Map<string, StageWay>()
  for (const { fromStatusId, toStatusId, count } of transitions) {
    if (fromStatusId === toStatusId) continue
    const [from, to] = [leafIdOf(statusNameOf(fromStatusId)), leafIdOf(statusNameOf(toStatusId))]
    const known = counts.get(`${from} ${to}`)
    counts.set(`${from} ${to}`, { from, to, count: count + (known?.count ?? 0) })
  }
  return [...counts.values()].sort((one, other) => other.count - one.count)
}

/** What ended stays at a status. */
export interface StageEnd {
  taken: Heat['transitions'][number]
  /** Another submission took the place of this one, which keeps its status. */
  isReplaced: boolean
}

/** What ended the stays at a status, the most often first: what led on, and later submissions that replaced those there. */
export const endsOf = ({ transitions }: Pick<Heat, 'transitions'>, statusId: number): StageEnd[] =>
  transitions
    .filter(({ fromStatusId }) => fromStatusId === statusId)
    .map(taken => ({ taken, isReplaced: taken.event === 'SUPERSEDED' }))
    .filter(({ taken, isReplaced }) => isReplaced || taken.toStatusId !== statusId)
    .sort((one, other) => other.taken.count - one.taken.count)

/** How many of all stays, by the classes of `stayEdges`, lasted a day or longer. */
export const longStaysOf = (lengths: readonly number[]): number =>
  lengths.slice(stayEdges.indexOf(longFrom) + 1).reduce((sum, count) => sum + count, 0)

/** Where somebody is to act, by the length of half of the stays, the longest first. */
export const longestWaits = (states: readonly Figures[]): Figures[] =>
  states
    .filter(({ statusId, median }) => median !== null && isWait(statusNameOf(statusId)))
    .sort((one, other) => (other.median ?? 0) - (one.median ?? 0))

/** What the figures say first: each part is left out where there is nothing to say. */
export interface Findings {
  /** Where more of those that are not at their end are now than anywhere else. */
  fullest: Figures | undefined
  /** Where they wait longer than anywhere else. */
  slowest: Figures | undefined
  /** Where they were stopped more often than anywhere else. */
  stopped: Figures | undefined
  /** How many are at their end. */
  finished: number
  /** How many are nowhere now, as a later submission took their place. */
  replaced: number
}

/** The one with the most; undefined where several have as many, or none has any. */
const largest = (states: readonly Figures[], by: (figures: Figures) => number): Figures | undefined => {
  const [first, second] = states.toSorted((one, other) => by(other) - by(one))
  return first && by(first) > (second ? by(second) : 0) ? first : undefined
}

/** The findings of a collection. */
export const findingsOf = ({ submissions, states }: Pick<Heat, 'submissions' | 'states'>): Findings => {
  const currentOf = (some: readonly Figures[]) => some.reduce((sum, { current }) => sum + current, 0)
  const where = (holds: (name: StatusName) => boolean) =>
    states.filter(({ statusId }) => holds(statusNameOf(statusId)))
  return {
    fullest: largest(
      where(name => !isFinished(name)),
      ({ current }) => current,
    ),
    slowest: largest(longestWaits(states), ({ median }) => median ?? 0),
    stopped: largest(
      where(name => hasTag(name, 'error')),
      ({ visits }) => visits,
    ),
    finished: currentOf(where(isFinished)),
    replaced: submissions - currentOf(states),
  }
}
