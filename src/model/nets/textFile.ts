import type { AnyEventObject } from 'xstate'
import { textFileMachine } from '../../machines/text-file/index.ts'
import { picked } from '../charts/textFile.ts'
import { doneBy, failedBy, type Net, type Outcome, outcome, type Question, starts } from './net.ts'

/*
 * A file that somebody opens to look at. Written apart from the chart: the file that was picked last counts, ten million
 * bytes are the most that is read, and closing forgets all of it.
 */

type State = 'closed' | 'reading' | 'opened' | 'tooLarge' | 'unreadable'
interface Facts {
  name: string
  text: string
}
type Decided = Outcome<Facts, State>

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  switch (event.type) {
    case 'OPEN': {
      const named = { name: event.file.name, text: '' }
      return event.file.size > 10_000_000
        ? outcome('tooLarge', named)
        : outcome('reading', named, starts('readText', { file: event.file }))
    }
    case 'CLOSE':
      return outcome('closed', { name: '', text: '' })
    case 'xstate.done.actor.readText':
      return state === 'reading' ? outcome('opened', { ...facts, text: event.output }) : undefined
    case 'xstate.error.actor.readText':
      return state === 'reading' ? outcome('unreadable', facts) : undefined
    default:
      return undefined
  }
}

const open = (name: string, size: number): AnyEventObject => ({ type: 'OPEN', file: picked(name, size) })

export const textFileNet: Net<Facts, State> = {
  machine: textFileMachine,
  states: ['closed', 'reading', 'opened', 'tooLarge', 'unreadable'],
  factsIn: state =>
    state === 'closed' ? [{ name: '', text: '' }] : [{ name: 'former.json', text: 'former text' }],
  events: [
    open('small.json', 10),
    open('just.json', 10_000_000),
    open('large.json', 10_000_001),
    { type: 'CLOSE' },
    doneBy('readText', '{}'),
    failedBy('readText', new Error('gone')),
  ],
  decided,
  tags: { closed: [], reading: [], opened: [], tooLarge: [], unreadable: [] },
  starts: [{ input: undefined, outcome: { state: 'closed', facts: { name: '', text: '' }, effects: [] } }],
}
