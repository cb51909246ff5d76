/** The making of the demonstration data. off: none is made here; failed: it was given up, and goes on when the server starts again. */
export const demonstrationStates = ['off', 'running', 'done', 'failed'] as const
export type DemonstrationState = (typeof demonstrationStates)[number]

/** Whether it is being made: how far it is changes by itself. */
export const isDemonstrationRunning = (state: DemonstrationState | undefined): boolean => state === 'running'

/** Whether all of it is there. */
export const isDemonstrationMade = (state: DemonstrationState | undefined): boolean => state === 'done'

/** Whether it was given up. */
export const isDemonstrationGivenUp = (state: DemonstrationState | undefined): boolean => state === 'failed'
