import type { AnyStateMachine } from 'xstate'
import type { StatusName } from '../../../src/domain/status.ts'
import {
  type Facts,
  type LifecycleEffect,
  type LifecycleEvent,
  lifecycleChart,
  stateOfStatus,
  statusOfState,
  submissionLifecycle,
} from '../../../src/machines/submission-lifecycle/index.ts'
import type { EnforcedChart } from '../../../src/machines/support/enforcedChart.ts'
import { steppingOf } from '../../../src/machines/support/stepping.ts'
import { message } from '../../../src/messages/message.ts'
import { mutantsOf } from '../../../src/model/mutants.ts'

type Chart = EnforcedChart<StatusName, Facts, LifecycleEvent, LifecycleEffect>

/** A machine in the place of the lifecycle, enforced as the lifecycle is. */
const enforced = (machine: AnyStateMachine): Chart => {
  const take = steppingOf(machine)
  const at = (status: StatusName, facts: Facts) =>
    machine.resolveState({ value: stateOfStatus(status), context: facts })
  return {
    id: lifecycleChart.id,
    explain: (status, facts, event) =>
      at(status, facts).can(event)
        ? {}
        : { refusal: { kind: 'conflict', reason: message('lifecycle', 'notNow') } },
    step: (status, facts, event) => {
      const [{ value, context }, actions] = take(at(status, facts), event)
      const taken: readonly { type: string; params?: unknown }[] = actions
      const effects = taken.map(({ type, params }) => ({ type, ...(params as object) }) as LifecycleEffect)
      return { place: statusOfState(value), facts: context, effects }
    },
  }
}

/** The lifecycle with one fault put into it, which its kind and label name. Throws if there is no such fault. */
export const faultyLifecycle = (kind: string, label: string): Chart => {
  const found = [...mutantsOf(submissionLifecycle)].find(
    mutant => mutant.kind === kind && mutant.label.includes(label),
  )
  if (!found) throw new Error(`No fault "${kind}: ${label}" can be put into the lifecycle.`)
  return enforced(found.machine)
}
