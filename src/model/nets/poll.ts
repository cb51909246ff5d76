import { type Problem, problem } from '../../domain/problem.ts'
import type { PollContext } from '../../machines/poll/index.ts'
import { poll } from '../charts/poll.ts'
import { doneBy, failedBy, ledThrough, type Net, type Outcome, type Question, starts, waits } from './net.ts'

/*
 * What is asked for at intervals (specification 2 §9: the failures file, every 5 seconds). Written apart from the chart: one
 * question at a time; where nobody can answer now, it is asked again after twice the time, a minute at most; what is refused
 * is not asked again unless somebody wants it; another question forgets all of the one before.
 */

type State = 'waiting' | 'asking' | 'resting' | 'answered' | 'refused'
type Facts = PollContext<string, string>
type Decided = Outcome<Facts, State>

const everyMs = 5000

const asks = (facts: Facts): Decided => ({
  state: 'asking',
  facts,
  effects: [starts('ask', { params: facts.params })],
})
/** After so many questions in a row without an answer. */
const pauses = [5000, 10_000, 20_000, 40_000, 60_000, 60_000]
const rests = (facts: Facts): Decided => ({
  state: 'resting',
  facts,
  effects: [waits(pauses[facts.failures] ?? 60_000)],
})
const unanswered = (facts: Facts): Decided => rests({ ...facts, failures: facts.failures + 1 })

const refusal = problem('not-found', 'There is no such submission.')
/** Problems with what is to follow: whether the question is asked again by itself. */
const problems: readonly [Problem, boolean][] = [
  [refusal, false],
  [problem('forbidden', 'Not yours.'), false],
  [problem('gone', 'It was taken away.'), false],
  [problem('too-many-requests', 'Wait a moment.'), true],
  [problem('too-slow', 'Once more.'), true],
  [problem('unavailable', 'Away.'), true],
]

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  switch (event.type) {
    case 'PARAMS_CHANGED': {
      if (event.params === facts.params) return undefined
      const after: Facts = {
        params: event.params,
        everyMs,
        data: undefined,
        problem: undefined,
        failures: 0,
      }
      return event.params === undefined ? { state: 'waiting', facts: after, effects: [] } : asks(after)
    }
    case 'ASK':
      if (state === 'refused') return asks({ ...facts, problem: undefined })
      return state === 'resting' || state === 'answered' ? asks(facts) : undefined
    case 'xstate.after.interval.poll.resting':
      return state === 'resting' ? asks(facts) : undefined
    case 'xstate.done.actor.ask': {
      if (state !== 'asking') return undefined
      const { output } = event
      if (output.ok) {
        const after: Facts = { ...facts, data: output.value.data, failures: 0 }
        return output.value.isAwaited ? { state: 'answered', facts: after, effects: [] } : rests(after)
      }
      const isAskedAgain = problems.find(([known]) => known === output.problem)?.[1]
      return isAskedAgain
        ? unanswered(facts)
        : { state: 'refused', facts: { ...facts, problem: output.problem }, effects: [] }
    }
    case 'xstate.error.actor.ask':
      return state === 'asking' ? unanswered(facts) : undefined
    default:
      return undefined
  }
}

const unknown: Facts = { params: undefined, everyMs, data: undefined, problem: undefined, failures: 0 }
const known: Facts = { ...unknown, params: 'one', data: 'half' }

const factsIn = (state: State): readonly Facts[] => {
  switch (state) {
    case 'waiting':
      return [unknown]
    case 'refused':
      return [
        { ...known, problem: refusal, failures: 2 },
        { ...known, data: undefined, problem: refusal },
      ]
    default:
      return [known, { ...known, failures: 1 }, { ...known, failures: 4 }, { ...known, data: undefined }]
  }
}

export const pollNet: Net<Facts, State> = {
  machine: poll,
  states: ['waiting', 'asking', 'resting', 'answered', 'refused'],
  factsIn,
  events: [
    { type: 'PARAMS_CHANGED', params: 'one' },
    { type: 'PARAMS_CHANGED', params: 'two' },
    { type: 'PARAMS_CHANGED', params: undefined },
    { type: 'ASK' },
    { type: 'xstate.after.interval.poll.resting' },
    doneBy('ask', { ok: true, value: { data: 'there', isAwaited: true } }),
    doneBy('ask', { ok: true, value: { data: 'more', isAwaited: false } }),
    ...problems.map(([value]) => doneBy('ask', { ok: false, problem: value })),
    failedBy('ask', new Error('no answer')),
  ],
  decided,
  tags: { waiting: [], asking: [], resting: [], answered: [], refused: [] },
  harmless: ledThrough(
    'poll.starting',
    'resting:ASK:0',
    'resting:xstate.after.interval.poll.resting:0',
    'answered:ASK:0',
    'refused:ASK:0',
  ),
  starts: [
    { input: { params: 'one', everyMs }, outcome: asks({ ...known, data: undefined }) },
    {
      input: { params: undefined, everyMs },
      outcome: { state: 'waiting', facts: unknown, effects: [] },
    },
  ],
}
