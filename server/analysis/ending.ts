import { setImmediate } from 'node:timers/promises'
import type { Checker, CheckOutcome } from 'bedel-record'

/** Keys held while reading. More only takes memory: sorting and writing the rest costs a third of the reading of such elements. */
export const heldKeyBytes = 32 * 1024 * 1024

/** Ends the check. Comparing keys that went to a file takes long, so others have their turn meanwhile. */
export const endOf = async (checker: Checker, signal: AbortSignal): Promise<CheckOutcome> => {
  const pieces = checker.endInPieces()
  for (let piece = pieces.next(); ; piece = pieces.next()) {
    if (piece.done) return piece.value
    await setImmediate()
    signal.throwIfAborted()
  }
}
