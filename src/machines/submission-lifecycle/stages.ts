import { type StatusName, tagsOf } from '../../domain/status.ts'
import type { Stage, SystemEvent } from './events.ts'
import { bySystem, notifying } from './setup.ts'

/*
 * What the states of every stage of processing have in common; their descriptions stand in the chart. Only the system moves
 * between them: a person who could report a result would decide on a file that nobody has checked.
 */

/** A worker has the stage in hand; each end that it can report leads to its state, and nothing of the work is left on the queue. */
export const running = <Name extends StatusName>(
  name: Name,
  ends: Partial<Record<SystemEvent['type'], string>>,
) => ({
  tags: tagsOf(name),
  exit: 'withdrawWork' as const,
  on: Object.fromEntries(
    Object.entries(ends).map(([type, target]) => [type, { target, guard: bySystem }] as const),
  ),
})

/** The stage has stopped here for good: another file, or the agency's re-processing, is another submission. */
export const stopped = <Name extends StatusName>(name: Name) => ({
  tags: tagsOf(name),
  entry: notifying('processingStopped'),
})

/** The stage is done, and the work of the next is on the queue until a worker takes it to its `target`. */
export const passed = <Name extends StatusName>(name: Name, next: Stage, target: string) => ({
  tags: tagsOf(name),
  entry: { type: 'enqueueStage' as const, params: { stage: next } },
  on: { [`${next}_STARTED` as const]: { target, guard: bySystem } },
})
