import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type StatusName, statusById, statusOf } from '../../../src/domain/status.ts'
import { type ConsentState, consentStateOf, type TransferFacts } from '../../../src/domain/transfer.ts'
import type { Database } from '../schema.ts'

type Tx = Transaction<Database>

/*
 * Transfers of postgraduate research students between two providers of a collection (decisions §12): the sender's submission
 * names them, the receiver agrees to all of one sender. Whose row is read by whom is the database's policy besides.
 */

/** Providers that return the record of the transfer's collection: onboarded, and without a nil return. Of `t` and `r`. */
const returnsRecord = sql`exists (select 1 from organisation o where o.id = r.inst_id and o.onboarded)
  and not exists (select 1 from submission n where n.collection_id = t.collection_id and n.inst_id = r.inst_id
    and n.mode = 'live' and n.is_latest and n.status_id = ${statusOf('NIL_RETURN').id})`

/**
 * SQL of what it depends on whether a consent is awaited (`TransferFacts`), of the transfers `t` that are meant: one row for all
 * that are alike. With the scope 'all', for it looks at the submissions of other providers. The receiver is looked up in place of
 * joined: for each submission of hundreds, a join reads every provider.
 */
export const transferFacts = (meant: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select distinct coalesce(r.inst_id = t.inst_id, false) as "isOwn", ${returnsRecord} as "returnsRecord",
    exists (select 1 from transfer_consent k where k.collection_id = t.collection_id
      and k.sender_inst_id = t.inst_id and k.receiver_inst_id = r.inst_id) as "isGiven"
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
  givenUtc: Date | null
}

/** Where a submission's students go, by receiver. With the scope 'all'. */
export const receiversOf = async (tx: Tx, submissionId: string): Promise<TransferReceiver[]> => {
  const { rows } = await sql<Omit<TransferReceiver, 'consent'> & Omit<TransferFacts, 'isGiven'>>`
    select r.inst_id as "instId", t.destination_ukprn as ukprn, p.published_name as name, count(*)::int as students,
      coalesce(bool_and(r.inst_id = t.inst_id), false) as "isOwn",
      coalesce(bool_and(${returnsRecord}), false) as "returnsRecord", max(k.given_utc) as "givenUtc"
    from transfer_out t
    left join provider r on r.ukprn = t.destination_ukprn
    left join organisation p on p.id = r.inst_id
    left join transfer_consent k on k.collection_id = t.collection_id and k.sender_inst_id = t.inst_id
      and k.receiver_inst_id = r.inst_id
    where t.submission_id = ${submissionId}::uuid
    group by r.inst_id, t.destination_ukprn, p.published_name
    order by p.published_name nulls last, t.destination_ukprn`.execute(tx)
  return rows.map(({ isOwn, returnsRecord, ...receiver }) => ({
    ...receiver,
    consent: consentStateOf({ isOwn, returnsRecord, isGiven: receiver.givenUtc !== null }),
  }))
}

/** A provider from which students come, by its latest submission whose records have been read. */
export interface TransferSender {
  instId: string
  ukprn: string
  name: string
  submissionId: string
  status: StatusName
  students: number
  givenUtc: Date | null
}

/** From where students come to a provider, and who once agreed; with the scope 'all'. */
export const sendersTo = async (
  tx: Tx,
  { collectionId, receiverId }: { collectionId: string; receiverId: string },
): Promise<TransferSender[]> => {
  const { rows } = await sql<Omit<TransferSender, 'status'> & { status_id: number }>`
    select s.inst_id as "instId", p.ukprn, o.published_name as name, s.id as "submissionId", s.status_id,
      count(*)::int as students, max(k.given_utc) as "givenUtc"
    from submission s
    join transfer_out t on t.submission_id = s.id
    join provider r on r.ukprn = t.destination_ukprn and r.inst_id = ${receiverId}
    join provider p on p.inst_id = s.inst_id
    join organisation o on o.id = s.inst_id
    left join transfer_consent k on k.collection_id = s.collection_id and k.sender_inst_id = s.inst_id
      and k.receiver_inst_id = r.inst_id
    where s.collection_id = ${collectionId} and s.mode = 'live' and s.is_latest and s.inst_id <> ${receiverId}
    group by s.inst_id, p.ukprn, o.published_name, s.id, s.status_id
    order by o.published_name`.execute(tx)
  return rows.map(({ status_id, ...row }) => ({ ...row, status: statusById(status_id)?.name ?? 'UNKNOWN' }))
}

/**
 * The latest submissions of the providers to which a provider's files of a collection send students; none where the given one
 * is not its latest. With the scope 'all'.
 */
export const receivingSubmissions = async (
  tx: Tx,
  submissionId: string,
): Promise<{ instId: string; submissionId: string }[]> => {
  const { rows } = await sql<{ instId: string; submissionId: string }>`
    select distinct s.inst_id as "instId", s.id as "submissionId"
    from submission own
    join transfer_out t on t.collection_id = own.collection_id and t.inst_id = own.inst_id
    join provider r on r.ukprn = t.destination_ukprn and r.inst_id <> own.inst_id
    join submission s on s.inst_id = r.inst_id and s.collection_id = own.collection_id and s.mode = 'live' and s.is_latest
    where own.id = ${submissionId}::uuid and own.mode = 'live' and own.is_latest
    order by s.inst_id`.execute(tx)
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
        join transfer_consent k on k.collection_id = t.collection_id and k.sender_inst_id = t.inst_id
          and k.receiver_inst_id = r.inst_id
        where t.submission_id = x.id and r.inst_id = ${receiverId}) as "isAgreed"
    from unnest(${[...submissionIds]}::uuid[]) x (id)`.execute(tx)
  return new Map(rows.map(({ id, ...seen }) => [id, seen]))
}

/** Writes or removes the agreement of a receiver to all that one sender sends it. With the scope 'all'. */
export const writeConsent = async (
  tx: Tx,
  { collectionId, senderId, receiverId }: { collectionId: string; senderId: string; receiverId: string },
  given: { by: string; at: Date } | undefined,
): Promise<void> => {
  if (given)
    await sql`insert into transfer_consent (collection_id, sender_inst_id, receiver_inst_id, given_utc, given_by)
      values (${collectionId}, ${senderId}, ${receiverId}, ${given.at}, ${given.by}) on conflict do nothing`.execute(
      tx,
    )
  else
    await sql`delete from transfer_consent where collection_id = ${collectionId} and sender_inst_id = ${senderId}
      and receiver_inst_id = ${receiverId}`.execute(tx)
}
