import type { Transaction } from 'kysely'
import { systemPrincipal } from '../../src/domain/principal.ts'
import {
  receiversNamedBy,
  sendingSubmissions,
  type TransferId,
  transferSituation,
} from '../database/queries/transfers.ts'
import type { Database } from '../database/schema.ts'
import { gatherFacts } from '../lifecycle/facts.ts'
import { lockProvider } from '../lifecycle/records.ts'
import { findSubmission } from '../lifecycle/submissionRow.ts'
import { fileEventOf, publish } from '../live/publish.ts'
import { transferDecider } from './decide.ts'

type Tx = Transaction<Database>

/** Decides for one receiver what the sender's latest file names. Nothing changes if it is as before. */
export const renewRequest = async (tx: Tx, id: TransferId, at: Date): Promise<void> => {
  const { locked, judge, write } = transferDecider({ now: () => at })
  const { students, returnsRecord } = await transferSituation(tx, id)
  const event = { type: 'NAMED', students, returnsRecord, actor: systemPrincipal } as const
  const transfer = await locked(tx, id, event)
  const { transition } = transfer ? await judge(tx, transfer, event, { at }) : {}
  if (transition) await write(tx, transition)
}

/**
 * Decides for every receiver what a provider's latest file names (decisions §16). Call it once the students of that file are known,
 * or a receiver returns a record from now on or no longer. The scope has to be 'all'.
 */
export const renewRequests = async (
  tx: Tx,
  of: Pick<TransferId, 'collectionId' | 'senderId'>,
  at: Date,
): Promise<void> => {
  for (const receiverId of await receiversNamedBy(tx, of)) await renewRequest(tx, { ...of, receiverId }, at)
}

/**
 * Notifies providers that send research students to others when these return a record from now on, or no longer do: whether their
 * files may be handed over depends on it (decisions §12), and their pages show it. Call it once that is written. Nothing else is
 * decided about the senders until the commit: otherwise they could get facts that are out of date. The scope has to be 'all'.
 */
export const notifySenders = async (
  tx: Tx,
  receivers: Parameters<typeof sendingSubmissions>[1],
  at: Date,
): Promise<void> => {
  for (const { submissionId, instId, collectionId } of await sendingSubmissions(tx, receivers)) {
    await lockProvider(tx, { collectionId, instId, mode: 'live' })
    const submission = await findSubmission(tx, submissionId)
    // A newer file has replaced it. Its students are named once they are known.
    if (!submission?.isLatest) continue
    await renewRequests(tx, { collectionId, senderId: instId }, at)
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
