import type { SnapshotFrom } from 'xstate'
import type { UploadProgress } from '../upload/types.ts'
import { rangeOf } from './guards.ts'
import type { PartUploadMachine } from './machine.ts'

export type PartUploadSnapshot = SnapshotFrom<PartUploadMachine>

/** How far the whole file is: what has arrived, and what of the part on its way has been sent. */
export const selectProgress = ({ context }: PartUploadSnapshot): UploadProgress => {
  const arrived = context.stored
    .map(number => rangeOf(context, number))
    .reduce((sum, { from, to }) => sum + to - from, 0)
  return {
    sent: arrived + (context.progress?.sent ?? 0),
    total: context.target.file.size,
    bytesPerSecond: context.progress?.bytesPerSecond ?? 0,
  }
}
