import type { SnapshotFrom } from 'xstate'
import type { Destination } from './contract.ts'
import type { StepperMachine } from './machine.ts'
import { currentStep, type StepId, type StepView, stepStates } from './steps.ts'

export type StepperSnapshot = SnapshotFrom<StepperMachine>

/** Where the router is to go; undefined when the right page is in sight. */
export const selectDestination = (snapshot: StepperSnapshot): Destination | undefined =>
  snapshot.hasTag('moving') ? snapshot.context.destination : undefined

/** The steps with their states; a new list each time, so compare by value or take it from the snapshot at render. */
export const selectSteps = (snapshot: StepperSnapshot): StepView[] => stepStates(snapshot.context)

/** The step where the submission is now. */
export const selectCurrentStep = (snapshot: StepperSnapshot): StepId => currentStep(snapshot.context)

/** Whether the submission is at another step than the user looks at: a link leads there (GO_TO_CURRENT). */
export const selectIsElsewhere = (snapshot: StepperSnapshot): boolean => snapshot.matches('staying')
