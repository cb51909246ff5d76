import { exactStatusLabel } from '../../domain/labels.ts'
import type { StatusName } from '../../domain/status.ts'
import { type Message, message } from '../../messages/message.ts'
import type { LifecycleEvent } from './events.ts'
import { explain } from './explain.ts'
import type { Facts } from './facts.ts'
import { step } from './state.ts'

/** An event of a stored history: what happened, what the guards read, and where it was said to lead. */
export interface PastEvent {
  sequence: number
  from: StatusName
  to: StatusName
  facts: Facts
  event: LifecycleEvent
}

/** An event of a history that the chart would not have taken so. */
export interface Deviation {
  sequence: number
  reason: Message
}

const deviationOf = (past: PastEvent, before: PastEvent | undefined): Message | undefined => {
  const expectedSequence = (before?.sequence ?? 0) + 1
  if (past.sequence !== expectedSequence)
    return message('lifecycle', 'deviation.missing', { sequence: expectedSequence })
  const expectedFrom = before?.to ?? 'UNKNOWN'
  if (past.from !== expectedFrom)
    return message('lifecycle', 'deviation.begins', {
      from: exactStatusLabel(past.from),
      before: exactStatusLabel(expectedFrom),
    })
  const { refusal } = explain(past.from, past.facts, past.event)
  if (refusal) return message('lifecycle', 'deviation.refused', { reason: refusal.reason })
  const { status } = step(past.from, past.facts, past.event)
  return status === past.to
    ? undefined
    : message('lifecycle', 'deviation.leads', {
        chart: exactStatusLabel(status),
        history: exactStatusLabel(past.to),
      })
}

/**
 * Replays a history through the chart of today, event by event with the facts of each moment. Gives every event that the
 * chart would not have taken, and a status that does not follow from the last event. Empty: the history conforms.
 */
export const deviationsOf = (history: readonly PastEvent[], status: StatusName): Deviation[] => {
  const found = history.flatMap((past, index): Deviation[] => {
    const reason = deviationOf(past, history[index - 1])
    return reason === undefined ? [] : [{ sequence: past.sequence, reason }]
  })
  const last = history.at(-1)
  const end = last?.to ?? 'UNKNOWN'
  if (status !== end) {
    const reason = message('lifecycle', 'deviation.ends', {
      status: exactStatusLabel(status),
      end: exactStatusLabel(end),
    })
    found.push({ sequence: last?.sequence ?? 0, reason })
  }
  return found
}
