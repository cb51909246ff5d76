import type { SnapshotFrom } from 'xstate'
import type { NoticesMachine } from './machine.ts'

/** How many notices the viewer has not read, as far as is known. */
export const selectUnread = ({ context }: SnapshotFrom<NoticesMachine>): number => context.unread
