import type { ChartEntry } from '../../../domain/wire/chartHistories.ts'
import type { Stay } from '../time/dwell.ts'

/** The stays of a record, in order; the last one lasts until `now` (ms since 1970). */
export const staysOfRecord = (entries: readonly ChartEntry[], now: number): Stay[] => {
  const moves = entries.filter(({ from, to }) => from !== to)
  return moves.map(({ to: state, occurredAt }, position) => {
    const next = moves[position + 1]
    const from = Date.parse(occurredAt)
    return {
      position,
      state,
      from,
      to: next ? Date.parse(next.occurredAt) : Math.max(now, from),
      isOpen: next === undefined,
    }
  })
}
