import { problem, toProblem } from '../../domain/problem.ts'
import {
  type ConformanceCheckContext,
  conformanceCheckMachine,
  type ReplayedPart,
} from '../../machines/conformance-check/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import { deviation, lastPart, part } from '../charts/conformanceCheck.ts'
import { doneBy, failedBy, type Net, type Outcome, outcome, type Question, starts } from './net.ts'

/*
 * The stored history replayed part after part (decisions §2 "lifecycle events of one submission"). Written apart from the
 * chart: nothing is counted twice or left out, what was found stays in sight, and from where it goes on.
 */

type State = 'replaying' | 'replayed' | 'stopped' | 'failed'
type Facts = ConformanceCheckContext
type Decided = Outcome<Facts, State>

const none: Facts = {
  submissions: 0,
  events: 0,
  total: 0,
  deviations: [],
  after: null,
  problem: undefined,
}

/** The part after the one that was counted last. */
const replays = (facts: Facts): Decided => ({
  state: 'replaying',
  facts,
  effects: [starts('replay', { after: facts.after })],
})

const counted = (facts: Facts, { submissions, events, deviations, next, total }: ReplayedPart): Facts => ({
  ...facts,
  submissions: facts.submissions + submissions,
  events: facts.events + events,
  deviations: facts.deviations.concat(deviations),
  total,
  after: next,
})

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  switch (`${state} ${event.type}`) {
    case 'replaying xstate.done.actor.replay': {
      if (!event.output.ok) return outcome('failed', { ...facts, problem: event.output.problem })
      const after = counted(facts, event.output.value)
      return after.after === null ? outcome('replayed', after) : replays(after)
    }
    case 'replaying xstate.error.actor.replay':
      return outcome('failed', { ...facts, problem: toProblem(event.error) })
    case 'replaying STOP':
      return outcome('stopped', facts)
    case 'replayed REPLAY':
    case 'stopped REPLAY':
    case 'failed REPLAY':
      return replays(none)
    case 'stopped RETRY':
      return replays(facts)
    case 'failed RETRY':
      return replays({ ...facts, problem: undefined })
    default:
      return undefined
  }
}

const underWay: Facts = {
  submissions: 5,
  events: 50,
  total: 9,
  deviations: [deviation],
  after: '5e7c1ed0-0000-4000-8000-00000000000f',
  problem: undefined,
}
const refused = problem('forbidden', 'Not for you.')

export const conformanceCheckNet: Net<Facts, State> = {
  machine: conformanceCheckMachine,
  states: ['replaying', 'replayed', 'stopped', 'failed'],
  factsIn: state => (state === 'failed' ? [{ ...underWay, problem: refused }] : [none, underWay]),
  events: [
    { type: 'REPLAY' },
    { type: 'RETRY' },
    { type: 'STOP' },
    ...[ok(part), ok(lastPart), err(refused)].map(output => doneBy('replay', output)),
    failedBy('replay', new Error('no answer')),
  ],
  decided,
  tags: { replaying: ['busy'], replayed: ['whole'], stopped: [], failed: [] },
  starts: [{ input: undefined, outcome: replays(none) }],
}
