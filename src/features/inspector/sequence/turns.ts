import type { SequenceMessage } from '../../../domain/wire/inspection.ts'

/** A message with its place in the order, from 0. */
export interface PlacedMessage extends SequenceMessage {
  position: number
}

/** What happened, and the jobs, attempts, results and live messages that followed until the next thing happened. */
export interface Turn {
  message: PlacedMessage
  followers: readonly Turn[]
}

/** Kinds that say what happened to the submission; the others say how it was carried out and told. */
const leading: ReadonlySet<SequenceMessage['kind']> = new Set(['event', 'refusal', 'fault'])

/** The messages in their order, each of what only followed under that which happened before it. */
export const turnsOf = (messages: readonly SequenceMessage[]): Turn[] => {
  const turns: { message: PlacedMessage; followers: Turn[] }[] = []
  for (const [position, message] of messages.entries()) {
    const turn = { message: { ...message, position }, followers: [] }
    const last = turns.at(-1)
    if (last === undefined || leading.has(message.kind)) turns.push(turn)
    else last.followers.push(turn)
  }
  return turns
}
