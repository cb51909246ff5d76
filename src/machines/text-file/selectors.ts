import type { SnapshotFrom } from 'xstate'
import { longestText, type TextFileMachine } from './machine.ts'
import type { TextFile } from './types.ts'

/** What is looked at; undefined while nothing is, or while it is being read. */
export const textFileOf = (snapshot: SnapshotFrom<TextFileMachine>): TextFile | undefined => {
  const { name, text } = snapshot.context
  if (snapshot.matches('opened')) return { name, text }
  if (snapshot.matches('tooLarge')) return { name, problem: 'tooLarge', limitBytes: longestText }
  return snapshot.matches('unreadable') ? { name, problem: 'unreadable', limitBytes: longestText } : undefined
}
