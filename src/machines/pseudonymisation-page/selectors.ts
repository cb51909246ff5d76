import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { PseudonymisationRowMachine } from '../pseudonymisation-row/index.ts'
import type { ListMachine, PseudonymisationPageMachine } from './machine.ts'

export type PseudonymisationPageSnapshot = SnapshotFrom<PseudonymisationPageMachine>

/** The list, which the page always runs. */
export const selectList = ({ children }: PseudonymisationPageSnapshot): ActorRefFrom<ListMachine> =>
  children.list as ActorRefFrom<ListMachine>

/** The row of a submission; undefined until it is listed. */
export const selectRow = (
  { children }: PseudonymisationPageSnapshot,
  uuid: string,
): ActorRefFrom<PseudonymisationRowMachine> | undefined =>
  children[uuid] as ActorRefFrom<PseudonymisationRowMachine> | undefined
