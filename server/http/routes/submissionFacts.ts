import type { Transaction } from 'kysely'
import type { SubmissionMode } from '../../../src/domain/status.ts'
import { factsToWire } from '../../../src/domain/wire/facts.ts'
import type { NewSubmissionWire } from '../../../src/domain/wire/submissions.ts'
import { namesOf, type SubjectRow } from '../../database/queries/submissions.ts'
import type { Database } from '../../database/schema.ts'
import { together } from '../../database/together.ts'
import { type FactsSubject, gatherFacts } from '../../lifecycle/facts.ts'

/** Whose facts a row of a submission is about. */
export const subjectOf = (row: SubjectRow): FactsSubject => ({
  submissionId: row.id,
  collectionId: row.collection_id,
  instId: row.inst_id,
  mode: row.mode,
  isLatest: row.is_latest,
  hasStoredFile: row.has_stored_file,
  uploaderId: row.uploader_id,
  submitterId: row.submitter_id,
})

/** The submission that a provider has not begun in a collection. */
export const freshSubject = (of: {
  collectionId: string
  instId: string
  mode: SubmissionMode
}): FactsSubject => ({
  ...of,
  submissionId: undefined,
  isLatest: false,
  hasStoredFile: false,
  uploaderId: null,
  submitterId: null,
})

/**
 * What decides whether a provider can begin a submission; undefined when there is no such collection or provider. The
 * transaction's scope has to be 'all', and the viewer's right to see the provider be known.
 */
export const beginning = async (
  tx: Transaction<Database>,
  of: { collectionId: string; instId: string; mode: SubmissionMode },
  now: Date,
): Promise<NewSubmissionWire | undefined> => {
  const [facts, names] = await together(tx, reads => [
    gatherFacts(reads, freshSubject(of), now),
    namesOf(reads, of),
  ])
  return (
    facts &&
    names && {
      instId: of.instId,
      providerName: names.provider,
      collection: { id: of.collectionId, reference: names.reference, name: names.collection },
      facts: factsToWire(facts),
      now: now.toISOString(),
    }
  )
}
