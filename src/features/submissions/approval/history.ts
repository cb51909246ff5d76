import { statusById } from '../../../domain/status.ts'
import type { ActivityLogEntry } from '../../../domain/wire/collections.ts'
import type { SubmissionWire } from '../../../domain/wire/submissions.ts'
import type { HistoryEntry } from '../../../machines/approval-chain/index.ts'

/** The history and the log are written in one transaction, yet each with its own reading of the clock. */
const sameMoment = 2000

/**
 * The submission's history for the chain, oldest first, each entry with the person whom the activity log names at that
 * moment.
 */
export const namedHistory = (
  history: SubmissionWire['stateHistory'],
  log: readonly ActivityLogEntry[],
): HistoryEntry[] =>
  history
    .flatMap(({ StatusId, Actioned }): HistoryEntry[] => {
      const status = statusById(StatusId)?.name
      if (status === undefined) return []
      const entry = log.find(
        ({ createdUtc }) => Math.abs(Date.parse(createdUtc) - Date.parse(Actioned)) <= sameMoment,
      )
      return [{ status, at: Actioned, by: entry?.username }]
    })
    .toSorted((a, b) => a.at.localeCompare(b.at))
