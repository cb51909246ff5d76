import { statusNameOf } from '../../domain/status.ts'
import { factsFromWire } from '../../domain/wire/facts.ts'
import type { SubmissionWire } from '../../domain/wire/submissions.ts'
import type { KnownSubmission } from './types.ts'

/** A submission of the API in the terms of the domain. */
export const submissionFromWire = ({
  uuid,
  status,
  stateHistory,
  facts,
  now: _now,
  liveSequence: _sequence,
  ...details
}: SubmissionWire): KnownSubmission => ({
  ...details,
  submissionId: uuid,
  status: statusNameOf(status.id),
  facts: factsFromWire(facts),
  history: stateHistory.map(({ StatusId, Actioned }) => ({ status: statusNameOf(StatusId), at: Actioned })),
})
