import { problem, toProblem } from '../../domain/problem.ts'
import {
  type NewSpecificationContext,
  newSpecificationMachine,
} from '../../machines/new-specification/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import { doneBy, emits, failedBy, type Net, type Outcome, type Question, starts } from './net.ts'

/*
 * A new specification (specification 1 §2: "Three required choices … The ruleset list depends on the chosen schema. A schema
 * without rulesets is … disabled. Submitting creates the specification and then shows the rule-configuration step … Apply
 * configuration … returns to the list."). Written apart from the chart.
 */

type State = 'choosing' | 'creating' | 'configuring' | 'applying' | 'configured'
type Facts = NewSpecificationContext
type Decided = Outcome<Facts, State>

/** Rulesets of the schemas 1 and 2; 9 has none. */
const rulesets = [
  { id: 11, schemaId: 1 },
  { id: 21, schemaId: 2 },
]
const rulesetOf = (schemaId: number | null) => (schemaId === 1 ? 11 : schemaId === 2 ? 21 : undefined)

const given = (state: State, facts: Facts, ...effects: string[]): Decided => ({ state, facts, effects })

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const { chosen } = facts
  switch (event.type) {
    case 'PICK_SCHEMA':
      return state === 'choosing' && event.id !== 9 && event.id !== chosen.schemaId
        ? given('choosing', { ...facts, chosen: { ...chosen, schemaId: event.id, rulesetId: null } })
        : undefined
    case 'PICK_RULESET':
      return state === 'choosing' && rulesetOf(chosen.schemaId) === event.id
        ? given('choosing', { ...facts, chosen: { ...chosen, rulesetId: event.id } })
        : undefined
    case 'PICK_INCREMENT':
      return state === 'choosing'
        ? given('choosing', { ...facts, chosen: { ...chosen, increment: event.increment } })
        : undefined
    case 'SUBMIT':
      if (state !== 'choosing') return undefined
      return chosen.schemaId === null || chosen.rulesetId === null || chosen.increment === null
        ? given('choosing', { ...facts, isSubmitAttempted: true })
        : given('creating', { ...facts, problem: undefined }, starts('create', chosen))
    case 'APPLY':
      return state === 'configuring'
        ? given('applying', { ...facts, problem: undefined }, starts('apply', { id: facts.made!.id }))
        : undefined
    case 'xstate.done.actor.create':
      if (state !== 'creating') return undefined
      return event.output.ok
        ? given('configuring', { ...facts, made: event.output.value })
        : given('choosing', { ...facts, problem: event.output.problem })
    case 'xstate.error.actor.create':
      return state === 'creating'
        ? given('choosing', { ...facts, problem: toProblem(event.error) })
        : undefined
    case 'xstate.done.actor.apply':
      if (state !== 'applying') return undefined
      return event.output.ok
        ? given('configured', facts, emits({ type: 'specification.configured' }))
        : given('configuring', { ...facts, problem: event.output.problem })
    case 'xstate.error.actor.apply':
      return state === 'applying'
        ? given('configuring', { ...facts, problem: toProblem(event.error) })
        : undefined
    default:
      return undefined
  }
}

const empty: Facts = {
  rulesets,
  chosen: { schemaId: null, rulesetId: null, increment: null },
  isSubmitAttempted: false,
  made: undefined,
  problem: undefined,
}
const whole: Facts = { ...empty, chosen: { schemaId: 1, rulesetId: 11, increment: 'minor' } }
const made: Facts = { ...whole, made: { id: 7, version: '23056_1.1.0' } }
const conflict = problem('conflict', 'It is withdrawn.')
const moments: Record<State, Facts[]> = {
  choosing: [
    empty,
    { ...empty, isSubmitAttempted: true },
    { ...empty, chosen: { ...empty.chosen, schemaId: 1 } },
    { ...empty, chosen: { ...empty.chosen, schemaId: 2, rulesetId: 21 } },
    { ...empty, chosen: { ...empty.chosen, schemaId: 1, increment: 'major' } },
    whole,
    { ...whole, problem: conflict },
  ],
  creating: [whole],
  configuring: [made, { ...made, problem: conflict }],
  applying: [made],
  configured: [made],
}

export const newSpecificationNet: Net<Facts, State> = {
  machine: newSpecificationMachine,
  states: ['choosing', 'creating', 'configuring', 'applying', 'configured'],
  factsIn: state => moments[state],
  events: [
    ...[1, 2, 9].map(id => ({ type: 'PICK_SCHEMA', id })),
    ...[11, 21].map(id => ({ type: 'PICK_RULESET', id })),
    { type: 'PICK_INCREMENT', increment: 'patch' },
    { type: 'SUBMIT' },
    { type: 'APPLY' },
    doneBy('create', ok({ id: 7, version: '23056_1.1.0' })),
    doneBy('create', err(conflict)),
    failedBy('create', new Error('no answer')),
    doneBy('apply', ok(undefined)),
    doneBy('apply', err(conflict)),
    failedBy('apply', new Error('no answer')),
  ],
  decided,
  tags: {
    choosing: [],
    creating: ['busy'],
    configuring: ['configuring'],
    applying: ['busy', 'configuring'],
    configured: ['configuring'],
  },
  starts: [{ input: { rulesets }, outcome: { state: 'choosing', facts: empty, effects: [] } }],
}
