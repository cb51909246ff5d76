import { problem, toProblem } from '../../domain/problem.ts'
import { type InlineChoiceContext, inlineChoiceMachine } from '../../machines/inline-choice/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import { doneBy, failedBy, type Net, type Outcome, type Question, starts } from './net.ts'

/*
 * A choice made in its place (specification 1 §4: "Save is disabled until a state is picked. A save error puts the selector
 * in an error style and a retry is possible."; a foreign change keeps the choice and says so). Written apart from the chart.
 */

type State = 'display' | 'editing' | 'saving' | 'failed'
type Facts = InlineChoiceContext
type Decided = Outcome<Facts, State>

const shown = (current: number | null): Decided => ({
  state: 'display',
  facts: { current, picked: null, problem: undefined, isOvertaken: false },
  effects: [],
})

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const chooses = state === 'editing' || state === 'failed'
  switch (event.type) {
    case 'EDIT':
      return state === 'display' ? { state: 'editing', facts, effects: [] } : undefined
    case 'PICK':
      return chooses
        ? { state: 'editing', facts: { ...facts, picked: event.id, problem: undefined }, effects: [] }
        : undefined
    case 'SAVE':
      // Not before something else is picked.
      return chooses && facts.picked !== null && facts.picked !== facts.current
        ? {
            state: 'saving',
            facts: { ...facts, problem: undefined },
            effects: [starts('save', { picked: facts.picked })],
          }
        : undefined
    case 'CANCEL':
      return chooses ? shown(facts.current) : undefined
    case 'CHANGED':
      return {
        state,
        facts: { ...facts, current: event.current, isOvertaken: facts.isOvertaken || chooses },
        effects: [],
      }
    case 'xstate.done.actor.save': {
      if (state !== 'saving') return undefined
      const { output } = event
      return output.ok
        ? shown(facts.picked)
        : { state: 'failed', facts: { ...facts, problem: output.problem }, effects: [] }
    }
    case 'xstate.error.actor.save':
      return state === 'saving'
        ? { state: 'failed', facts: { ...facts, problem: toProblem(event.error) }, effects: [] }
        : undefined
    default:
      return undefined
  }
}

const draft: Facts = { current: 1, picked: null, problem: undefined, isOvertaken: false }
const conflict = problem('conflict', 'The state has changed.')
const moments: Record<State, Facts[]> = {
  display: [draft, { ...draft, current: null }],
  editing: [
    draft,
    { ...draft, picked: 1 },
    { ...draft, picked: 3 },
    { ...draft, current: 4, picked: 3, isOvertaken: true },
  ],
  saving: [
    { ...draft, picked: 3 },
    { ...draft, current: 4, picked: 3, isOvertaken: true },
  ],
  failed: [
    { ...draft, picked: 3, problem: conflict },
    { ...draft, current: 3, picked: 3, problem: conflict, isOvertaken: true },
  ],
}

export const inlineChoiceNet: Net<Facts, State> = {
  machine: inlineChoiceMachine,
  states: ['display', 'editing', 'saving', 'failed'],
  factsIn: state => moments[state],
  events: [
    { type: 'EDIT' },
    { type: 'PICK', id: 3 },
    { type: 'PICK', id: 5 },
    { type: 'SAVE' },
    { type: 'CANCEL' },
    { type: 'CHANGED', current: 4 },
    { type: 'CHANGED', current: null },
    doneBy('save', ok(undefined)),
    doneBy('save', err(problem('forbidden', 'Not for you.'))),
    failedBy('save', new Error('no answer')),
  ],
  decided,
  tags: { display: [], editing: ['open'], saving: ['busy', 'open'], failed: ['open', 'problem'] },
  starts: [{ input: { current: 1 }, outcome: { state: 'display', facts: draft, effects: [] } }],
}
