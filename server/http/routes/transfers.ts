import type { FastifyInstance } from 'fastify'
import { collectionStateOf } from '../../../src/domain/collection.ts'
import { flagsOf, type UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { newSubmissionId } from '../../../src/domain/submissionPath.ts'
import {
  hasSubmitted,
  isTransferChanged,
  isTransferWithdrawn,
  type TransferPlace,
  transferReading,
} from '../../../src/domain/transfer.ts'
import * as wire from '../../../src/domain/wire/additionalReports.ts'
import { transferChart } from '../../../src/machines/transfer/index.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import {
  type CurrentSubmission,
  type SubmissionRow,
  submissionById,
} from '../../database/queries/submissions.ts'
import {
  formerSendersTo,
  namesOf,
  receiverSituation,
  receiversOf,
  seenTransfers,
  sendersTo,
  type TransferSender,
  transferMessages,
  transferTimeline,
} from '../../database/queries/transfers.ts'
import { scopeOf, withScope } from '../../database/scope.ts'
import { granted } from '../../decisions/decider.ts'
import type { Lifecycle } from '../../lifecycle/index.ts'
import { inLanguage } from '../../messages.ts'
import { createTransfers, type TransferAct, transferFactsOf } from '../../transfers/index.ts'
import { route } from '../route.ts'
import { type ListedTab, listedPage, sendListed } from './listings.ts'
import { refuseWhileProcessing } from './quality.ts'
import { rulesetOf } from './recordView.ts'
import type { ReportRouteOptions } from './reports.ts'
import { noSubmission, withProviderCollection, withSubmission } from './submissionAccess.ts'

const noReport = (): ProblemError => new ProblemError(problem('not-found', message('problems', 'noReport')))

/** Who acts, from which submission, and about which other provider. */
interface Acting {
  actor: UserPrincipal
  params: { id: string }
  query: { instId: string; collectionId?: string | undefined }
  language: Language
}

/** A provider to which others send students. */
interface Receiver extends Pick<SubmissionRow, 'collection_id' | 'inst_id'> {
  /** The submission that names it; null for one that has not uploaded a file. */
  id: string | null
  isLatest: boolean
}

/** The calls about transfers of research students between two providers (specification 2 §7.4, decisions §12). */
export const transferRoutes = (
  app: FastifyInstance,
  options: ReportRouteOptions & { lifecycle: Lifecycle },
): void => {
  const { db, clock, reader, specifications, lifecycle } = options
  const transfers = createTransfers(options)

  /** A submission that the reader sees. Throws not-found for specialist regulators, whom transfers do not name. */
  const seen = (actor: UserPrincipal, id: string): Promise<CurrentSubmission> => {
    if (onlyNaming(actor) !== undefined) throw noReport()
    return withSubmission(options, actor, id, { mode: 'live' }, async (_, row) => row)
  }

  /** The provider of a submission that the reader sees, or the reader's own that has no file yet. */
  const receiverSeen = async (
    actor: UserPrincipal,
    id: string,
    collectionId: string | undefined,
  ): Promise<Receiver> => {
    if (id !== newSubmissionId || collectionId === undefined) {
      const row = await seen(actor, id)
      return { ...row, isLatest: row.is_latest }
    }
    const instId = actor.organisationId
    return withProviderCollection(options, actor, { collectionId, instId }, async () => ({
      id: null,
      collection_id: collectionId,
      inst_id: instId,
      isLatest: true,
    }))
  }

  const receivers = ({ id }: SubmissionRow) => withScope(db, { scope: 'all' }, tx => receiversOf(tx, id))

  /** What one of the two providers sees of the other's messages, by the other provider. */
  const messagesOf = async (
    actor: UserPrincipal,
    row: Pick<SubmissionRow, 'collection_id' | 'inst_id'>,
    as: 'sender' | 'receiver',
  ) => {
    const of = { collectionId: row.collection_id, instId: row.inst_id, as }
    const [found, names] = await withScope(db, scopeOf(actor), async tx => {
      const messages = await transferMessages(tx, of)
      return [messages, await namesOf(tx, [...messages.keys(), row.inst_id])] as const
    })
    return (otherId: string): wire.TransferMessageWire[] =>
      (found.get(otherId) ?? []).map(({ authorId, by, at, text }) => {
        const isOwn = authorId === actor.organisationId
        // Providers see the organisation, not the person (decisions §12).
        const name = names.get(authorId) ?? authorId
        return { isOwn, by: isOwn || flagsOf(actor).isAgency ? by : name, at: at.toISOString(), text }
      })
  }

  /** The words of the refusal of an act, in the reader's language; null if it is possible. */
  const refusalOf = (
    type: TransferAct,
    actor: UserPrincipal,
    place: TransferPlace,
    of: Parameters<typeof transferFactsOf>[0],
    language: Language,
  ): string | null => {
    const { refusal } = transferChart.explain(place, transferFactsOf(of), { type, actor })
    return refusal ? inLanguage(language, refusal.reason) : null
  }

  const outSummary = async (actor: UserPrincipal, row: CurrentSubmission, language: Language) => {
    const found = await lifecycle.factsOf(row.id)
    if (!found) throw noSubmission()
    const of = { collectionId: row.collection_id, senderId: row.inst_id }
    const [named, timeline] = await withScope(db, { scope: 'all' }, async tx => [
      await receiversOf(tx, row.id),
      await transferTimeline(tx, of),
    ])
    const messages = await messagesOf(actor, row, 'sender')
    return {
      receivers: named.map(({ givenUtc, askedUtc, remindedUtc, place, agreed, ...receiver }) => ({
        ...receiver,
        askedAt: askedUtc?.toISOString() ?? null,
        consentedAt: givenUtc?.toISOString() ?? null,
        agreedStudents: agreed,
        isChanged: isTransferChanged(place),
        isWithdrawn: isTransferWithdrawn(place),
        remindedAt: remindedUtc?.toISOString() ?? null,
        messages: receiver.instId === null ? [] : messages(receiver.instId),
        reminderRefusal: refusalOf(
          'REMIND',
          actor,
          place,
          {
            senderId: row.inst_id,
            receiverId: receiver.instId ?? '',
            students: receiver.students,
            agreedStudents: agreed,
            reminded: remindedUtc,
            isLatest: found.facts.isLatest,
            stateId: collectionStateOf(found.facts.collectionState).id,
            senderStatus: found.submission.status,
            now: clock.now(),
          },
          language,
        ),
      })),
      timeline: timeline.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    }
  }

  route(app, wire.getTransfersOut, async ({ actor, params, language }) =>
    outSummary(actor, await seen(actor, params.id), language),
  )

  route(app, wire.getTransferConsent, async ({ actor, params }) => {
    const row = await seen(actor, params.id)
    const awaited = (await receivers(row)).flatMap(({ instId, name, consent }) =>
      instId !== null && consent === 'awaited' ? [{ instId, name: name ?? instId }] : [],
    )
    return { pgrTransferConsentGiven: awaited.length > 0, awaited }
  })

  /** The list of transfers in a submission, of those to one provider. Throws not-found where the ruleset has none. */
  const listOf = async (row: SubmissionRow, destination: string): Promise<ListedTab> => {
    refuseWhileProcessing(row)
    const ruleset = await rulesetOf(specifications, row)
    const { transfers } = ruleset.manifest
    if (!transfers) throw noReport()
    const only = { column: transfers.destination, value: destination }
    return { submission: row, ruleset, choice: { code: transfers.listing, tab: 0, only } }
  }

  route(app, wire.listTransfersOut, async who => {
    const { actor, params, query, mediaType, reply } = who
    const row = await seen(actor, params.id)
    const receiver = (await receivers(row)).find(({ instId }) => instId === params.instId)
    if (!receiver) throw noReport()
    const list = await listOf(row, receiver.ukprn)
    return mediaType === 'text/csv'
      ? sendListed(reply, reader, list, who, query)
      : listedPage(reader, list, who, query)
  })

  const sendersOf = (row: Receiver) =>
    withScope(db, { scope: 'all' }, tx =>
      sendersTo(tx, { collectionId: row.collection_id, receiverId: row.inst_id }),
    )

  /** Whether the reader reads who the students are that each of these sends to the submission's provider. */
  const readingsOf = async (actor: UserPrincipal, row: Receiver, senders: readonly TransferSender[]) => {
    const submissionIds = senders.map(({ submissionId }) => submissionId)
    const receiverId = row.inst_id
    const seen = await withScope(db, scopeOf(actor), tx => seenTransfers(tx, { submissionIds, receiverId }))
    return ({ submissionId }: TransferSender) => {
      const { seesSender = false, isAgreed = false } = seen.get(submissionId) ?? {}
      return transferReading(actor, { receiverId, seesSender, isAgreed })
    }
  }

  const situationOf = (row: Receiver) =>
    withScope(db, { scope: 'all' }, tx =>
      receiverSituation(tx, { collectionId: row.collection_id, receiverId: row.inst_id }),
    )

  /** Who sends students to a provider, with what the reader can do about it. */
  const summary = async (actor: UserPrincipal, row: Receiver, language: Language) => {
    const { stateId, deadline } = await situationOf(row)
    const senders = await sendersOf(row)
    const former = await withScope(db, { scope: 'all' }, tx =>
      formerSendersTo(tx, { collectionId: row.collection_id, receiverId: row.inst_id }),
    )
    const readingOf = await readingsOf(actor, row, senders)
    const messages = await messagesOf(actor, row, 'receiver')
    return {
      deadline,
      former: former.map(({ since, ...sender }) => ({ ...sender, since: since.toISOString() })),
      senders: senders.map(sender => {
        const { instId, ukprn, name, students, status, place, askedUtc, givenUtc, givenBy, agreed } = sender
        const isChanged = isTransferChanged(place)
        const isOwn = actor.organisationId === row.inst_id || flagsOf(actor).isAgency
        return {
          instId,
          ukprn,
          name,
          students,
          askedAt: askedUtc?.toISOString() ?? null,
          consentedAt: givenUtc?.toISOString() ?? null,
          agreedBy: isOwn ? givenBy : null,
          agreedStudents: agreed,
          isChanged,
          isWithdrawn: isTransferWithdrawn(place),
          remindedAt: sender.remindedUtc?.toISOString() ?? null,
          messages: messages(instId),
          uploadedAt: sender.uploadedUtc.toISOString(),
          isFinal: hasSubmitted(status),
          returned: sender.returned,
          reading: readingOf(sender),
          refusal: refusalOf(
            givenUtc === null || isChanged ? 'AGREE' : 'WITHDRAW',
            actor,
            place,
            {
              senderId: instId,
              receiverId: row.inst_id,
              students,
              agreedStudents: agreed,
              reminded: sender.remindedUtc,
              isLatest: row.isLatest,
              stateId,
              senderStatus: status,
              now: clock.now(),
            },
            language,
          ),
        }
      }),
    }
  }

  route(app, wire.getTransfersIn, async ({ actor, params, query, language }) =>
    summary(actor, await receiverSeen(actor, params.id, query.collectionId), language),
  )

  /** The sender's list, once its receiver has agreed. Throws conflict before, and not-found for who is not to read it then either. */
  const readableList = async (actor: UserPrincipal, row: Receiver, senderId: string): Promise<ListedTab> => {
    const sender = (await sendersOf(row)).find(({ instId }) => instId === senderId)
    if (!sender) throw noReport()
    const reading = (await readingsOf(actor, row, [sender]))(sender)
    if (reading === 'never') throw noReport()
    if (reading === 'notAgreed')
      throw new ProblemError(problem('conflict', message('lifecycle', 'transfers.notAgreed')))
    const theirs = await withScope(db, { scope: 'all' }, tx => submissionById(tx, sender.submissionId))
    if (!theirs) throw noReport()
    return listOf(theirs, (await situationOf(row)).ukprn)
  }

  route(app, wire.listTransfersIn, async who => {
    const { actor, params, query, mediaType, reply } = who
    const row = await receiverSeen(actor, params.id, query.collectionId)
    const list = await readableList(actor, row, params.instId)
    return mediaType === 'text/csv'
      ? sendListed(reply, reader, list, who, query)
      : listedPage(reader, list, who, query)
  })

  /** An act of the receiver about one sender. */
  const actOnSender = async (
    type: TransferAct,
    { actor, params, query, language }: Acting,
    text?: string,
  ): ReturnType<typeof summary> => {
    const row = await receiverSeen(actor, params.id, query.collectionId)
    const senders = await sendersOf(row)
    if (!senders.some(({ instId }) => instId === query.instId)) throw noReport()
    const of = { collectionId: row.collection_id, senderId: query.instId, receiverId: row.inst_id }
    const from = row.id === null ? {} : { submissionId: row.id }
    await granted(transfers.decide(of, type, actor, { ...from, ...(text && { text }) }))
    return summary(actor, row, language)
  }

  route(app, wire.giveTransferConsent, acting => actOnSender('AGREE', acting))
  route(app, wire.withdrawTransferConsent, acting => actOnSender('WITHDRAW', acting))
  route(app, wire.writeToSender, acting => actOnSender('WRITE', acting, acting.body.text))

  /** An act of the sender about one receiver. */
  const actOnReceiver = async (
    type: TransferAct,
    { actor, params, query, language }: Acting,
    text?: string,
  ): ReturnType<typeof outSummary> => {
    const row = await seen(actor, params.id)
    const named = await receivers(row)
    if (!named.some(({ instId }) => instId === query.instId)) throw noReport()
    const of = { collectionId: row.collection_id, senderId: row.inst_id, receiverId: query.instId }
    await granted(transfers.decide(of, type, actor, { submissionId: params.id, ...(text && { text }) }))
    return outSummary(actor, row, language)
  }

  route(app, wire.remindOfTransfer, acting => actOnReceiver('REMIND', acting))
  route(app, wire.writeToReceiver, acting => actOnReceiver('WRITE', acting, acting.body.text))
}
