import type { Transaction } from 'kysely'
import { sendingSubmissions } from '../database/queries/transfers.ts'
import type { Database } from '../database/schema.ts'
import { fileEventOf, type OfProvider } from '../live/publish.ts'
import { gatherFacts } from './facts.ts'
import { lockProvider } from './records.ts'
import { findSubmission } from './submissionRow.ts'

/**
 * What providers that send research students to others are told when these return a record from now on, or none any more: whether
 * their files may be handed over depends on it (decisions §12), and it stands on their pages. Call it once that is written, and
 * publish with the first message of the transaction: until the commit nothing else is decided about the senders, who otherwise could
 * be told of what stood before. The scope has to be 'all'.
 */
export const toldToSenders = async (
  tx: Transaction<Database>,
  receivers: Parameters<typeof sendingSubmissions>[1],
  at: Date,
): Promise<OfProvider[]> => {
  const told: OfProvider[] = []
  for (const { submissionId, instId, collectionId } of await sendingSubmissions(tx, receivers)) {
    await lockProvider(tx, { collectionId, instId, mode: 'live' })
    const submission = await findSubmission(tx, submissionId)
    // Another file has taken its place meanwhile, whose students are told of once they are known.
    if (!submission?.isLatest) continue
    const facts = await gatherFacts(tx, { ...submission, submissionId }, at)
    if (!facts) throw new Error(`Submission ${submissionId} has lost its collection or provider.`)
    told.push(
      { type: 'TRANSFERS', submissionId, collectionId, instId, occurredAt: at.toISOString() },
      fileEventOf(submission, facts, at),
    )
  }
  return told
}
