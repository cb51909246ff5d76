import { channel } from 'node:diagnostics_channel'
import type { Origin } from './ruleset.ts'

/** A line of a ruleset's file that is being compiled, or whose example is being run. */
export interface RulesetPlace {
  file: string
  line: number
}

/**
 * Tells which line a check is at. A process that runs what people wrote may be ended before it can say so itself; the one that
 * started it listens here.
 */
export const rulesetPlaces = channel('bedel:ruleset-place')

/** Tells the line of this part of a file, if anybody listens. */
export const atPlace = ({ file, lineOf }: Origin, path: readonly PropertyKey[]): void => {
  if (rulesetPlaces.hasSubscribers) rulesetPlaces.publish({ file, line: lineOf(path) } satisfies RulesetPlace)
}
