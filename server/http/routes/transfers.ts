import type { FastifyInstance } from 'fastify'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { type ConsentChange, consentRefusal, transferReading } from '../../../src/domain/transfer.ts'
import * as wire from '../../../src/domain/wire/additionalReports.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import {
  type CurrentSubmission,
  type SubmissionRow,
  submissionById,
} from '../../database/queries/submissions.ts'
import {
  receiversOf,
  seenTransfers,
  sendersTo,
  type TransferSender,
} from '../../database/queries/transfers.ts'
import { scopeOf, withScope } from '../../database/scope.ts'
import type { Lifecycle } from '../../lifecycle/index.ts'
import { inLanguage } from '../../messages.ts'
import { createConsents } from '../../transfers/consents.ts'
import { route } from '../route.ts'
import { type ListedTab, listedPage, sendListed } from './listings.ts'
import { refuseWhileProcessing } from './quality.ts'
import { rulesetOf } from './recordView.ts'
import type { ReportRouteOptions } from './reports.ts'
import { noSubmission, withSubmission } from './submissionAccess.ts'

const noReport = (): ProblemError => new ProblemError(problem('not-found', message('problems', 'noReport')))

/** The calls about transfers of research students between two providers (specification 2 §7.4, decisions §12). */
export const transferRoutes = (
  app: FastifyInstance,
  options: ReportRouteOptions & { lifecycle: Lifecycle },
): void => {
  const { db, reader, specifications, lifecycle } = options
  const consents = createConsents(options)

  /** A submission that the reader sees. Throws not-found for specialist regulators, whom transfers do not name. */
  const seen = (actor: UserPrincipal, id: string): Promise<CurrentSubmission> => {
    if (onlyNaming(actor) !== undefined) throw noReport()
    return withSubmission(options, actor, id, { mode: 'live' }, async (_, row) => row)
  }

  const receivers = ({ id }: SubmissionRow) => withScope(db, { scope: 'all' }, tx => receiversOf(tx, id))

  route(app, wire.getTransfersOut, async ({ actor, params }) => {
    const row = await seen(actor, params.id)
    return {
      receivers: (await receivers(row)).map(({ givenUtc, ...receiver }) => ({
        ...receiver,
        consentedAt: givenUtc?.toISOString() ?? null,
      })),
    }
  })

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

  const sendersOf = (row: SubmissionRow) =>
    withScope(db, { scope: 'all' }, tx =>
      sendersTo(tx, { collectionId: row.collection_id, receiverId: row.inst_id }),
    )

  /** Whether the reader reads who the students are that each of these sends to the submission's provider. */
  const readingsOf = async (actor: UserPrincipal, row: SubmissionRow, senders: readonly TransferSender[]) => {
    const submissionIds = senders.map(({ submissionId }) => submissionId)
    const receiverId = row.inst_id
    const seen = await withScope(db, scopeOf(actor), tx => seenTransfers(tx, { submissionIds, receiverId }))
    return ({ submissionId }: TransferSender) => {
      const { seesSender = false, isAgreed = false } = seen.get(submissionId) ?? {}
      return transferReading(actor, { receiverId, seesSender, isAgreed })
    }
  }

  /** Who sends students to the submission's provider, with what the reader can do about it. */
  const summary = async (actor: UserPrincipal, row: SubmissionRow, language: Language) => {
    const found = await lifecycle.factsOf(row.id)
    if (!found) throw noSubmission()
    const senders = await sendersOf(row)
    const readingOf = await readingsOf(actor, row, senders)
    return {
      senders: senders.map(sender => {
        const { instId, ukprn, name, students, status, givenUtc } = sender
        const refusal = consentRefusal(actor, givenUtc === null ? 'give' : 'withdraw', {
          receiverId: row.inst_id,
          isLatest: found.facts.isLatest,
          collectionState: found.facts.collectionState,
          senderStatus: status,
        })
        return {
          instId,
          ukprn,
          name,
          students,
          consentedAt: givenUtc?.toISOString() ?? null,
          reading: readingOf(sender),
          refusal: refusal ? inLanguage(language, refusal.reason) : null,
        }
      }),
    }
  }

  route(app, wire.getTransfersIn, async ({ actor, params, language }) =>
    summary(actor, await seen(actor, params.id), language),
  )

  /** The sender's list, once its receiver has agreed. Throws conflict before, and not-found for who is not to read it then either. */
  const readableList = async (
    actor: UserPrincipal,
    row: SubmissionRow,
    senderId: string,
  ): Promise<ListedTab> => {
    const sender = (await sendersOf(row)).find(({ instId }) => instId === senderId)
    if (!sender) throw noReport()
    const reading = (await readingsOf(actor, row, [sender]))(sender)
    if (reading === 'never') throw noReport()
    if (reading === 'notAgreed')
      throw new ProblemError(problem('conflict', message('lifecycle', 'transfers.notAgreed')))
    const theirs = await withScope(db, { scope: 'all' }, tx => submissionById(tx, sender.submissionId))
    if (!theirs) throw noReport()
    return listOf(theirs, row.ukprn)
  }

  route(app, wire.listTransfersIn, async who => {
    const { actor, params, query, mediaType, reply } = who
    const row = await seen(actor, params.id)
    const list = await readableList(actor, row, params.instId)
    return mediaType === 'text/csv'
      ? sendListed(reply, reader, list, who, query)
      : listedPage(reader, list, who, query)
  })

  const change = async (
    kind: ConsentChange,
    actor: UserPrincipal,
    of: { id: string; senderId: string },
    language: Language,
  ) => {
    const row = await seen(actor, of.id)
    const refusal = await consents.change(kind, { submissionId: of.id, senderId: of.senderId }, actor)
    if (refusal) throw new ProblemError(refusal)
    return summary(actor, row, language)
  }

  route(app, wire.giveTransferConsent, ({ actor, params, query, language }) =>
    change('give', actor, { id: params.id, senderId: query.instId }, language),
  )
  route(app, wire.withdrawTransferConsent, ({ actor, params, query, language }) =>
    change('withdraw', actor, { id: params.id, senderId: query.instId }, language),
  )
}
