import type { PollContext } from '../../machines/poll/index.ts'
import { poll } from '../charts/poll.ts'
import { doneBy, failedBy, ledThrough, type Net, type Outcome, type Question, starts, waits } from './net.ts'

/*
 * What is asked for at intervals (specification 2 §9: the failures file, every 5 seconds). Written apart from the chart: one
 * question at a time, a failure is "not yet", and another question forgets the answer to the one before.
 */

type State = 'waiting' | 'asking' | 'resting' | 'answered'
type Facts = PollContext<string, string>
type Decided = Outcome<Facts, State>

const everyMs = 5000

const asks = (facts: Facts): Decided => ({
  state: 'asking',
  facts,
  effects: [starts('ask', { params: facts.params })],
})
const rests = (facts: Facts): Decided => ({ state: 'resting', facts, effects: [waits(everyMs)] })

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  switch (event.type) {
    case 'PARAMS_CHANGED': {
      if (event.params === facts.params) return undefined
      const after: Facts = { params: event.params, everyMs, data: undefined }
      return event.params === undefined ? { state: 'waiting', facts: after, effects: [] } : asks(after)
    }
    case 'ASK':
      return state === 'resting' || state === 'answered' ? asks(facts) : undefined
    case 'xstate.after.interval.poll.resting':
      return state === 'resting' ? asks(facts) : undefined
    case 'xstate.done.actor.ask': {
      if (state !== 'asking') return undefined
      // An answer without data leaves what is known.
      const after: Facts = { ...facts, data: event.output.data ?? facts.data }
      return event.output.isAwaited ? { state: 'answered', facts: after, effects: [] } : rests(after)
    }
    case 'xstate.error.actor.ask':
      return state === 'asking' ? rests(facts) : undefined
    default:
      return undefined
  }
}

const known: Facts = { params: 'one', everyMs, data: 'half' }
const unknown: Facts = { params: undefined, everyMs, data: undefined }

export const pollNet: Net<Facts, State> = {
  machine: poll,
  states: ['waiting', 'asking', 'resting', 'answered'],
  factsIn: state => (state === 'waiting' ? [unknown] : [known, { ...known, data: undefined }]),
  events: [
    { type: 'PARAMS_CHANGED', params: 'one' },
    { type: 'PARAMS_CHANGED', params: 'two' },
    { type: 'PARAMS_CHANGED', params: undefined },
    { type: 'ASK' },
    { type: 'xstate.after.interval.poll.resting' },
    doneBy('ask', { data: 'there', isAwaited: true }),
    doneBy('ask', { data: undefined, isAwaited: true }),
    doneBy('ask', { data: 'more', isAwaited: false }),
    doneBy('ask', { data: undefined, isAwaited: false }),
    failedBy('ask', new Error('no answer')),
  ],
  decided,
  tags: { waiting: [], asking: [], resting: [], answered: [] },
  harmless: ledThrough(
    'poll.starting',
    'resting:ASK:0',
    'resting:xstate.after.interval.poll.resting:0',
    'answered:ASK:0',
  ),
  starts: [
    { input: { params: 'one', everyMs }, outcome: asks({ params: 'one', everyMs, data: undefined }) },
    {
      input: { params: undefined, everyMs },
      outcome: { state: 'waiting', facts: unknown, effects: [] },
    },
  ],
}
