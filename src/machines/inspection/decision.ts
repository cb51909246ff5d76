import type { Chart } from './chart.ts'
import { type Condition, conditionOf } from './export/naming.ts'
import { candidatesOf, restOf } from './inferTransition.ts'

/**
 * What a guard answers for the facts of a submission: it holds or fails whoever acts, or it depends on the person or on what comes with
 * the event. Undefined when this build has no guard of that name.
 */
export type GuardAnswer = 'holds' | 'fails' | 'depends' | undefined

/** Asks a guard by its name, for an event. */
export type AskGuard = (guard: string, event: string) => GuardAnswer

/** A transition that is open: where it leads and what it still asks of the person or of the event. */
export interface Move {
  /** Id of the leaf state; the current one when only actions are executed. */
  target: string
  requires: string[]
}

/** What a chart decides about one event in a state. */
export interface EventDecision {
  event: string
  /** Open transitions in the order in which the chart tries them. */
  moves: Move[]
  /** Guards that fail, when nothing is open. */
  refusedBy: string[]
}

/** One event that two charts decide differently; undefined where the state does not take the event. */
export interface DecisionChange {
  event: string
  before: EventDecision | undefined
  after: EventDecision | undefined
}

/** How two charts decide one submission. */
export interface DecisionDifference {
  /** Which of the charts lack the submission's state. */
  stateMissing: 'before' | 'after' | undefined
  changes: DecisionChange[]
}

const answerOf = (condition: Condition, ask: (guard: string) => GuardAnswer): GuardAnswer => {
  if (typeof condition === 'string') return ask(condition)
  const answers = condition.guards.map(part => answerOf(part, ask))
  switch (condition.type) {
    case 'not':
      return answers[0] === 'holds' ? 'fails' : answers[0] === 'fails' ? 'holds' : answers[0]
    case 'and':
      return decidedBy(answers, 'fails', 'holds')
    case 'or':
      return decidedBy(answers, 'holds', 'fails')
  }
}

/** One `deciding` answer is enough; the other answer needs all of them. */
const decidedBy = (
  answers: readonly GuardAnswer[],
  deciding: 'holds' | 'fails',
  other: 'holds' | 'fails',
): GuardAnswer => {
  if (answers.includes(deciding)) return deciding
  return answers.every(answer => answer === other) ? other : 'depends'
}

const decide = (chart: Chart, leaf: string, event: string, ask: AskGuard): EventDecision => {
  const moves: Move[] = []
  const refusedBy: string[] = []
  for (const { guards, targets, source } of candidatesOf(chart, leaf, event)) {
    if (source === '') continue
    const answers = guards.map(guard => ({
      guard,
      answer: answerOf(conditionOf(guard), name => ask(name, event)),
    }))
    const failing = answers.filter(({ answer }) => answer === 'fails').map(({ guard }) => guard)
    if (failing.length > 0) {
      refusedBy.push(...failing)
      continue
    }
    const requires = answers.filter(({ answer }) => answer !== 'holds').map(({ guard }) => guard)
    const rests = targets.map(target => restOf(chart, target)).toSorted()
    moves.push({ target: rests.join(', ') || leaf, requires: requires.toSorted() })
    // Nothing after a transition that asks for nothing is ever taken.
    if (requires.length === 0) break
  }
  return { event, moves, refusedBy: moves.length > 0 ? [] : [...new Set(refusedBy)].toSorted() }
}

/**
 * What a chart decides for a submission in a leaf state: each event that the state or a state around it takes. Transitions of the root are
 * left out, because they are the same in every state. Undefined when the chart has no such leaf state.
 */
export const decisionsOf = (
  chart: Chart,
  leaf: string,
  ask: AskGuard,
): ReadonlyMap<string, EventDecision> | undefined => {
  const state = chart.states.find(({ id }) => id === leaf)
  if (state === undefined || state.initial !== null) return undefined
  const events = new Set(
    chart.transitions
      .filter(({ source }) => source !== '' && (leaf === source || leaf.startsWith(`${source}.`)))
      .map(({ event }) => event),
  )
  return new Map([...events].map(event => [event, decide(chart, leaf, event, ask)]))
}

const isSame = (one: EventDecision | undefined, other: EventDecision | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * How two charts decide a submission in a leaf state: which events it may take, where they lead, and which guards refuse them or still ask
 * for something. Descriptions, actions and guards that hold make no difference. Undefined when both decide the same.
 */
export const compareDecisions = (
  before: Chart,
  after: Chart,
  leaf: string,
  ask: AskGuard,
): DecisionDifference | undefined => {
  const [old, young] = [decisionsOf(before, leaf, ask), decisionsOf(after, leaf, ask)]
  if (!old && !young) return undefined
  if (!old || !young) return { stateMissing: old ? 'after' : 'before', changes: [] }
  const changes = [...new Set([...old.keys(), ...young.keys()])]
    .map(event => ({ event, before: old.get(event), after: young.get(event) }))
    .filter(change => !isSame(change.before, change.after))
  return changes.length > 0 ? { stateMissing: undefined, changes } : undefined
}
