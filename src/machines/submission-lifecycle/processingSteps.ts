import { type ProcessingStep, processingSteps } from '../../domain/processingStep.ts'
import { hasTag, type StatusName, statuses } from '../../domain/status.ts'
import { submissionLifecycle } from './machine.ts'
import { leafIdOf, statusOfLeaf } from './state.ts'

/** Where a step of the processing begins and ends. */
export interface StepBounds {
  /** From this status on it is under way. */
  starts: StatusName
  /** At this status it is passed. */
  passes: StatusName
}

const isStop = (name: StatusName | undefined): boolean => name !== undefined && hasTag(name, 'error')

/** Where a status leads by its own transitions, not by those of its groups; undefined stands for a state that is no status. */
const targetsOf = (name: StatusName): (StatusName | undefined)[] => {
  const leaf = submissionLifecycle.getStateNodeById(`${submissionLifecycle.id}.${leafIdOf(name)}`)
  const transitions = [...leaf.transitions.values()].flat()
  return transitions.flatMap(({ target = [] }) => target.map(({ path }) => statusOfLeaf(path.join('.'))))
}

/** Where the chart comes into the step, and where it leaves it for what follows. */
const boundsOf = (step: ProcessingStep): StepBounds => {
  const members = statuses.flatMap(status =>
    status.step === step && !hasTag(status.name, 'error') ? [status.name] : [],
  )
  const isMember = (name: StatusName | undefined) => name !== undefined && members.includes(name)
  const within = new Set(members.flatMap(targetsOf))
  const starts = members.find(name => !within.has(name))
  const passes = members.find(name => targetsOf(name).some(next => !isMember(next) && !isStop(next)))
  if (!passes || !starts) throw new Error(`The lifecycle has no way through the step "${step}".`)
  return { starts, passes }
}

/** Where each step of the processing begins and is passed, as the chart has it (specification 2 §2.8). */
export const stepBounds: Readonly<Record<ProcessingStep, StepBounds>> = Object.fromEntries(
  processingSteps.map(step => [step, boundsOf(step)]),
) as Record<ProcessingStep, StepBounds>
