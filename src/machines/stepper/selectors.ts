import type { SnapshotFrom } from 'xstate'
import type { StepperMachine } from './machine.ts'
import type { Destination } from './types.ts'

export type StepperSnapshot = SnapshotFrom<StepperMachine>

/** Where the router is to go; undefined when the right page is in sight. */
export const selectDestination = (snapshot: StepperSnapshot): Destination | undefined =>
  snapshot.hasTag('moving') ? snapshot.context.destination : undefined

/** Whether the processing in sight has ended and the view is about to move on to the results. */
export const selectIsReady = (snapshot: StepperSnapshot): boolean => snapshot.hasTag('ready')
