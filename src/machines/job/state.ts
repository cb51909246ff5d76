import { type SnapshotFrom, transition } from 'xstate'
import { jobStates } from '../../domain/job.ts'
import { message } from '../../messages/message.ts'
import { answersOf, type Explanation } from '../support/answering.ts'
import { camelCase, placesIn } from '../support/leaves.ts'
import { type JobGuardName, jobGuards } from './guards.ts'
import { type JobMachine, jobMachine } from './machine.ts'
import { type JobEvent, type JobFacts, type JobPlace, jobEventMessage } from './types.ts'

/** Everywhere that a job can stand. */
export const jobPlaces: readonly JobPlace[] = ['NONE', ...jobStates]

const places = placesIn('job', jobMachine.root, jobPlaces, camelCase)

/** The chart at a stored state with the facts of the moment. */
const jobAt = (place: JobPlace, facts: JobFacts): SnapshotFrom<JobMachine> =>
  jobMachine.resolveState({ value: places.stateValueOf(place), context: facts })

/** Effects that the chart asks for; the server applies each once. */
export const jobEffects = ['enqueueJob', 'keepRow', 'leaveRows'] as const
export type JobEffect = (typeof jobEffects)[number]

const isEffect = (type: string): type is JobEffect => (jobEffects as readonly string[]).includes(type)

/**
 * Where a job stands after an event, and the effects that the chart asks for. Ask `explainJob` first: an event that the chart
 * does not take leaves everything as it was.
 */
export const stepJob = (
  place: JobPlace,
  facts: JobFacts,
  event: JobEvent,
): { place: JobPlace; effects: JobEffect[] } => {
  const [after, actions] = transition(jobMachine, jobAt(place, facts), event)
  return {
    place: places.nameAt(after.value),
    effects: actions.flatMap(({ type }) => (isEffect(type) ? [type] : [])),
  }
}

const answers = answersOf<JobFacts, JobEvent, JobGuardName>(jobMachine.root, jobGuards)

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainJob = (place: JobPlace, facts: JobFacts, event: JobEvent): Explanation<JobGuardName> =>
  answers.explain(jobAt(place, facts), facts, event, {
    wrongMoment: () =>
      message('job', 'wrongMoment', {
        event: jobEventMessage(event.type),
        state: message('job', `states.${place}`),
      }),
    notNow: message('job', 'notNow'),
  })
