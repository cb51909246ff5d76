import { noRight } from '../../../domain/permissions.ts'
import { isHandedOver, type StatusName } from '../../../domain/status.ts'
import { takenTransitions } from '../../../machines/inspection/takenTransitions.ts'
import type { StepFacts } from '../../../machines/stepper/index.ts'
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
import { actorOf, isPersonId, type Person, people, personById, system } from '../question/people.ts'

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

/** An event that the status expects and that nobody who was asked about can cause with these facts, and why. */
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

/** Everybody, the system last: it is named only where no person can cause an event. */
const everybody: readonly Person[] = [...people.filter(person => person !== system), system]

/** What comes of an event if one of these people causes it; undefined if the status does not expect it. */
const byEvent = (
  { status, facts }: Situation,
  event: LifecycleEventType,
  askedAbout: readonly Person[] = everybody,
): Move | Refused | undefined => {
  const answers = askedAbout.map(person => ({
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

/** What can happen in a situation, and what it expects but refuses: from one person, or from everybody. */
export const movesAt = (situation: Situation, person?: Person): { moves: Move[]; refused: Refused[] } => {
  const askedAbout = person ? [person] : everybody
  const answers = lifecycleEvents.flatMap(event => byEvent(situation, event, askedAbout) ?? [])
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

/** A step as an address writes it: the event, and who causes it where one person was chosen. */
export const writtenStep = (event: LifecycleEventType, person?: Person): string =>
  person ? `${event}~${person.id}` : event

const answerToStep = (situation: Situation, step: string): Move | Refused | undefined => {
  const [event, id] = step.split('~')
  if (!isLifecycleEvent(event) || (id !== undefined && !isPersonId(id))) return undefined
  return byEvent(situation, event, id === undefined ? everybody : [personById(id)])
}

/** Takes the written steps one after the other, from a situation on, without touching any data. */
export const simulate = (start: Situation, written: readonly string[]): Simulation => {
  const steps: Taken[] = []
  let situation = start
  for (const step of written) {
    const answer = answerToStep(situation, step)
    if (!answer || !('person' in answer)) return { steps, situation, stoppedAt: step.split('~')[0] }
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

/**
 * What the steps of the provider's page are made from after a simulation. How many rules are outside tolerance is not known: the facts
 * only say whether operational rules block submitting.
 */
export const stepFactsOf = (start: Situation, { steps, situation }: Simulation): StepFacts => {
  const { status, facts } = situation
  const isBlocked = facts.blockers.operationalFailures && !isHandedOver(status)
  return {
    status,
    history: [start.status, ...steps.map(({ after }) => after)],
    quality: { ruleFailures: isBlocked ? 1 : 0, openIssues: 0 },
    mode: facts.mode,
    isStatutoryCustomer: false,
  }
}
