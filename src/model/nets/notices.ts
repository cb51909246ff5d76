import { type NoticesContext, noticesMachine } from '../../machines/notices/index.ts'
import { doneBy, emits, failedBy, type Net, type Outcome, type Question, starts } from './net.ts'

/*
 * The bell (decisions §14: read and unread by person, live). Written apart from the chart: after a notice or a loss
 * the server is asked. Only it knows whether the notice is about something unread already, or about what the viewer did. An
 * answer that a notice overtakes is asked for again; what is read is told at once,
 * together with what is still being told.
 */

type State =
  | 'counting.known + marking.resting'
  | 'counting.known + marking.sending'
  | 'counting.asking + marking.resting'
  | 'counting.asking + marking.sending'
type Facts = NoticesContext
type Decided = Outcome<Facts, State>

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const isAsking = state.startsWith('counting.asking')
  const isSending = state.endsWith('marking.sending')
  const at = (asking: boolean, sending: boolean): State =>
    `counting.${asking ? 'asking' : 'known'} + marking.${sending ? 'sending' : 'resting'}`
  const asks = (): Decided => ({ state: at(true, isSending), facts, effects: [starts('count')] })
  switch (event.type) {
    case 'NOTICE_GIVEN':
    case 'REFRESH':
      return asks()
    case 'READ': {
      const both = facts.marked && event.ids ? [...new Set([...facts.marked, ...event.ids])] : undefined
      const marked = isSending ? both : event.ids
      return {
        state: at(isAsking, true),
        facts: { ...facts, marked },
        effects: [starts('mark', { ids: marked })],
      }
    }
    case 'xstate.done.actor.count':
      return isAsking
        ? { state: at(false, isSending), facts: { ...facts, unread: event.output.unread }, effects: [] }
        : undefined
    case 'xstate.error.actor.count':
      return isAsking ? { state: at(false, isSending), facts, effects: [] } : undefined
    case 'xstate.done.actor.mark':
      return isSending
        ? {
            state: at(isAsking, false),
            facts: { ...facts, unread: event.output.unread },
            effects: [emits({ type: 'notices.marked', ids: facts.marked })],
          }
        : undefined
    case 'xstate.error.actor.mark':
      return isSending ? { state: at(isAsking, false), facts, effects: [] } : undefined
    default:
      return undefined
  }
}

const fault = new Error('no answer')
const nothing: Facts = { unread: 0, marked: [] }
const states: readonly State[] = [
  'counting.known + marking.resting',
  'counting.known + marking.sending',
  'counting.asking + marking.resting',
  'counting.asking + marking.sending',
]

export const noticesNet: Net<Facts, State> = {
  machine: noticesMachine,
  states,
  factsIn: () => [nothing, { unread: 4, marked: ['a', 'b'] }, { unread: 4, marked: undefined }],
  events: [
    { type: 'NOTICE_GIVEN' },
    { type: 'REFRESH' },
    { type: 'READ', ids: ['b', 'c'] },
    { type: 'READ', ids: undefined },
    doneBy('count', { unread: 7 }),
    failedBy('count', fault),
    doneBy('mark', { unread: 1 }),
    failedBy('mark', fault),
  ],
  decided,
  tags: {
    'counting.known + marking.resting': [],
    'counting.known + marking.sending': [],
    'counting.asking + marking.resting': [],
    'counting.asking + marking.sending': [],
  },
  starts: [
    {
      input: { unread: 5 },
      outcome: { state: 'counting.known + marking.resting', facts: { ...nothing, unread: 5 }, effects: [] },
    },
  ],
}
