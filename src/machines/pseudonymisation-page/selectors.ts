import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { PseudonymisationRowMachine } from '../pseudonymisation-row/index.ts'
import type { PseudonymisationPageMachine } from './machine.ts'

export type PseudonymisationPageSnapshot = SnapshotFrom<PseudonymisationPageMachine>

/** The row of a submission; undefined until it is listed. */
export const selectRow = (
  { children }: PseudonymisationPageSnapshot,
  uuid: string,
): ActorRefFrom<PseudonymisationRowMachine> | undefined => children[uuid]
