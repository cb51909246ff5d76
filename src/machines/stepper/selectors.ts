import type { SnapshotFrom } from 'xstate'
import type { StepperMachine } from './machine.ts'

export type StepperSnapshot = SnapshotFrom<StepperMachine>

/** Whether the processing in sight has ended and the view is about to move on to the results. */
export const selectIsReady = (snapshot: StepperSnapshot): boolean => snapshot.hasTag('ready')
