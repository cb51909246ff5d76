import { noRight } from '../../../domain/permissions.ts'
import type { StatusName } from '../../../domain/status.ts'
import { takenTransitions } from '../../../machines/inspection/takenTransitions.ts'
import {
  explain,
  type Facts,
  type LifecycleEffect,
  type LifecycleEventType,
  leafIdOf,
  lifecycleAt,
  step,
  submissionLifecycle,
} from '../../../machines/submission-lifecycle/index.ts'
import type { Message } from '../../../messages/index.ts'
import type { Mark, Marks } from '../diagram/marks.ts'
import { eventOf, isLifecycleEvent, lifecycleEvents } from '../question/events.ts'
import { actorOf, type Person, people, system } from '../question/people.ts'

/** Where a simulation stands. */
export interface Situation {
  status: StatusName
  facts: Facts
}

/** An event that can happen, and somebody who may cause it. */
export interface Move {
  event: LifecycleEventType
  person: Person
  /** Ids of the chart's transitions that it takes. */
  transitions: string[]
}

/** An event that the status expects and nobody can cause with these facts, and why. */
export interface Refused {
  event: LifecycleEventType
  reason: Message
}

/** One step that was taken. */
export interface Taken extends Move {
  before: StatusName
  after: StatusName
  effects: LifecycleEffect[]
}

/** Somebody of the submission's own organisations: each role is another person, as four eyes demand. */
const causeOf = (person: Person, facts: Facts) => actorOf(person, 'own', facts, person.id)

/** The people first who act for the submission's own organisations; the system where nobody else can. */
const byEvent = ({ status, facts }: Situation, event: LifecycleEventType): Move | Refused | undefined => {
  const answers = [...people.filter(person => person !== system), system].map(person => ({
    person,
    explanation: explain(status, facts, eventOf(event, causeOf(person, facts), true)),
  }))
  const [first] = answers
  if (!first?.explanation.isExpected) return undefined
  const able = answers.find(({ explanation }) => explanation.allowed)
  if (able) {
    const caused = eventOf(event, causeOf(able.person, facts), true)
    const transitions = takenTransitions(submissionLifecycle, lifecycleAt(status, facts), caused)
    return { event, person: able.person, transitions }
  }
  // Of those who have the right, the reason that stands against the event itself.
  const conflict = answers.find(({ explanation }) => explanation.refusal?.kind === 'conflict')
  return { event, reason: (conflict ?? first).explanation.refusal?.reason ?? noRight }
}

/** What can happen in a situation, and what it expects but refuses. */
export const movesAt = (situation: Situation): { moves: Move[]; refused: Refused[] } => {
  const answers = lifecycleEvents.flatMap(event => byEvent(situation, event) ?? [])
  return {
    moves: answers.filter(answer => 'person' in answer),
    refused: answers.filter(answer => 'reason' in answer),
  }
}

const take = ({ status, facts }: Situation, move: Move): { taken: Taken; situation: Situation } => {
  const stepped = step(status, facts, eventOf(move.event, causeOf(move.person, facts), true))
  return {
    taken: { ...move, before: status, after: stepped.status, effects: stepped.effects },
    situation: {
      status: stepped.status,
      facts: {
        ...stepped.facts,
        latestStatus: stepped.facts.isLatest ? stepped.status : stepped.facts.latestStatus,
      },
    },
  }
}

export interface Simulation {
  steps: Taken[]
  situation: Situation
  /** The event that could not be taken; what was to come after it is left out. */
  stoppedAt: string | undefined
}

/** Takes the named events one after the other, from a situation on, without touching any data. */
export const simulate = (start: Situation, events: readonly string[]): Simulation => {
  const steps: Taken[] = []
  let situation = start
  for (const event of events) {
    const answer = isLifecycleEvent(event) ? byEvent(situation, event) : undefined
    if (!answer || !('person' in answer)) return { steps, situation, stoppedAt: event }
    const next = take(situation, answer)
    steps.push(next.taken)
    situation = next.situation
  }
  return { steps, situation, stoppedAt: undefined }
}

/** The way that a simulation took, on the drawing. */
export const marksOf = (start: Situation, { steps, situation }: Simulation): Marks => {
  const marks = new Map<string, Mark>()
  for (const status of [start.status, ...steps.map(({ after }) => after)])
    marks.set(leafIdOf(status), { tone: 'past' })
  steps.forEach(({ transitions }, at) => {
    for (const id of transitions) marks.set(id, { tone: 'past', label: String(at + 1) })
  })
  marks.set(leafIdOf(situation.status), { tone: 'current' })
  return marks
}
