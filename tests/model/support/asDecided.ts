import { isDeepStrictEqual } from 'node:util'
import type { Explanation } from '../../../src/machines/support/answering.ts'
import { inEnglish } from '../../../src/model/everyMessage.ts'

/**
 * Whether an answer of a chart and its step are as was decided, with a reason where it refuses. `decided` is undefined where
 * nothing may happen.
 */
export const isAsDecided = (
  { allowed, refusal }: Explanation<string>,
  { place, effects }: { place: string; effects: readonly string[] },
  decided: { place: string; effects: readonly string[] } | undefined,
): boolean =>
  allowed === (decided !== undefined) &&
  (allowed
    ? isDeepStrictEqual({ place, effects }, decided)
    : refusal !== undefined && inEnglish(refusal.reason).length > 10)
