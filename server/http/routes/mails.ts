import type { FastifyInstance } from 'fastify'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type NoticeKind, noticeKindsOf } from '../../../src/domain/notice.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import * as wire from '../../../src/domain/wire/mails.ts'
import type { Database } from '../../database/schema.ts'
import { withScope } from '../../database/scope.ts'
import { route } from '../route.ts'

/** Mails that are shown of a person. */
const shown = 100

/** The calls about notices as e-mail (decisions §14): each person's own, whomever they act for. */
export const mailRoutes = (
  app: FastifyInstance,
  { db, way }: { db: Kysely<Database>; way: wire.MailSettingsWire['way'] },
): void => {
  // No row belongs to an organisation: each query names the person.
  const inSystem = <T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T> =>
    withScope(db, { scope: 'all' }, work)

  const settingsOf = async (
    tx: Transaction<Database>,
    actor: UserPrincipal,
  ): Promise<wire.MailSettingsWire> => {
    const { rows } = await sql<{ email: string | null; kinds: NoticeKind[] }>`
      select (select email from person where user_id = ${actor.userId}) as email,
        array(select kind from mail_wish where user_id = ${actor.userId}) as kinds`.execute(tx)
    const chosen = new Set(rows[0]?.kinds)
    return {
      address: rows[0]?.email ?? null,
      way,
      kinds: noticeKindsOf(actor).map(kind => ({ kind, isWanted: chosen.has(kind) })),
    }
  }

  route(app, wire.getMailSettings, ({ actor }) => inSystem(tx => settingsOf(tx, actor)))

  route(app, wire.setMailSettings, ({ actor, body }) =>
    inSystem(async tx => {
      // What the person reads for another organisation only stays as it was.
      const offered = noticeKindsOf(actor)
      const kinds = offered.filter(kind => body.kinds.includes(kind))
      await sql`delete from mail_wish where user_id = ${actor.userId} and kind = any(${offered}::text[])`.execute(
        tx,
      )
      await sql`insert into mail_wish (user_id, kind) select ${actor.userId}, unnest(${kinds}::text[])`.execute(
        tx,
      )
      return settingsOf(tx, actor)
    }),
  )

  route(app, wire.listMails, ({ actor }) =>
    inSystem(async tx => {
      const { rows } = await sql<Omit<wire.MailWire, 'at'> & { at: Date }>`
        select id, written_utc as at, address, subject, text from mail
        where user_id = ${actor.userId} order by number desc limit ${shown}`.execute(tx)
      return { mails: rows.map(row => ({ ...row, at: row.at.toISOString() })) }
    }),
  )
}
