import type { Transaction } from 'kysely'
import { sendingSubmissions } from '../database/queries/transfers.ts'
import type { Database } from '../database/schema.ts'
import { fileEventOf, publish } from '../live/publish.ts'
import { gatherFacts } from './facts.ts'
import { lockProvider } from './records.ts'
import { findSubmission } from './submissionRow.ts'

/**
 * Notifies providers that send research students to others when these return a record from now on, or no longer do: whether their
 * files may be handed over depends on it (decisions §12), and their pages show it. Call it once that is written. Nothing else is
 * decided about the senders until the commit: otherwise they could get facts that are out of date. The scope has to be 'all'.
 */
export const notifySenders = async (
  tx: Transaction<Database>,
  receivers: Parameters<typeof sendingSubmissions>[1],
  at: Date,
): Promise<void> => {
  for (const { submissionId, instId, collectionId } of await sendingSubmissions(tx, receivers)) {
    await lockProvider(tx, { collectionId, instId, mode: 'live' })
    const submission = await findSubmission(tx, submissionId)
    // Another file has taken its place meanwhile, whose students are told of once they are known.
    if (!submission?.isLatest) continue
    const facts = await gatherFacts(tx, { ...submission, submissionId }, at)
    if (!facts) throw new Error(`Submission ${submissionId} has lost its collection or provider.`)
    await publish(
      tx,
      { type: 'TRANSFERS', submissionId, collectionId, instId, occurredAt: at.toISOString() },
      at,
    )
    await publish(tx, fileEventOf(submission, facts, at), at)
  }
}
