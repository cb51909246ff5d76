import { problem, toProblem } from '../../domain/problem.ts'
import { type InlineChoiceContext, inlineChoiceMachine } from '../../machines/inline-choice/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import { doneBy, emits, failedBy, type Net, type Outcome, type Question, starts } from './net.ts'

/*
 * A choice made in its place (specification 1 §4: "Save is disabled until a state is picked. A save error puts the selector
 * in an error style and a retry is possible."; a foreign change keeps the choice and says so; what cannot be taken back, the
 * deletion of a collection, is asked about first; once only, unless somebody else has chosen since). Written apart from the chart.
 */

type State = 'display' | 'editing' | 'confirming' | 'saving' | 'failed'
type Facts = InlineChoiceContext
type Decided = Outcome<Facts, State>

const shown = (facts: Facts, current: number | null): Decided => ({
  state: 'display',
  facts: { ...facts, current, picked: null, problem: undefined, isOvertaken: false },
  effects: [],
})

const saved = (facts: Facts): Decided => ({
  state: 'saving',
  facts: { ...facts, problem: undefined },
  effects: [starts('save', { picked: facts.picked })],
})

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const chooses = state === 'editing' || state === 'failed'
  const asks = state === 'confirming'
  switch (event.type) {
    case 'EDIT':
      return state === 'display' ? { state: 'editing', facts, effects: [] } : undefined
    case 'PICK':
      return chooses
        ? { state: 'editing', facts: { ...facts, picked: event.id, problem: undefined }, effects: [] }
        : undefined
    case 'SAVE':
      // Not before something else is picked.
      if (!chooses || facts.picked === null || facts.picked === facts.current) return undefined
      return facts.asksFirst.includes(facts.picked) && (state === 'editing' || facts.isOvertaken)
        ? { state: 'confirming', facts: { ...facts, problem: undefined }, effects: [] }
        : saved(facts)
    case 'CONFIRM':
      return asks ? saved(facts) : undefined
    case 'DISMISS':
      return asks ? { state: 'editing', facts, effects: [] } : undefined
    case 'CANCEL':
      return chooses ? shown(facts, facts.current) : undefined
    case 'CHANGED':
      // The same told again is no news.
      if ((chooses || asks) && event.current === facts.current) return undefined
      return {
        state: asks ? 'editing' : state,
        facts: {
          ...facts,
          current: event.current,
          // While it is saved, the news may be of this very choice.
          isOvertaken:
            facts.isOvertaken ||
            chooses ||
            asks ||
            (state === 'saving' && ![facts.current, facts.picked].includes(event.current)),
        },
        effects: [],
      }
    case 'xstate.done.actor.save': {
      if (state !== 'saving') return undefined
      const { output } = event
      return output.ok
        ? {
            ...shown(facts, facts.picked),
            effects: [emits({ type: 'inlineChoice.saved', answer: output.value })],
          }
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

const draft: Facts = { current: 1, asksFirst: [5], picked: null, problem: undefined, isOvertaken: false }
const conflict = problem('conflict', 'The state has changed.')
const moments: Record<State, Facts[]> = {
  display: [draft, { ...draft, current: null }],
  editing: [
    draft,
    { ...draft, picked: 1 },
    { ...draft, picked: 3 },
    { ...draft, current: 4, picked: 3, isOvertaken: true },
    { ...draft, picked: 5 },
    { ...draft, current: 5, picked: 5, isOvertaken: true },
  ],
  confirming: [
    { ...draft, picked: 5 },
    { ...draft, current: 4, picked: 5, isOvertaken: true },
  ],
  saving: [
    { ...draft, picked: 3 },
    { ...draft, current: 4, picked: 3, isOvertaken: true },
  ],
  failed: [
    { ...draft, picked: 3, problem: conflict },
    { ...draft, current: 3, picked: 3, problem: conflict, isOvertaken: true },
    { ...draft, picked: 5, problem: conflict },
    { ...draft, current: 4, picked: 3, problem: conflict, isOvertaken: true },
    { ...draft, current: 4, picked: 5, problem: conflict, isOvertaken: true },
    { ...draft, current: 5, picked: 5, problem: conflict, isOvertaken: true },
  ],
}

export const inlineChoiceNet: Net<Facts, State> = {
  machine: inlineChoiceMachine,
  states: ['display', 'editing', 'confirming', 'saving', 'failed'],
  factsIn: state => moments[state],
  events: [
    { type: 'EDIT' },
    { type: 'PICK', id: 3 },
    { type: 'PICK', id: 5 },
    { type: 'SAVE' },
    { type: 'CANCEL' },
    { type: 'CONFIRM' },
    { type: 'DISMISS' },
    { type: 'CHANGED', current: 1 },
    { type: 'CHANGED', current: 3 },
    { type: 'CHANGED', current: 4 },
    { type: 'CHANGED', current: null },
    doneBy('save', ok('stored')),
    doneBy('save', err(problem('forbidden', 'Not for you.'))),
    failedBy('save', new Error('no answer')),
  ],
  decided,
  tags: {
    display: [],
    editing: ['open'],
    confirming: ['dialog', 'open'],
    saving: ['busy', 'open'],
    failed: ['open'],
  },
  starts: [
    { input: { current: 1, asksFirst: [5] }, outcome: { state: 'display', facts: draft, effects: [] } },
  ],
}
