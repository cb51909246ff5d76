import type { SnapshotFrom } from 'xstate'
import type { PseudonymisationRowMachine } from './machine.ts'

export type PseudonymisationRowSnapshot = SnapshotFrom<PseudonymisationRowMachine>

/** What the button of the row says. */
export const selectButton = (
  snapshot: PseudonymisationRowSnapshot,
): 'anonymise' | 'anonymising' | 'download' | 'failed' => {
  if (snapshot.hasTag('pending')) return 'anonymising'
  if (snapshot.hasTag('success')) return 'download'
  return snapshot.hasTag('failed') ? 'failed' : 'anonymise'
}

/** Whether the server is asked for something. */
export const selectIsBusy = (snapshot: PseudonymisationRowSnapshot): boolean => snapshot.hasTag('busy')
