import type { StatusName } from '../../../domain/status.ts'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import { useInspectorAddress } from '../address.ts'
import { isPersonId, type Person, personById } from '../question/people.ts'
import type { Subject } from '../question/useSubject.ts'
import { simulate } from './simulation.ts'

const listed = (parameter: string | undefined): readonly string[] | undefined =>
  parameter?.split(' ').filter(Boolean)

/** The steps that the address names, those of the other future to compare with, and the ways to change both. */
export const useSteps = (subject: Subject) => {
  const { parameter, go } = useInspectorAddress()
  const written = listed(parameter('steps')) ?? []
  /** The chosen state of the drawing follows the status, so that it comes into sight. */
  const stateAfter = (steps: readonly string[]): string => leafIdOf(simulate(subject, steps).situation.status)
  return {
    written,
    other: listed(parameter('compare')),
    set: (steps: readonly string[]) => go({ steps: steps.join(' '), state: stateAfter(steps) }),
    /** Keeps the present steps for comparison. The first step of the new future is still to be chosen. */
    compare: () => go({ compare: written.join(' '), steps: undefined, state: stateAfter([]) }),
    endComparison: () => go({ compare: undefined }),
    startFrom: (status: StatusName) =>
      go({ from: leafIdOf(status), steps: undefined, compare: undefined, state: leafIdOf(status) }),
  }
}

/** The person whose events are offered; undefined for everybody. */
export const useChosenPerson = (): Person | undefined => {
  const id = useInspectorAddress().parameter('who')
  return id !== undefined && isPersonId(id) ? personById(id) : undefined
}
