import { problem, toProblem } from '../../domain/problem.ts'
import { type PublicationContext, publicationMachine } from '../../machines/publication/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import { doneBy, failedBy, type Net, type Outcome, type Question, starts } from './net.ts'

/*
 * Publishing a schema or a ruleset (decisions §10: "publish a schema (XSD checked by the engine, sample files
 * accepted or refused as uploaded with it) and a ruleset (zip …, faults with file and line)"). Written apart from the chart.
 */

type State = 'choosing' | 'publishing' | 'published'
type Facts = PublicationContext
type Decided = Outcome<Facts, State>

const given = (state: State, facts: Facts, ...effects: string[]): Decided => ({ state, facts, effects })

/** While nothing is under way, what is to be sent changes as people say. */
const whileChoosing = (facts: Facts, event: Question<Facts, State>['event']): Decided | undefined => {
  const { samples } = facts
  switch (event.type) {
    case 'PICK':
      return given('choosing', { ...facts, file: event.file, problem: undefined })
    case 'ADD_SAMPLE':
      return samples.length === facts.mostSamples
        ? undefined
        : given('choosing', { ...facts, samples: [...samples, event.sample] })
    case 'REMOVE_SAMPLE':
      return given('choosing', { ...facts, samples: samples.filter(({ id }) => id !== event.id) })
    case 'SUBMIT':
      return facts.file === undefined
        ? given('choosing', { ...facts, isSubmitAttempted: true })
        : given(
            'publishing',
            { ...facts, problem: undefined },
            starts('publish', {
              fileId: facts.file.id,
              samples: samples.map(({ id, isAccepted }) => ({ id, isAccepted })),
            }),
          )
    default:
      return undefined
  }
}

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  if (state === 'choosing') return whileChoosing(facts, event)
  if (state !== 'publishing') return undefined
  if (event.type === 'xstate.error.actor.publish')
    return given('choosing', { ...facts, problem: toProblem(event.error) })
  if (event.type !== 'xstate.done.actor.publish') return undefined
  return event.output.ok
    ? given('published', { ...facts, version: event.output.value.version })
    : given('choosing', { ...facts, problem: event.output.problem })
}

const picked = (id: string) => ({ id, name: `${id}.xsd`, size: 9 })
const refusal = problem('invalid', 'The schema is refused.')
const empty: Facts = {
  mostSamples: 2,
  file: undefined,
  samples: [],
  isSubmitAttempted: false,
  version: undefined,
  problem: undefined,
}
const whole: Facts = {
  ...empty,
  file: picked('a'),
  samples: [
    { ...picked('s'), isAccepted: true },
    { ...picked('t'), isAccepted: false },
  ],
}
const moments: Record<State, Facts[]> = {
  choosing: [
    empty,
    { ...empty, isSubmitAttempted: true },
    { ...empty, file: picked('b') },
    { ...whole, samples: whole.samples.slice(0, 1), problem: refusal },
    whole,
    { ...whole, problem: refusal },
  ],
  publishing: [whole, { ...empty, file: picked('b') }],
  published: [{ ...whole, version: '26056_1_0_0' }],
}

export const publicationNet: Net<Facts, State> = {
  machine: publicationMachine,
  states: ['choosing', 'publishing', 'published'],
  factsIn: state => moments[state],
  events: [
    { type: 'PICK', file: picked('c') },
    { type: 'ADD_SAMPLE', sample: { ...picked('u'), isAccepted: true } },
    { type: 'ADD_SAMPLE', sample: { ...picked('v'), isAccepted: false } },
    { type: 'REMOVE_SAMPLE', id: 's' },
    { type: 'SUBMIT' },
    doneBy('publish', ok({ version: '26056_1_0_0' })),
    doneBy('publish', err(refusal)),
    failedBy('publish', new Error('no answer')),
  ],
  decided,
  tags: { choosing: [], publishing: ['busy'], published: [] },
  starts: [{ input: { mostSamples: 2 }, outcome: { state: 'choosing', facts: empty, effects: [] } }],
}
