import { sql, type Transaction } from 'kysely'
import {
  type CollectionChange,
  type NoticeKind,
  noticeKindsFor,
  resultNoticeKinds,
} from '../../../src/domain/notice.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import type { SubmissionMode } from '../../../src/domain/status.ts'
import type { DeliveredPackage } from '../../notices/write.ts'
import type { Database } from '../schema.ts'
import { pageOf } from './page.ts'

type Tx = Transaction<Database>

export interface NoticeRow {
  id: string
  kind: NoticeKind
  mode: SubmissionMode
  created_utc: Date
  is_read: boolean
  collection: { id: string; reference: string; name: string }
  provider: { instId: string; name: string } | null
  submission_id: string | null
  issue_id: string | null
  /** Name of the organisation that acted. */
  by: string | null
  detail: {
    statusId?: number
    code?: string
    event?: string
    days?: number
    deadline?: string
    change?: CollectionChange
    stateId?: number
    byUser?: string
    delivery?: string
    package?: DeliveredPackage
    mail?: { subject: string; text: string }
  }
}

/** The notices of the organisation that the person acts for, of kinds that the person may read. */
const seenBy = (
  actor: UserPrincipal,
  notice = sql.ref('n'),
) => sql`${notice}.organisation_id = ${actor.organisationId}
  and ((${notice}.mode = 'live' and ${notice}.kind = any(${noticeKindsFor(actor, 'live')}::text[]))
    or (${notice}.mode = 'ovt' and ${notice}.kind = any(${noticeKindsFor(actor, 'ovt')}::text[])))`

/** Read by the person, or about what they did themselves, which is no news to them. */
const isRead = (actor: UserPrincipal, notice = sql.ref('n')) =>
  sql`(coalesce(${notice}.detail ->> 'byUser', '') = ${actor.userId}
    or exists (select 1 from notice_read r where r.notice_id = ${notice}.id and r.user_id = ${actor.userId}))`

/** Neither what the person did, nor the result of a file that the person uploaded. */
const isOfOthers = (actor: UserPrincipal, notice: ReturnType<typeof sql.ref>) =>
  sql`coalesce(${notice}.detail ->> 'byUser', '') <> ${actor.userId}
    and not (${notice}.kind = any(${[...resultNoticeKinds]}::text[]) and exists (
      select 1 from submission o where o.id = ${notice}.submission_id and o.uploader_id = ${actor.userId}))`

/** Which notices of a person are listed or counted. */
interface Wanted {
  /** Leaves out what they did, and results of files that they uploaded. */
  isFromOthers?: boolean
}

const wantedBy = (actor: UserPrincipal, { isFromOthers }: Wanted, notice = sql.ref('n')) =>
  isFromOthers ? sql`${seenBy(actor, notice)} and ${isOfOthers(actor, notice)}` : seenBy(actor, notice)

/** What a notice is about: notices about the same submission, or the same issue, are one entry of a list. */
const subject = (notice = sql.ref('n')) =>
  sql`coalesce(${notice}.submission_id, ${notice}.issue_id, ${notice}.id)`

/** The notices `m` about the same as `n` that the person may read: one of another kind must not hide those. */
const aboutSame = (actor: UserPrincipal, wanted: Wanted) => sql`from notice m
  where ${wantedBy(actor, wanted, sql.ref('m'))} and ${subject(sql.ref('m'))} = ${subject()}`

/** A notice with the names that its words need; `n` is the notice. */
export const noticeColumns = sql`n.id, n.kind, n.mode, n.created_utc, n.submission_id, n.issue_id, n.detail,
  jsonb_build_object('id', c.id, 'reference', c.reference, 'name', c.name) as collection,
  case when p.id is not null then jsonb_build_object('instId', p.id, 'name', p.published_name) end as provider,
  b.published_name as by`
export const noticeNames = sql`join collection c on c.id = n.collection_id
  left join organisation p on p.id = n.inst_id
  left join organisation b on b.id = n.detail ->> 'by'`

/** How many entries of their list a person has not read: of notices about the same submission or issue one. */
export const unreadNotices = async (tx: Tx, actor: UserPrincipal, wanted: Wanted = {}): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct ${subject()})::int as count from notice n where ${wantedBy(actor, wanted)} and not ${isRead(actor)}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Notices of a person, the newest first, and how many there are. Of those about the same submission or issue only the newest is listed. */
export const noticesOf = async (
  tx: Tx,
  actor: UserPrincipal,
  {
    isUnreadOnly,
    isFromOthers = false,
    ...page
  }: Wanted & { offset: number; limit: number; isUnreadOnly: boolean },
): Promise<{ total: number; rows: (NoticeRow & { earlier: number })[] }> => {
  const isNewest = sql`not exists (select ${aboutSame(actor, { isFromOthers })} and m.number > n.number)`
  const isAllRead = sql`not exists (select ${aboutSame(actor, { isFromOthers })} and not ${isRead(actor, sql.ref('m'))})`
  const condition = sql`${wantedBy(actor, { isFromOthers })} and ${isNewest}`
  const columns = sql`${noticeColumns}, ${isAllRead} as is_read,
    (select count(*)::int - 1 ${aboutSame(actor, { isFromOthers })}) as earlier`
  const from = sql`from notice n ${noticeNames} where ${condition} ${isUnreadOnly ? sql`and not ${isAllRead}` : sql``}`
  return pageOf<NoticeRow & { earlier: number }>(tx, { columns, from, order: sql`n.number desc` }, page)
}

/**
 * Notes which notices a person has read, with the earlier ones about the same; all of them if no ids are given. Returns how many of the
 * ids the person sees.
 */
export const readNotices = async (
  tx: Tx,
  actor: UserPrincipal,
  ids: readonly string[] | undefined,
  at: Date,
): Promise<number> => {
  const condition =
    ids === undefined ? seenBy(actor) : sql`${seenBy(actor)} and n.id = any(${[...ids]}::uuid[])`
  const { rows } = await sql<{ count: number }>`with seen as (
      select n.id, n.number, ${subject()} as subject from notice n where ${condition}),
    noted as (insert into notice_read (notice_id, user_id, organisation_id, read_utc)
      select distinct n.id, ${actor.userId}, ${actor.organisationId}, ${at}::timestamptz
      from notice n join seen on seen.subject = ${subject()} and n.number <= seen.number
      where ${seenBy(actor)} on conflict do nothing)
    select count(*)::int as count from seen`.execute(tx)
  return rows[0]?.count ?? 0
}
