import type { SnapshotFrom } from 'xstate'
import type { UploadProgress } from '../upload/types.ts'
import { rangeOf } from './guards.ts'
import type { PartUploadMachine } from './machine.ts'

export type PartUploadSnapshot = SnapshotFrom<PartUploadMachine>

/** What is being done with the file. resuming: the server is asked again, after something that went wrong or a reload. */
export type PartUploadActivity = 'starting' | 'resuming' | 'comparing' | 'sending' | 'waiting' | 'completing'

/** What is being done with the file. */
export const selectActivity = (snapshot: PartUploadSnapshot): PartUploadActivity => {
  if (snapshot.hasTag('waiting')) return 'waiting'
  if (snapshot.matches('asking')) return snapshot.context.grant ? 'resuming' : 'starting'
  if (snapshot.matches('comparing')) return 'comparing'
  return snapshot.matches('completing') ? 'completing' : 'sending'
}

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
