import { sql, type Transaction } from 'kysely'
import {
  type CollectionChange,
  hearersOfIssue,
  hearersOfSubmission,
  issueNoticeOf,
  type NoticeKind,
  type SubmissionNoticeKind,
} from '../../src/domain/notice.ts'
import { agencyOrganisationId, type OrganisationType } from '../../src/domain/organisation.ts'
import type { Principal } from '../../src/domain/principal.ts'
import { type StatusName, type SubmissionMode, statusOf } from '../../src/domain/status.ts'
import type { Database } from '../database/schema.ts'
import { publish } from '../live/publish.ts'

type Tx = Transaction<Database>

/** What is told of a package: figures, and nothing of a student. */
export interface DeliveredPackage {
  id: string
  providers: number
  rows: number
  size: number
  /** The calendar date of its removal. */
  keptUntil: string
}

/** What the words of a notice need besides its columns. */
export interface NoticeDetail {
  statusId?: number
  /** Code of the rule or report of an issue, or of the report of a transfer; name of the rule that the agency writes about. */
  code?: string
  /** Issues that one notice tells of, absent where it is one; or students of a transfer. */
  count?: number
  /** Event of an issue. */
  event?: string
  /** Organisation that acted. */
  by?: string
  /** The e-mail to the provider's contacts. */
  mail?: { subject: string; text: string }
  /** User who acted: for them it is no news. */
  byUser?: string
  days?: number
  deadline?: string
  change?: CollectionChange
  stateId?: number
  /** Name of a webhook. */
  webhook?: string
  /** Name of a delivery's configuration. */
  delivery?: string
  /** What is in the package of a delivery. */
  package?: DeliveredPackage
}

export interface WrittenNotice {
  kind: NoticeKind
  mode: SubmissionMode
  collectionId: string
  instId?: string
  submissionId?: string
  issueId?: string
  detail: NoticeDetail
}

/**
 * Notifies organisations, those of them that take part: a row for each, and a live message on its own channel. In the
 * transaction that makes it true, whose scope has to be 'all'.
 */
export const notify = async (
  tx: Tx,
  organisationIds: readonly string[],
  notice: WrittenNotice,
  at: Date,
): Promise<void> => {
  const { kind, mode, collectionId, instId = null, submissionId = null, issueId = null, detail } = notice
  const { rows } = await sql<{ id: string; organisationId: string }>`
    insert into notice (id, organisation_id, kind, mode, created_utc, collection_id, inst_id, submission_id, issue_id, detail)
    select gen_random_uuid(), o.id, ${kind}, ${mode}, ${at}, ${collectionId}, ${instId}, ${submissionId}::uuid,
      ${issueId}::uuid, ${JSON.stringify(detail)}::jsonb
    from organisation o where o.id = any(${[...organisationIds]}::text[]) and o.onboarded
    returning id, organisation_id as "organisationId"`.execute(tx)
  for (const { id, organisationId } of rows)
    await publish(
      tx,
      { type: 'NOTICE', instId: organisationId, notice: { id, kind, mode }, occurredAt: at.toISOString() },
      at,
    )
}

/** The organisations that stand for the parties of a provider's submission or issue. */
const organisationsOf = (
  parties: readonly OrganisationType[],
  { instId, regulatorCode }: { instId: string; regulatorCode: string },
): string[] =>
  parties.map(
    party =>
      ({ provider: instId, agency: agencyOrganisationId, statutory_customer: regulatorCode })[party] ?? '',
  )

/** Tells of what has happened to a submission, as its chart asks for. */
export const notifyOfSubmission = (
  tx: Tx,
  kind: SubmissionNoticeKind,
  submission: { id: string; collectionId: string; instId: string; mode: SubmissionMode; status: StatusName },
  /** Organisation code of the provider's primary regulator, who has caused it, and whether that was the return of a signed form. */
  {
    regulatorCode,
    actor,
    isFormReturned = false,
  }: { regulatorCode: string; actor: Principal; isFormReturned?: boolean },
  at: Date,
): Promise<void> => {
  const { id: submissionId, collectionId, instId, mode, status } = submission
  const hearers = organisationsOf(hearersOfSubmission(status, mode, isFormReturned), {
    instId,
    regulatorCode,
  })
  const detail = {
    statusId: statusOf(status).id,
    ...(actor.kind === 'user' ? { byUser: actor.userId } : {}),
  }
  return notify(tx, hearers, { kind, mode, collectionId, instId, submissionId, detail }, at)
}

/** Something said or decided about an issue, of which the other parties hear. */
export interface IssueNews {
  issue: { id: string; collectionId: string; instId: string; regulatorCode: string; code: string }
  event: { type: string; actor: Principal }
}

/**
 * Tells the other parties of what somebody has said or decided about issues of a provider in a collection in one gesture: one
 * notice for each organisation that hears of it, however many issues it is about. Of an issue the last event counts.
 */
export const notifyOfIssues = async (tx: Tx, news: readonly IssueNews[], at: Date): Promise<void> => {
  const last = [...new Map(news.map(one => [one.issue.id, one])).values()]
  const heard = last.flatMap(one =>
    organisationsOf(hearersOfIssue(one.event.actor), one.issue).map(hearer => ({ ...one, hearer })),
  )
  const together = Map.groupBy(heard, ({ hearer, event, issue }) =>
    [hearer, event.type, issue.collectionId, issue.instId].join(' '),
  )
  for (const group of together.values()) {
    const [first] = group
    if (!first) continue
    const { hearer, issue, event } = first
    const { type, actor } = event
    const detail: NoticeDetail = {
      event: type,
      ...(actor.kind === 'user' ? { by: actor.organisationId, byUser: actor.userId } : {}),
      ...(group.length === 1 ? { code: issue.code } : { count: group.length }),
    }
    const { collectionId, instId } = issue
    const of = group.length === 1 ? { issueId: issue.id } : {}
    await notify(
      tx,
      [hearer],
      { kind: issueNoticeOf(type), mode: 'live', collectionId, instId, ...of, detail },
      at,
    )
  }
}
