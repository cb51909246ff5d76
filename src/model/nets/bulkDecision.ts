import { problem, toProblem } from '../../domain/problem.ts'
import { type BulkDecisionContext, bulkDecisionMachine } from '../../machines/bulk-decision/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import { twoDecisions } from '../charts/bulkDecision.ts'
import { doneBy, emits, failedBy, type Net, type Outcome, outcome, type Question, starts } from './net.ts'

/*
 * The same decision about many rows (specification 2 §2.5 "More actions", §4.3; decisions §12): a row's refusal is its own, what
 * was begun is finished, nothing is decided twice. Written apart from the chart.
 */

type State = 'selecting' | 'confirming' | 'deciding' | 'settled'
type Facts = BulkDecisionContext
type Decided = Outcome<Facts, State>

const empty: Facts = { chosen: [], waiting: [], outcomes: {} }

const chosenAfter = (chosen: readonly string[], { instIds, isChosen }: Record<string, unknown>) => {
  const named = instIds as string[]
  const left = chosen.filter(id => !named.includes(id))
  return isChosen ? left.concat(named) : left
}

/** The row in hand has its answer; the next one is asked, or it is over. */
const answered = (facts: Facts, why: Facts['outcomes'][string]['problem']): Decided => {
  const after: Facts = {
    ...facts,
    waiting: facts.waiting.slice(1),
    outcomes: { ...facts.outcomes, [facts.waiting[0]!.instId]: { isDone: !why, problem: why } },
  }
  const next = after.waiting[0]
  return next
    ? outcome('deciding', after, starts('decide', next))
    : outcome('settled', after, emits({ type: 'bulkDecision.settled' }))
}

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  switch (`${state} ${event.type}`) {
    case 'selecting CHOOSE':
      return outcome(state, { ...facts, chosen: chosenAfter(facts.chosen, event) })
    case 'selecting ASK':
      return facts.chosen.length > 0 ? outcome('confirming', facts) : undefined
    case 'confirming DISMISS':
      return outcome('selecting', facts)
    case 'confirming CONFIRM':
      return event.decisions.length > 0
        ? outcome('deciding', { ...facts, waiting: event.decisions }, starts('decide', event.decisions[0]))
        : undefined
    case 'deciding STOP':
      return outcome(state, { ...facts, waiting: [facts.waiting[0]!] })
    case 'deciding xstate.done.actor.decide':
      return answered(facts, event.output.ok ? undefined : event.output.problem)
    case 'deciding xstate.error.actor.decide':
      return answered(facts, toProblem(event.error))
    case 'settled DISMISS':
      return outcome('selecting', empty)
    default:
      return undefined
  }
}

const conflict = problem('conflict', 'Another file has taken its place.')
const chosen: Facts = { ...empty, chosen: ['0002', '0003'] }
const isDone = { isDone: true, problem: undefined }
const moments: Record<State, Facts[]> = {
  selecting: [empty, chosen],
  confirming: [chosen],
  deciding: [
    { ...chosen, waiting: twoDecisions },
    { ...chosen, waiting: twoDecisions.slice(1), outcomes: { '0002': isDone } },
  ],
  settled: [{ ...chosen, outcomes: { '0002': isDone, '0003': { isDone: false, problem: conflict } } }],
}

export const bulkDecisionNet: Net<Facts, State> = {
  machine: bulkDecisionMachine,
  states: ['selecting', 'confirming', 'deciding', 'settled'],
  factsIn: state => moments[state],
  events: [
    ...[true, false].flatMap(isChosen => [
      { type: 'CHOOSE', instIds: ['0003'], isChosen },
      { type: 'CHOOSE', instIds: ['0004', '0002'], isChosen },
    ]),
    { type: 'ASK' },
    { type: 'DISMISS' },
    { type: 'CONFIRM', decisions: [] },
    { type: 'CONFIRM', decisions: twoDecisions },
    { type: 'STOP' },
    ...[ok({}), err(conflict)].map(output => doneBy('decide', output)),
    failedBy('decide', new Error('no answer')),
  ],
  decided,
  tags: { selecting: ['choosing'], confirming: ['dialog'], deciding: ['busy'], settled: ['settled'] },
  starts: [{ input: undefined, outcome: outcome('selecting', empty) }],
}
