import { isSignedOff } from '../../domain/status.ts'
import { submissionTaskOf } from '../../machines/submission-lifecycle/index.ts'
import { people } from '../people.ts'
import { blank, factsOf, latestSlot, type Model, type Step } from './model.ts'
import type { State } from './state.ts'
import { canSettle } from './workSteps.ts'

/** A property of every state and step: what is wrong, or undefined. */
export interface Property {
  name: string
  /** The specification that demands it. */
  source: string
  ofState?: (model: Model, state: State) => string | undefined
  ofStep?: (model: Model, from: State, step: Step) => string | undefined
}

const persons = Object.values(people).filter(person => person.kind === 'user')

/**
 * No task for two parties at once, by the product's selector of tasks, or by another one. Of the latest submission alone: no other has
 * tasks (`server/tasks`).
 */
export const oneParty = (taskOf: typeof submissionTaskOf = submissionTaskOf): Property => {
  const known = new Map<string, string | undefined>()
  return {
    name: 'no task for two parties at once',
    source: '3-decisions §3 "Awaiting party", §15 "Who acts next", §16 "Tasks"',
    ofState: (model, state) => {
      const submission = state.submissions[latestSlot(state)] ?? blank
      const facts = factsOf(model, state, submission)
      const { status } = submission
      const key = `${status}|${Object.values(facts).join()}`
      if (known.has(key)) return known.get(key)
      const tasks = persons.flatMap(person => {
        const task = taskOf(status, facts, person)
        return task === undefined ? [] : [{ party: person.organisationType, task }]
      })
      const isOne = new Set(tasks.map(({ party }) => party)).size <= 1
      const named = new Set(tasks.map(({ party, task }) => `${party}: ${task}`))
      const reason = isOne ? undefined : [...named].join(', ')
      known.set(key, reason)
      return reason
    },
  }
}

/** Events by which a sign-off is undone (3-decisions §3). */
const undoing: ReadonlySet<string> = new Set(['REQUEST_RESUBMISSION', 'HISTORIC_AMENDMENT_REQUESTED'])

/** What is checked in every state, and at every step. */
export const properties: readonly Property[] = [
  {
    name: 'at most one submission is the latest',
    source: '3-decisions §3; 4-faults 11 "latest is unique"',
    ofState: (_, { submissions }) => {
      const latest = submissions.filter(one => one?.isLatest).length
      return latest > 1 ? `${latest} submissions are the latest` : undefined
    },
  },
  {
    name: 'no stage is run twice with both results accepted',
    source: '4-faults 12 "result stored once"',
    ofState: (model, state) => {
      if (state.submissions.some(one => one?.hasDoubleResult)) return 'a second result was accepted'
      const settling = state.workers.filter(work => work && canSettle(model, state, work))
      const runs = new Set(settling.map(work => `${work?.slot}/${work?.stage}`))
      return runs.size < settling.length ? 'the results of two workers would be accepted' : undefined
    },
  },
  {
    name: 'signed off is left only by the listed events',
    source: '3-decisions §3: request of resubmission, historic amendment, re-processing',
    ofStep: (_, from, { to, decided }) => {
      const at = latestSlot(from)
      const before = from.submissions[at]
      if (!before || !isSignedOff(before.status)) return undefined
      const after = to.submissions[at]
      const isKept = after?.isLatest && isSignedOff(after.status)
      if (isKept) return undefined
      const cause = decided.find(({ slot, event }) => slot === at && event.actor.kind === 'user')?.event.type
      if (cause === 'REPROCESSED' || (cause !== undefined && undoing.has(cause))) return undefined
      return `left by ${decided.map(({ event }) => event.type).join(', ') || 'nothing'}`
    },
  },
  {
    name: 'every transition has one line of audit',
    source: '3-decisions §2; 4-faults 14 "conformance 0 deviations"',
    ofState: (_, { submissions }) => {
      const owed = submissions.find(one => one && one.unaudited !== 0)?.unaudited
      if (owed === undefined) return undefined
      return owed > 0 ? 'a transition has no line' : 'a line has no transition'
    },
  },
  oneParty(),
]

/** The property of the whole graph. */
export const ending = {
  name: 'every state leads to an end',
  source: '3-decisions §3: a signed-off record with its history, or a nil return',
}

/** Whether all is done: the latest is signed off with its history, or a nil return, and nothing is left to do or on its way. */
export const isEnd = (state: State): boolean => {
  const { status } = state.submissions[latestSlot(state)] ?? blank
  return (
    (status === 'HISTORY_DATA_PASSED' || status === 'NIL_RETURN') &&
    !state.echo &&
    state.workers.every(work => !work) &&
    state.submissions.every(one => !one || (!one.job && !one.deadLetter && one.status !== 'UPLOADING'))
  )
}
