import { statusLabel } from '../../domain/labels.ts'
import { may, type UserPrincipal } from '../../domain/principal.ts'
import type { StatusName } from '../../domain/status.ts'
import { type Message, message } from '../../messages/message.ts'
import { answersOf, type Check as CheckOf, type Explanation as ExplanationOf } from '../support/answering.ts'
import type { EnforcedChart } from '../support/enforcedChart.ts'
import { eventMessage, type LifecycleEvent, type LifecycleEventType, type UserEventType } from './events.ts'
import type { Facts } from './facts.ts'
import { type GuardName, guards } from './guards.ts'
import { submissionLifecycle } from './machine.ts'
import { type LifecycleEffect, leafIdOf, lifecycleAt, step } from './state.ts'

export type Check = CheckOf<GuardName>
export type Explanation = ExplanationOf<GuardName>

const answers = answersOf<Facts, LifecycleEvent, GuardName>(submissionLifecycle.root, guards)

export const { guardNamesOf, check } = answers

/** Whether the event can come next at a status at all, whatever the guards say to it. */
export const expects = (status: StatusName, type: LifecycleEventType): boolean =>
  answers.expects(leafIdOf(status), type)

/** Whether somebody has the permissions that the chart asks for such an event of, at any status and whatever the facts. */
export const mayEver = (actor: UserPrincipal, type: UserEventType): boolean =>
  answers
    .everywhere(type)
    .some(names =>
      names.every(name => guards[name].permission === undefined || may(actor, guards[name].permission)),
    )

const wrongMoment = (status: StatusName, type: LifecycleEventType, isBusy: boolean): Message => {
  if (type === 'SUBMIT' && status === 'UNKNOWN') return message('lifecycle', 'noFileYet')
  if (type === 'SUBMIT' && status === 'UPLOADING') return message('lifecycle', 'isUploading')
  if (type === 'SUBMIT' && isBusy) return message('lifecycle', 'isProcessing')
  // "Unknown" is what the server calls it; people know that nothing has been uploaded.
  if (status === 'UNKNOWN') return message('lifecycle', 'nothingYet', { event: eventMessage(type) })
  return message('lifecycle', 'wrongMoment', { event: eventMessage(type), status: statusLabel(status) })
}

/** Every guard of the event in this status with its value and a sentence, and the refusal if there is one. */
export const explain = (status: StatusName, facts: Facts, event: LifecycleEvent): Explanation => {
  const snapshot = lifecycleAt(status, facts)
  return answers.explain(snapshot, facts, event, {
    wrongMoment: () => wrongMoment(status, event.type, snapshot.hasTag('busy')),
    notNow: message('lifecycle', 'notNow'),
  })
}

/** The chart as the server enforces it. */
export const lifecycleChart: EnforcedChart<StatusName, Facts, LifecycleEvent, LifecycleEffect> = {
  id: submissionLifecycle.id,
  step: (status, before, event) => {
    const { status: place, facts, effects } = step(status, before, event)
    return { place, facts, effects }
  },
  explain,
}
