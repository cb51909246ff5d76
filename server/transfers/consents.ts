import type { Kysely, Transaction } from 'kysely'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import { type ConsentChange, consentRefusal } from '../../src/domain/transfer.ts'
import { message } from '../../src/messages/message.ts'
import { sendersTo, type TransferSender, writeConsent } from '../database/queries/transfers.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { recordAudit, recordRefusal } from '../decisions/records.ts'
import { gatherFacts } from '../lifecycle/facts.ts'
import { lockProvider } from '../lifecycle/records.ts'
import { findSubmission, type SubmissionRecord } from '../lifecycle/submissionRow.ts'
import { fileEventOf, publish } from '../live/publish.ts'

type Tx = Transaction<Database>

const events: Record<ConsentChange, string> = {
  give: 'GIVE_TRANSFER_CONSENT',
  withdraw: 'WITHDRAW_TRANSFER_CONSENT',
}

const lost = (submissionId: string) =>
  new Error(`Submission ${submissionId} has lost its collection or provider.`)

/**
 * Writes what receivers of research students agree to (decisions §12): consent, audit line and live messages to both providers
 * in one transaction, as `src/domain/transfer` decides.
 */
export const createConsents = ({ db, clock }: { db: Kysely<Database>; clock: { now: () => Date } }) => {
  /** Both hear of it, and the sender's submission may be handed over from now on, or not any more. */
  const announce = async (
    tx: Tx,
    receiver: Pick<SubmissionRecord, 'id' | 'instId' | 'collectionId'>,
    sender: TransferSender,
    at: Date,
  ): Promise<void> => {
    const { collectionId } = receiver
    await publish(
      tx,
      {
        type: 'TRANSFER_CONSENT',
        submissionId: sender.submissionId,
        collectionId,
        instId: sender.instId,
        occurredAt: at.toISOString(),
      },
      at,
      [{ instId: receiver.instId, submissionId: receiver.id }],
    )
    const submission = await findSubmission(tx, sender.submissionId)
    const facts = submission && (await gatherFacts(tx, { ...submission, submissionId: submission.id }, at))
    if (!submission || !facts) throw lost(sender.submissionId)
    await publish(tx, fileEventOf(submission, facts, at), at)
  }

  /**
   * Gives or takes back the consent of a submission's provider to all that one sender sends it; gives why not where it is
   * refused, which is audited: not-found where nobody comes from there.
   */
  const change = (
    kind: ConsentChange,
    of: { submissionId: string; senderId: string },
    actor: UserPrincipal,
  ): Promise<Problem | undefined> =>
    withScope(db, { scope: 'all' }, async tx => {
      const receiver = await findSubmission(tx, of.submissionId)
      if (!receiver) throw lost(of.submissionId)
      const { collectionId, instId, mode } = receiver
      // Whoever submits at this moment has it decided before or after, and by what stands then.
      await lockProvider(tx, { collectionId, instId: of.senderId, mode })
      const at = clock.now()
      const facts = await gatherFacts(tx, { ...receiver, submissionId: receiver.id }, at)
      if (!facts) throw lost(of.submissionId)
      const senders = await sendersTo(tx, { collectionId, receiverId: instId })
      const sender = senders.find(one => one.instId === of.senderId)
      if (!sender) return problem('not-found', message('problems', 'noReport'))
      const line = { actor, instId, event: events[kind], subject: of.submissionId, at }
      const refusal = consentRefusal(actor, kind, {
        receiverId: instId,
        isLatest: receiver.isLatest,
        collectionState: facts.collectionState,
        senderStatus: sender.status,
      })
      if (refusal) {
        const value = problem(refusal.kind, refusal.reason)
        await recordRefusal(tx, line, value)
        return value
      }
      if ((sender.givenUtc !== null) === (kind === 'give')) return undefined
      await writeConsent(
        tx,
        { collectionId, senderId: sender.instId, receiverId: instId },
        kind === 'give' ? { by: actor.name, at } : undefined,
      )
      await recordAudit(tx, { ...line, detail: { sender: sender.instId, students: sender.students } })
      await announce(tx, receiver, sender, at)
      return undefined
    })

  return { change }
}
