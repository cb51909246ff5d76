import { problem, toProblem } from '../../domain/problem.ts'
import type { RuleTexts } from '../../domain/ruleSource.ts'
import { type RuleSourceContext, ruleSourceMachine } from '../../machines/rule-source/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import { doneBy, failedBy, type Net, type Outcome, type Question, starts, waits } from './net.ts'

/*
 * A rule that is changed in the browser ("examples run as one types, debounced, on the server … saved as a new
 * ruleset version"). Written apart from the chart.
 */

type State = 'editing' | 'running' | 'shown' | 'saving' | 'refused' | 'saved'
type Facts = RuleSourceContext
type Decided = Outcome<Facts, State>

const given = (state: State, facts: Facts, ...effects: string[]): Decided => ({ state, facts, effects })

const isOpen = (state: State): boolean => state !== 'saving' && state !== 'saved'

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  switch (event.type) {
    case 'ENTER': {
      const entered = { ...facts.entered, [event.field]: event.text }
      return isOpen(state)
        ? given('editing', { ...facts, entered, problem: undefined }, waits(500))
        : undefined
    }
    case 'SAVE':
      return isOpen(state) && (state === 'refused' || facts.entered.failure !== facts.stored.failure)
        ? given('saving', { ...facts, problem: undefined }, starts('save', { texts: facts.entered }))
        : undefined
    case 'xstate.after.quiet.ruleSource.editing':
      return state === 'editing'
        ? given('running', facts, starts('run', { texts: facts.entered }))
        : undefined
    case 'xstate.done.actor.run':
      if (state !== 'running') return undefined
      return event.output.ok
        ? given('shown', { ...facts, result: event.output.value })
        : given('shown', { ...facts, problem: event.output.problem })
    case 'xstate.error.actor.run':
      return state === 'running' ? given('shown', { ...facts, problem: toProblem(event.error) }) : undefined
    case 'xstate.done.actor.save':
      if (state !== 'saving') return undefined
      return event.output.ok
        ? given('saved', { ...facts, saved: event.output.value })
        : given('refused', { ...facts, problem: event.output.problem })
    case 'xstate.error.actor.save':
      return state === 'saving' ? given('refused', { ...facts, problem: toProblem(event.error) }) : undefined
    default:
      return undefined
  }
}

const stored: RuleTexts = { population: 'true', failure: 'true' }
const empty: Facts = { stored, entered: stored, result: undefined, saved: undefined, problem: undefined }
const changed: Facts = { ...empty, entered: { ...stored, failure: 'false' } }
const result = {
  faults: [],
  examples: [{ outcome: 'passes' as const, record: '', because: null, message: null }],
}
const refusal = problem('invalid', 'It is refused.')
const moments: Record<State, Facts[]> = {
  editing: [changed, { ...changed, result }, { ...empty, result }],
  running: [empty, changed, { ...changed, result }],
  shown: [
    { ...empty, result },
    { ...changed, result },
    { ...changed, result, problem: refusal },
  ],
  saving: [changed, { ...changed, result }],
  refused: [
    { ...changed, problem: refusal },
    { ...empty, problem: refusal },
  ],
  saved: [{ ...changed, saved: { id: 7, version: '26056_1.0.1' } }],
}

export const ruleSourceNet: Net<Facts, State> = {
  machine: ruleSourceMachine,
  states: ['editing', 'running', 'shown', 'saving', 'refused', 'saved'],
  factsIn: state => moments[state],
  events: [
    { type: 'ENTER', field: 'failure', text: 'false' },
    { type: 'ENTER', field: 'failure', text: 'null' },
    { type: 'SAVE' },
    { type: 'xstate.after.quiet.ruleSource.editing' },
    doneBy('run', ok({ faults: [{ line: 3, message: 'no SQL' }], examples: [] })),
    doneBy('run', err(refusal)),
    failedBy('run', new Error('no answer')),
    doneBy('save', ok({ id: 7, version: '26056_1.0.1' })),
    doneBy('save', err(refusal)),
    failedBy('save', new Error('no answer')),
  ],
  decided,
  tags: { editing: ['stale'], running: ['stale'], shown: [], saving: ['saving'], refused: [], saved: [] },
  starts: [
    {
      input: { stored },
      outcome: { state: 'running', facts: empty, effects: [starts('run', { texts: stored })] },
    },
  ],
}
