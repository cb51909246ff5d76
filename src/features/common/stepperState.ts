import type { StepView } from '../../machines/stepper/index.ts'
import type { StepState } from '../../ui/index.ts'

/** How the stepper draws the state of a step. */
export const stepperState: Readonly<Record<StepView['state'], StepState>> = {
  complete: 'complete',
  active: 'current',
  waiting: 'waiting',
  error: 'error',
  locked: 'locked',
}
