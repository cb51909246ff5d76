import type { Transaction } from 'kysely'
import { collectionStateById } from '../../src/domain/collection.ts'
import { londonDate } from '../../src/domain/dates.ts'
import type { StatusName } from '../../src/domain/status.ts'
import {
  hasSubmitted,
  isTransferAgreed,
  isTransferChanged,
  isTransferWithdrawn,
} from '../../src/domain/transfer.ts'
import { type TransferFacts, transferChart } from '../../src/machines/transfer/index.ts'
import { message } from '../../src/messages/message.ts'
import {
  addTransferMessage,
  lastTransferMessage,
  lockTransfer,
  type TransferId,
  type TransferRecord,
  transferSituation,
  writeTransfer,
} from '../database/queries/transfers.ts'
import type { Database } from '../database/schema.ts'
import { createDecider, type Decision } from '../decisions/decider.ts'
import { gatherFacts } from '../lifecycle/facts.ts'
import { lockProvider } from '../lifecycle/records.ts'
import { findSubmission } from '../lifecycle/submissionRow.ts'
import { fileEventOf, publish } from '../live/publish.ts'
import { notify } from '../notices/write.ts'

type Tx = Transaction<Database>

/** What comes with an event. */
export interface TransferInput {
  /** The submission from which a person acts; absent if the person acts from elsewhere. */
  submissionId: string
  /** The message to the other provider. */
  text: string
}

type Made = Decision<
  TransferRecord,
  TransferRecord['place'],
  unknown,
  Parameters<typeof transferChart.explain>[2],
  unknown,
  TransferInput
>

/** Names a transfer in histories. */
export const subjectOf = ({ collectionId, senderId, receiverId }: TransferId): string =>
  `${collectionId}/${senderId}/${receiverId}`

/** What the guards of the chart read of a transfer. */
export const transferFactsOf = ({
  senderId,
  receiverId,
  students,
  agreedStudents,
  reminded,
  isLatest,
  stateId,
  senderStatus,
  now,
}: Pick<TransferRecord, 'senderId' | 'receiverId' | 'students' | 'agreedStudents' | 'reminded'> & {
  isLatest: boolean
  /** Of the collection. */
  stateId: number
  senderStatus: StatusName
  now: Date
}): TransferFacts => ({
  senderId,
  receiverId,
  requested: students,
  agreed: agreedStudents,
  isLatest,
  collectionState: collectionStateById(stateId)?.name ?? 'Draft',
  isSubmitted: hasSubmitted(senderStatus),
  isReminded: reminded !== null && londonDate(reminded) === londonDate(now),
})

/** Tells one of the two providers, with its own submission if it has one. */
const tell = async (tx: Tx, to: 'sender' | 'receiver', { event, after, at }: Made): Promise<void> => {
  const { collectionId, senderId, receiverId, students } = after
  const { senderSubmission, receiverSubmission } = await transferSituation(tx, after)
  const [instId, by, own] =
    to === 'sender' ? [senderId, receiverId, senderSubmission] : [receiverId, senderId, receiverSubmission]
  const kind = event.type === 'AGREE' || event.type === 'WITHDRAW' ? 'transferAnswered' : 'transferAsked'
  await notify(
    tx,
    [instId],
    {
      kind: event.type === 'WRITE' ? 'transferMessage' : kind,
      mode: 'live',
      collectionId,
      instId,
      ...(own && { submissionId: own.id }),
      detail: {
        by,
        count: students,
        event: isTransferChanged(after.place) ? 'CHANGED' : event.type,
        code: to === 'receiver' ? 'PGRIN' : 'PGROUT',
      },
    },
    at,
  )
}

/** The open pages of both providers follow; the sender's submission may be handed over from now on, or no longer. */
const announce = async (tx: Tx, { event, after, at }: Made): Promise<void> => {
  // The caller publishes what a file names, once for all receivers.
  if (event.type === 'NAMED') return
  const { collectionId, senderId, receiverId } = after
  const { senderSubmission, receiverSubmission } = await transferSituation(tx, after)
  if (!senderSubmission) return
  await publish(
    tx,
    {
      type: 'TRANSFER_CONSENT',
      submissionId: senderSubmission.id,
      collectionId,
      instId: senderId,
      occurredAt: at.toISOString(),
    },
    at,
    // A receiver without a file agrees too, so its pages follow.
    [{ instId: receiverId, submissionId: receiverSubmission?.id ?? null }],
  )
  const submission = await findSubmission(tx, senderSubmission.id)
  const facts = submission && (await gatherFacts(tx, { ...submission, submissionId: submission.id }, at))
  if (!submission || !facts)
    throw new Error(`Submission ${senderSubmission.id} has lost its collection or provider.`)
  await publish(tx, fileEventOf(submission, facts, at), at)
}

/** Decides events of transfers of research students: their only writer (decisions §16). */
export const transferDecider = (clock: { now: () => Date }) =>
  createDecider(transferChart)<TransferId, TransferRecord, TransferInput>({
    clock,
    lock: async (tx, id) => {
      // Whoever submits at this moment is decided before or after, by the state of that time.
      await lockProvider(tx, { collectionId: id.collectionId, instId: id.senderId, mode: 'live' })
      return lockTransfer(tx, id)
    },
    notFound: message('problems', 'noReport'),
    placeOf: ({ place }) => place,
    subject: transfer => ({ id: subjectOf(transfer), instId: transfer.receiverId }),
    facts: async (tx, { before, event: { actor }, input: { submissionId }, at }) => {
      const { senderSubmission, receiverSubmission, stateId } = await transferSituation(tx, before)
      const isSender = actor.kind === 'user' && actor.organisationId === before.senderId
      const own = isSender ? senderSubmission : receiverSubmission
      return transferFactsOf({
        ...before,
        isLatest: submissionId === undefined || submissionId === own?.id,
        stateId,
        senderStatus: senderSubmission?.status ?? 'UNKNOWN',
        now: at,
      })
    },
    // A call that came twice: the first one has done it.
    isRepeated: async (tx, { before, event: { type, actor }, input }) => {
      const { place } = before
      if (type === 'AGREE') return isTransferAgreed(place) && !isTransferChanged(place)
      if (type === 'WITHDRAW') return isTransferWithdrawn(place)
      if (type !== 'WRITE' || actor.kind !== 'user') return false
      const last = await lastTransferMessage(tx, before)
      return last?.authorId === actor.organisationId && last.by === actor.name && last.text === input.text
    },
    next: ({ before, to, event, effects, at }) => ({
      ...before,
      place: to,
      ...(effects.includes('noteRequest') &&
        event.type === 'NAMED' && { students: event.students, asked: at }),
      ...(effects.includes('noteAgreement') &&
        event.actor.kind === 'user' && {
          agreed: at,
          agreedBy: event.actor.name,
          agreedStudents: before.students,
        }),
      ...(effects.includes('forgetAgreement') && { agreed: null, agreedBy: null, agreedStudents: 0 }),
      ...(effects.includes('noteReminder') && { reminded: at }),
    }),
    write: (tx, { after }) => writeTransfer(tx, after),
    audit: {
      action: type => `TRANSFER_${type}`,
      detail: ({ from, to, after: { senderId, students } }) => ({ from, to, sender: senderId, students }),
    },
    effects: {
      noteRequest: 'row',
      noteAgreement: 'row',
      forgetAgreement: 'row',
      noteReminder: 'row',
      keepMessage: async (tx, { after, event: { actor }, input: { text = '' }, at }) => {
        if (actor.kind === 'user')
          await addTransferMessage(tx, after, { authorId: actor.organisationId, by: actor.name, at, text })
      },
      notifyReceiver: (tx, decision) => tell(tx, 'receiver', decision),
      notifySender: (tx, decision) => tell(tx, 'sender', decision),
      notifyOther: (tx, decision) => {
        const { actor } = decision.event
        const isSender = actor.kind === 'user' && actor.organisationId === decision.after.senderId
        return tell(tx, isSender ? 'receiver' : 'sender', decision)
      },
    },
    announce,
  })
