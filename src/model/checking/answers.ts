import type { Principal } from '../../domain/principal.ts'
import type { StatusName } from '../../domain/status.ts'
import type { Facts, LifecycleEffect, LifecycleEvent } from '../../machines/submission-lifecycle/index.ts'

/** An event for the server's decider: where the submission is, what the guards read, and what came with the request. */
export interface Question {
  status: StatusName
  facts: Facts
  event: LifecycleEvent
  /** The status that the call expects after the event. */
  expected?: StatusName | undefined
  /** Whether the last act of a person on the submission was this one, by the same person. */
  isDone?: boolean
}

/** What the decider has made of an event. */
export interface Answer {
  isGranted: boolean
  status: StatusName
  /** After the event. */
  facts: Facts
  effects: readonly LifecycleEffect[]
  /** Rows of submissions that it has written: one for each transition. */
  transitions: number
  /** Lines of audit about something that was done. */
  auditLines: number
}

/** Asks the decider. */
export type Decider = (question: Question) => Promise<Answer>

/** A question that the decider has not answered yet: whoever explores has it answered, then asks the model again. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
  readonly question: Question
  readonly key: string

  constructor(key: string, question: Question) {
    super(`Not answered yet: ${question.event.type} at ${question.status}.`)
    this.key = key
    this.question = question
  }
}

const actorText = (actor: Principal): string => (actor.kind === 'user' ? actor.userId : '')

const keyOf = ({ status, facts, event, expected, isDone }: Question): string =>
  `${status}|${event.type}|${actorText(event.actor)}|${facts.isLatest ? 1 : 0}${facts.hasStoredFile ? 1 : 0}${facts.uploadUnderWay ? 1 : 0}${
    facts.isFormReturned ? 1 : 0
  }|${facts.uploaderId}|${facts.submitterId}|${facts.approverId}|${facts.latestStatus}|${expected}|${isDone}`

/**
 * The decider's answers, each asked once. An answer depends on nothing but its question: the chart is pure, and the rest of
 * the facts are the same in all states of a model.
 */
export const createAnswers = (decider: Decider) => {
  const known = new Map<string, Answer>()
  return {
    /** Throws `Unanswered` on a new question. */
    answer: (question: Question): Answer => {
      const key = keyOf(question)
      const found = known.get(key)
      if (!found) throw new Unanswered(key, question)
      return found
    },
    /** Has a question answered. */
    settle: async ({ key, question }: Unanswered): Promise<void> => {
      known.set(key, await decider(question))
    },
    /** How many different questions the decider was asked. */
    count: (): number => known.size,
  }
}
export type Answers = ReturnType<typeof createAnswers>
