import type { SnapshotFrom } from 'xstate'
import type { pollMachine } from './machine.ts'

export { pollMachine } from './machine.ts'
export type * from './types.ts'

/** Whether nobody has answered, last time, and nothing is known from before. */
export const selectIsUnanswered = <Data, Params>({
  context: { data, failures },
}: SnapshotFrom<ReturnType<typeof pollMachine<Data, Params>>>): boolean => data === undefined && failures > 0
