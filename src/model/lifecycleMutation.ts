import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import type { StatusName } from '../domain/status.ts'
import {
  type Facts,
  type LifecycleEvent,
  type LifecycleEventType,
  leafIdOf,
  stateOfStatus,
  statusOfState,
} from '../machines/submission-lifecycle/index.ts'
import { type Stepping, steppingOf } from '../machines/support/stepping.ts'
import { lifecycleSpec } from './charts/lifecycle.ts'
import { decided, names, type Outcome, type Question } from './lifecycleDecisions.ts'
import { questionsAbout } from './lifecycleQuestions.ts'
import type { Mutant } from './mutants.ts'

const effectNames = [
  'enqueueStage',
  'withdrawWork',
  'takeSpecification',
  'armUploadTimer',
  'disarmUploadTimer',
  'supersedePrevious',
  'createCopy',
  'discardFile',
  'discardContentLater',
  'raiseIssues',
  'refuseForm',
  'notify',
]

/** What a chart of the lifecycle makes of a question; undefined where it refuses. */
const answerOf = (take: Stepping, before: AnyMachineSnapshot, event: LifecycleEvent): Outcome | undefined => {
  if (!before.can(event)) return undefined
  const [after, actions] = take(before, event)
  const effects = actions
    .filter(({ type }) => effectNames.includes(type))
    .map(({ type, params }: { type: string; params?: unknown }) =>
      [type, ...Object.values(params ?? {})].join(' '),
    )
  return {
    status: statusOfState(after.value),
    isLatest: after.context.isLatest,
    hasStoredFile: after.context.hasStoredFile,
    uploaderId: after.context.uploaderId,
    submitterId: after.context.submitterId,
    approverId: after.context.approverId,
    isFormReturned: after.context.isFormReturned,
    effects: effects.toSorted(),
  }
}

const same = (one: Outcome | undefined, other: Outcome | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The first question that a chart answers otherwise than was decided; undefined when there is none. */
export const firstDeviation = (
  machine: AnyStateMachine,
  questions: Iterable<Question>,
): Question | undefined => {
  const take = steppingOf(machine)
  // Many questions in a row are about one moment: it is put together once.
  let moment: { status: StatusName; facts: Facts; snapshot: AnyMachineSnapshot } | undefined
  for (const question of questions) {
    const { status, facts, event } = question
    if (moment?.status !== status || moment.facts !== facts)
      moment = {
        status,
        facts,
        snapshot: machine.resolveState({ value: stateOfStatus(status), context: facts }),
      }
    if (!same(answerOf(take, moment.snapshot, event), decided(question))) return question
  }
  return undefined
}

export const eventTypes = Object.keys(lifecycleSpec.samples) as LifecycleEventType[]

/** Statuses within a state first: there a fault shows soonest. */
const statusesFrom = (state: string): StatusName[] => {
  const isWithin = (name: StatusName) => {
    const leaf = leafIdOf(name)
    return state === '' || leaf === state || leaf.startsWith(`${state}.`)
  }
  return names.toSorted((one, other) => Number(isWithin(other)) - Number(isWithin(one)))
}

/**
 * Whether the decisions notice the fault. A fault of a transition shows in questions about its event only; one of an
 * entry or exit may show in any.
 */
export const isKilled = ({ machine, event, state }: Mutant): boolean => {
  const types = event === undefined ? eventTypes : [event as LifecycleEventType]
  return types.some(type => firstDeviation(machine, questionsAbout(type, statusesFrom(state))) !== undefined)
}
