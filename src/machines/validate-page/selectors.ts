import type { SnapshotFrom } from 'xstate'
import { faultsOf, listedPositions } from './faults.ts'
import type { ValidatePageMachine } from './machine.ts'
import type { Fault } from './types.ts'

export type ValidatePageSnapshot = SnapshotFrom<ValidatePageMachine>

/** The faults that are listed, in the order of the file, each with its position in all faults. */
export const selectListed = ({ context }: ValidatePageSnapshot): { position: number; fault: Fault }[] => {
  const faults = faultsOf(context)
  return listedPositions(context).flatMap(position => {
    const fault = faults[position]
    return fault ? [{ position, fault }] : []
  })
}

/** The fault that is shown; undefined without a result that has one. */
export const selectFault = ({ context }: ValidatePageSnapshot): Fault | undefined =>
  faultsOf(context)[context.current]

/** Whether the file can be checked now. */
export const selectCanCheck = (snapshot: ValidatePageSnapshot): boolean => snapshot.can({ type: 'CHECK' })
