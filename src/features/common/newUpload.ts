import type { SubmissionMode } from '../../domain/status.ts'
import type { CollectionWire } from '../../domain/wire/collections.ts'
import { factsFromWire } from '../../domain/wire/facts.ts'
import type { ProviderListRow } from '../../domain/wire/submissions.ts'
import type { Facts } from '../../machines/submission-lifecycle/index.ts'

/**
 * The facts by which the chart lets a provider begin another upload to a collection: those of its newest submission, else those
 * that came with the collection. Undefined where the server has told neither.
 */
export const factsOfNewUpload = (
  collection: Pick<CollectionWire, 'newSubmission'>,
  mode: SubmissionMode,
  rows: readonly Pick<ProviderListRow, 'Facts'>[] | undefined,
): Facts | undefined => {
  const known = rows?.[0]?.Facts ?? collection.newSubmission?.[mode]
  return known && factsFromWire(known)
}
