import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type StatusName, statusById, statusOf } from '../../../src/domain/status.ts'
import {
  type ConsentFacts,
  type ConsentState,
  consentStateOf,
  type TransferPlace,
  unknownTransfer,
} from '../../../src/domain/transfer.ts'
import type { Database } from '../schema.ts'

type Tx = Transaction<Database>

/*
 * Transfers of postgraduate research students between two providers of a collection (decisions §12): the sender's submission
 * names them, the receiver agrees to all of one sender. The database's policies decide who reads which row.
 */

/** Providers that return the record of the transfer's collection: onboarded, and without a nil return. Of `t` and `r`. */
const returnsRecord = sql`exists (select 1 from organisation o where o.id = r.inst_id and o.onboarded)
  and not exists (select 1 from submission n where n.collection_id = t.collection_id and n.inst_id = r.inst_id
    and n.mode = 'live' and n.is_latest and n.status_id = ${statusOf('NIL_RETURN').id})`

/**
 * SQL of what it depends on whether a consent is awaited (`ConsentFacts`), of the transfers `t` that are meant: one row for all
 * that are alike. With the scope 'all', for it looks at the submissions of other providers. The receiver is looked up in place of
 * joined: for each submission of hundreds, a join reads every provider.
 */
export const transferFacts = (meant: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select distinct coalesce(r.inst_id = t.inst_id, false) as "isOwn", ${returnsRecord} as "returnsRecord",
    exists (select 1 from transfer k where k.collection_id = t.collection_id
      and k.sender_inst_id = t.inst_id and k.receiver_inst_id = r.inst_id and k.agreed_utc is not null) as "isGiven"
  from (select distinct t.collection_id, t.inst_id, t.destination_ukprn from transfer_out t where ${meant}) t
  cross join lateral (select (select p.inst_id from provider p where p.ukprn = t.destination_ukprn) as inst_id) r`

/** A provider to which students go. */
export interface TransferReceiver {
  /** Null where the register does not know the destination. */
  instId: string | null
  ukprn: string
  name: string | null
  students: number
  consent: ConsentState
  place: TransferPlace
  askedUtc: Date | null
  givenUtc: Date | null
  /** Number of students in the agreement. */
  agreed: number
  remindedUtc: Date | null
}

/** What is kept of a transfer `k`, in a query that groups by receiver or sender; NONE where nothing is. */
const keptColumns = sql`coalesce(max(k.place), ${unknownTransfer}) as place, max(k.asked_utc) as "askedUtc", max(k.agreed_utc) as "givenUtc",
      coalesce(max(k.agreed_students), 0) as agreed, max(k.reminded_utc) as "remindedUtc"`

/** Where a submission's students go, by receiver. With the scope 'all'. */
export const receiversOf = async (tx: Tx, submissionId: string): Promise<TransferReceiver[]> => {
  const { rows } = await sql<Omit<TransferReceiver, 'consent'> & Omit<ConsentFacts, 'isGiven'>>`
    select r.inst_id as "instId", t.destination_ukprn as ukprn, p.published_name as name, count(*)::int as students,
      coalesce(bool_and(r.inst_id = t.inst_id), false) as "isOwn",
      coalesce(bool_and(${returnsRecord}), false) as "returnsRecord", ${keptColumns}
    from transfer_out t
    left join provider r on r.ukprn = t.destination_ukprn
    left join organisation p on p.id = r.inst_id
    left join transfer k on k.collection_id = t.collection_id and k.sender_inst_id = t.inst_id
      and k.receiver_inst_id = r.inst_id
    where t.submission_id = ${submissionId}::uuid
    group by r.inst_id, t.destination_ukprn, p.published_name
    order by p.published_name nulls last, t.destination_ukprn`.execute(tx)
  return rows.map(({ isOwn, returnsRecord, ...receiver }) => ({
    ...receiver,
    consent: consentStateOf({ isOwn, returnsRecord, isGiven: receiver.givenUtc !== null }),
  }))
}

/** A provider from which students come, by its latest submission with records. */
export interface TransferSender {
  instId: string
  ukprn: string
  name: string
  submissionId: string
  status: StatusName
  students: number
  place: TransferPlace
  askedUtc: Date | null
  givenUtc: Date | null
  givenBy: string | null
  /** Number of students in the agreement. */
  agreed: number
  remindedUtc: Date | null
  uploadedUtc: Date
  /** How many of the students the receiver's latest file returns; null if that is not known, as without a processed file. */
  returned: number | null
}

/** A sender whose latest file no longer names students of an earlier request, and since when. */
export interface FormerSender {
  instId: string
  name: string
  since: Date
}

/** From where students come to a provider, and who once agreed; with the scope 'all'. */
export const sendersTo = async (
  tx: Tx,
  { collectionId, receiverId }: { collectionId: string; receiverId: string },
): Promise<TransferSender[]> => {
  const { rows } = await sql<Omit<TransferSender, 'status'> & { status_id: number }>`
    select s.inst_id as "instId", p.ukprn, o.published_name as name, s.id as "submissionId", s.status_id,
      count(*)::int as students, ${keptColumns}, max(k.agreed_by) as "givenBy",
      coalesce(s.uploaded_utc, s.created_utc) as "uploadedUtc",
      case when bool_or(e.detail ? 'returned') then count(n.sid)::int end as returned
    from submission s
    join transfer_out t on t.submission_id = s.id
    join provider r on r.ukprn = t.destination_ukprn and r.inst_id = ${receiverId}
    join provider p on p.inst_id = s.inst_id
    join organisation o on o.id = s.inst_id
    left join transfer k on k.collection_id = s.collection_id and k.sender_inst_id = s.inst_id
      and k.receiver_inst_id = r.inst_id
    left join submission own on own.collection_id = s.collection_id and own.inst_id = r.inst_id and own.mode = 'live' and own.is_latest
    left join stage_result e on e.submission_id = own.id and e.stage = 'ENRICHMENT' and e.outcome = 'PASSED'
    left join transfer_in n on n.submission_id = own.id and n.partner_ukprn = p.ukprn and n.sid = t.sid and n.numhus = t.numhus
    where s.collection_id = ${collectionId} and s.mode = 'live' and s.is_latest and s.inst_id <> ${receiverId}
    group by s.inst_id, p.ukprn, o.published_name, s.id, s.status_id
    order by o.published_name`.execute(tx)
  return rows.map(({ status_id, ...row }) => ({ ...row, status: statusById(status_id)?.name ?? 'UNKNOWN' }))
}

/** Providers that asked a receiver to agree, and now name none of its students. With the scope 'all'. */
export const formerSendersTo = async (
  tx: Tx,
  { collectionId, receiverId }: { collectionId: string; receiverId: string },
): Promise<FormerSender[]> => {
  const { rows } = await sql<FormerSender>`
    select o.id as "instId", o.published_name as name, k.asked_utc as since
    from transfer k join organisation o on o.id = k.sender_inst_id
    where k.collection_id = ${collectionId} and k.receiver_inst_id = ${receiverId} and k.students = 0 and k.asked_utc is not null
    order by o.published_name`.execute(tx)
  return rows
}

/**
 * The providers to which a provider's files of a collection send students, each with its latest submission or null; none if the
 * given submission is not the sender's latest. With the scope 'all'.
 */
export const receivingProviders = async (
  tx: Tx,
  submissionId: string,
): Promise<{ instId: string; submissionId: string | null }[]> => {
  const { rows } = await sql<{ instId: string; submissionId: string | null }>`
    select distinct r.inst_id as "instId", s.id as "submissionId"
    from submission own
    join transfer_out t on t.collection_id = own.collection_id and t.inst_id = own.inst_id
    join provider r on r.ukprn = t.destination_ukprn and r.inst_id <> own.inst_id
    left join submission s on s.inst_id = r.inst_id and s.collection_id = own.collection_id and s.mode = 'live' and s.is_latest
    where own.id = ${submissionId}::uuid and own.mode = 'live' and own.is_latest
    order by r.inst_id`.execute(tx)
  return rows
}

/** The latest submission of a provider that names students who go to another. */
export interface SendingSubmission {
  collectionId: string
  instId: string
  submissionId: string
}

/**
 * The latest submissions that send students to one of these providers, by its id or by a UKPRN that it had: of one collection, or of
 * all; in one order whoever asks. With the scope 'all'.
 */
export const sendingSubmissions = async (
  tx: Tx,
  to: { instIds: readonly string[]; ukprns?: readonly string[]; collectionId?: string },
): Promise<SendingSubmission[]> => {
  const { rows } = await sql<SendingSubmission>`
    select distinct s.collection_id as "collectionId", s.inst_id as "instId", s.id as "submissionId"
    from transfer_out t join submission s on s.id = t.submission_id
    where (t.destination_ukprn = any(${[...(to.ukprns ?? [])]}::text[])
        or t.destination_ukprn in (select p.ukprn from provider p where p.inst_id = any(${[...to.instIds]}::text[])))
      and s.mode = 'live' and s.is_latest
      and (${to.collectionId ?? null}::text is null or s.collection_id = ${to.collectionId ?? null})
    order by s.collection_id, s.inst_id`.execute(tx)
  return rows
}

/**
 * Of submissions that send students to a provider: whether they are seen, and whether the transfers may be read. Asked in the
 * reader's own scope: the database's policy gives a transfer to its receiver only once it has agreed.
 */
export const seenTransfers = async (
  tx: Tx,
  { submissionIds, receiverId }: { submissionIds: readonly string[]; receiverId: string },
): Promise<Map<string, { seesSender: boolean; isAgreed: boolean }>> => {
  const { rows } = await sql<{ id: string; seesSender: boolean; isAgreed: boolean }>`
    select x.id::text as id, exists (select 1 from submission s where s.id = x.id) as "seesSender",
      exists (select 1 from transfer_out t join provider r on r.ukprn = t.destination_ukprn
        join transfer k on k.collection_id = t.collection_id and k.sender_inst_id = t.inst_id
          and k.receiver_inst_id = r.inst_id and k.agreed_utc is not null
        where t.submission_id = x.id and r.inst_id = ${receiverId}) as "isAgreed"
    from unnest(${[...submissionIds]}::uuid[]) x (id)`.execute(tx)
  return new Map(rows.map(({ id, ...seen }) => [id, seen]))
}

/** Names a transfer: the students of one provider who go to another one in a collection. */
export interface TransferId {
  collectionId: string
  senderId: string
  receiverId: string
}

/** A transfer as its chart left it. */
export interface TransferRecord extends TransferId {
  place: TransferPlace
  /** Students of the last request. */
  students: number
  agreedStudents: number
  asked: Date | null
  agreed: Date | null
  agreedBy: string | null
  reminded: Date | null
}

const isOf = ({ collectionId, senderId, receiverId }: TransferId) =>
  sql`k.collection_id = ${collectionId} and k.sender_inst_id = ${senderId} and k.receiver_inst_id = ${receiverId}`

/** A transfer, locked until the transaction ends; in the state NONE where nothing is kept of it. With the scope 'all'. */
export const lockTransfer = async (tx: Tx, id: TransferId): Promise<TransferRecord> => {
  const { rows } = await sql<Omit<TransferRecord, keyof TransferId>>`
    select k.place, k.students, k.agreed_students as "agreedStudents", k.asked_utc as asked, k.agreed_utc as agreed,
      k.agreed_by as "agreedBy", k.reminded_utc as reminded
    from transfer k where ${isOf(id)} for update`.execute(tx)
  const nothing = {
    students: 0,
    agreedStudents: 0,
    asked: null,
    agreed: null,
    agreedBy: null,
    reminded: null,
  }
  return { ...id, ...(rows[0] ?? { place: unknownTransfer, ...nothing }) }
}

/** Writes a transfer. With the scope 'all'. */
export const writeTransfer = async (tx: Tx, transfer: TransferRecord): Promise<void> => {
  const { collectionId, senderId, receiverId, place, students, agreedStudents } = transfer
  const { asked, agreed, agreedBy, reminded } = transfer
  await sql`insert into transfer (collection_id, sender_inst_id, receiver_inst_id, place, students, agreed_students, asked_utc,
      agreed_utc, agreed_by, reminded_utc)
    values (${collectionId}, ${senderId}, ${receiverId}, ${place}, ${students}, ${agreedStudents}, ${asked}, ${agreed}, ${agreedBy},
      ${reminded})
    on conflict (collection_id, sender_inst_id, receiver_inst_id) do update set place = excluded.place,
      students = excluded.students, agreed_students = excluded.agreed_students, asked_utc = excluded.asked_utc,
      agreed_utc = excluded.agreed_utc, agreed_by = excluded.agreed_by, reminded_utc = excluded.reminded_utc`.execute(
    tx,
  )
}

/** The two providers' latest submissions of the collection, what the sender's names, and whether the receiver returns a record. */
export interface TransferSituation {
  students: number
  returnsRecord: boolean
  stateId: number
  senderSubmission: { id: string; status: StatusName } | null
  receiverSubmission: { id: string } | null
}

/** With the scope 'all'. */
export const transferSituation = async (tx: Tx, id: TransferId): Promise<TransferSituation> => {
  const { collectionId, senderId, receiverId } = id
  const { rows } = await sql<{
    students: number
    returnsRecord: boolean
    stateId: number
    senderSubmission: { id: string; statusId: number } | null
    receiverSubmission: { id: string } | null
  }>`
    select (select count(*)::int from transfer_out o join provider p on p.ukprn = o.destination_ukprn
        where o.submission_id = s.id and p.inst_id = r.inst_id) as students,
      ${returnsRecord} as "returnsRecord", t.state_id as "stateId",
      case when s.id is not null then jsonb_build_object('id', s.id, 'statusId', s.status_id) end as "senderSubmission",
      (select jsonb_build_object('id', l.id) from submission l where l.collection_id = t.collection_id and l.inst_id = r.inst_id
        and l.mode = 'live' and l.is_latest) as "receiverSubmission"
    from (select id as collection_id, state_id from collection where id = ${collectionId}) t
    cross join (select ${receiverId}::text as inst_id) r
    left join submission s on s.collection_id = t.collection_id and s.inst_id = ${senderId} and s.mode = 'live' and s.is_latest`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error(`There is no collection ${collectionId}.`)
  const { senderSubmission: sender, ...others } = row
  return {
    ...others,
    senderSubmission: sender && {
      id: sender.id,
      status: statusById(sender.statusId)?.name ?? 'UNKNOWN',
    },
  }
}

/** Receivers of a provider's students in a collection: those that its latest file names, and those of earlier requests. */
export const receiversNamedBy = async (
  tx: Tx,
  { collectionId, senderId }: Pick<TransferId, 'collectionId' | 'senderId'>,
): Promise<string[]> => {
  const { rows } = await sql<{ instId: string }>`
    select p.inst_id as "instId" from submission s join transfer_out o on o.submission_id = s.id
      join provider p on p.ukprn = o.destination_ukprn
      where s.collection_id = ${collectionId} and s.inst_id = ${senderId} and s.mode = 'live' and s.is_latest
        and p.inst_id <> s.inst_id
    union select k.receiver_inst_id from transfer k where k.collection_id = ${collectionId} and k.sender_inst_id = ${senderId}
    order by 1`.execute(tx)
  return rows.map(({ instId }) => instId)
}

/** A message of one of the two providers. */
export interface TransferMessage {
  authorId: string
  by: string
  at: Date
  text: string
}

/** Adds a message to a transfer that is locked. */
export const addTransferMessage = async (
  tx: Tx,
  { collectionId, senderId, receiverId }: TransferId,
  { authorId, by, at, text }: TransferMessage,
): Promise<void> => {
  await sql`insert into transfer_message (collection_id, sender_inst_id, receiver_inst_id, number, author_inst_id, written_by,
      written_utc, text)
    select ${collectionId}, ${senderId}, ${receiverId}, coalesce(max(number), 0) + 1, ${authorId}, ${by}, ${at}, ${text}
    from transfer_message m where m.collection_id = ${collectionId} and m.sender_inst_id = ${senderId}
      and m.receiver_inst_id = ${receiverId}`.execute(tx)
}

/** The last message about a transfer. */
export const lastTransferMessage = async (
  tx: Tx,
  { collectionId, senderId, receiverId }: TransferId,
): Promise<Pick<TransferMessage, 'authorId' | 'by' | 'text'> | undefined> => {
  const { rows } = await sql<Pick<TransferMessage, 'authorId' | 'by' | 'text'>>`
    select m.author_inst_id as "authorId", m.written_by as by, m.text from transfer_message m
    where m.collection_id = ${collectionId} and m.sender_inst_id = ${senderId} and m.receiver_inst_id = ${receiverId}
    order by m.number desc limit 1`.execute(tx)
  return rows[0]
}

/** Messages about the transfers of a provider in a collection, the oldest first, by the other provider. In the reader's scope. */
export const transferMessages = async (
  tx: Tx,
  { collectionId, instId, as }: { collectionId: string; instId: string; as: 'sender' | 'receiver' },
): Promise<Map<string, TransferMessage[]>> => {
  const own = as === 'sender' ? sql`m.sender_inst_id` : sql`m.receiver_inst_id`
  const other = as === 'sender' ? sql`m.receiver_inst_id` : sql`m.sender_inst_id`
  const { rows } = await sql<TransferMessage & { other: string }>`
    select ${other} as other, m.author_inst_id as "authorId", m.written_by as by, m.written_utc as at, m.text
    from transfer_message m where m.collection_id = ${collectionId} and ${own} = ${instId}
    order by m.number`.execute(tx)
  return new Map(
    [...Map.groupBy(rows, ({ other: id }) => id)].map(([id, all]) => [
      id,
      all.map(({ other: _, ...said }) => said),
    ]),
  )
}

/** An event of a provider's transfers to others. */
export interface TransferEntry {
  at: Date
  event: 'NAMED' | 'AGREE' | 'WITHDRAW' | 'REMIND' | 'WRITE'
  /** The receiving provider. */
  name: string
  students: number
}

const timelineAtMost = 50

/** The last events of a provider's transfers to others in a collection, the newest first. With the scope 'all'. */
export const transferTimeline = async (
  tx: Tx,
  { collectionId, senderId }: Pick<TransferId, 'collectionId' | 'senderId'>,
): Promise<TransferEntry[]> => {
  const { rows } = await sql<TransferEntry>`
    select e.occurred_utc as at, e.event, o.published_name as name,
      coalesce((e.payload ->> 'students')::int, (e.facts ->> 'requested')::int) as students
    from transfer k join chart_event e on e.chart = 'transfer'
      and e.subject = k.collection_id || '/' || k.sender_inst_id || '/' || k.receiver_inst_id
    join organisation o on o.id = k.receiver_inst_id
    where k.collection_id = ${collectionId} and k.sender_inst_id = ${senderId}
    order by e.occurred_utc desc, e.subject, e.sequence desc limit ${timelineAtMost}`.execute(tx)
  return rows
}

/** What else an answer to a sender depends on. */
export interface ReceiverSituation {
  ukprn: string
  /** Of the collection. */
  stateId: number
  /** The last day for submissions, a calendar date. */
  deadline: string | null
}

/** A provider that receives students in a collection, whether or not it has a file. With the scope 'all'. */
export const receiverSituation = async (
  tx: Tx,
  { collectionId, receiverId }: Pick<TransferId, 'collectionId' | 'receiverId'>,
): Promise<ReceiverSituation> => {
  const { rows } = await sql<ReceiverSituation>`
    select p.ukprn, c.state_id as "stateId", c.submission_deadline::text as deadline
    from collection c, provider p where c.id = ${collectionId} and p.inst_id = ${receiverId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`There is no collection ${collectionId}, or no provider ${receiverId}.`)
  return row
}

/** Published names of organisations by id. */
export const namesOf = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, published_name as name from organisation where id = any(${[...ids]}::text[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
