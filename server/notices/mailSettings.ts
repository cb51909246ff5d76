import { sql, type Transaction } from 'kysely'
import type { NoticeKind } from '../../src/domain/notice.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** A mail to a person as it was written. */
export interface WrittenMail {
  id: string
  at: Date
  address: string
  subject: string
  text: string
}

/**
 * The address to which a person's mails go, null where none is known, and the kinds of notices that the person wants as
 * mail (decisions §14). These rows belong to no organisation: the scope has to be 'all', here and below.
 */
export const mailSettingsOf = async (
  tx: Tx,
  userId: string,
): Promise<{ address: string | null; kinds: ReadonlySet<NoticeKind> }> => {
  const { rows } = await sql<{ address: string | null; kinds: NoticeKind[] }>`
    select (select email from person where user_id = ${userId}) as address,
      array(select kind from mail_wish where user_id = ${userId}) as kinds`.execute(tx)
  return { address: rows[0]?.address ?? null, kinds: new Set(rows[0]?.kinds) }
}

/** Stores which of the offered kinds a person wants as mail; other kinds stay as they were. */
export const chooseMails = async (
  tx: Tx,
  userId: string,
  { offered, chosen }: { offered: readonly NoticeKind[]; chosen: readonly NoticeKind[] },
): Promise<void> => {
  // Two choices at once would insert the same rows: the second one waits, and counts.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail-wish/${userId}`}, 0))`.execute(tx)
  await sql`delete from mail_wish where user_id = ${userId} and kind = any(${[...offered]}::text[])`.execute(
    tx,
  )
  await sql`insert into mail_wish (user_id, kind) select ${userId}, unnest(${[...chosen]}::text[])`.execute(
    tx,
  )
}

/** The mails that were written to a person last, newest first. */
export const lastMailsOf = async (tx: Tx, userId: string, atMost: number): Promise<WrittenMail[]> => {
  const { rows } = await sql<WrittenMail>`
    select id, written_utc as at, address, subject, text from mail
    where user_id = ${userId} order by number desc limit ${atMost}`.execute(tx)
  return rows
}
