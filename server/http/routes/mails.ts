import type { FastifyInstance } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { noticeKindsOf } from '../../../src/domain/notice.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import * as wire from '../../../src/domain/wire/mails.ts'
import type { Database } from '../../database/schema.ts'
import { withScope } from '../../database/scope.ts'
import { chooseMails, lastMailsOf, mailSettingsOf } from '../../notices/index.ts'
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
    const { address, kinds } = await mailSettingsOf(tx, actor.userId)
    return { address, way, kinds: noticeKindsOf(actor).map(kind => ({ kind, isWanted: kinds.has(kind) })) }
  }

  route(app, wire.getMailSettings, ({ actor }) => inSystem(tx => settingsOf(tx, actor)))

  route(app, wire.setMailSettings, ({ actor, body }) =>
    inSystem(async tx => {
      // What the person reads for another organisation only stays as it was.
      const offered = noticeKindsOf(actor)
      const chosen = offered.filter(kind => body.kinds.includes(kind))
      await chooseMails(tx, actor.userId, { offered, chosen })
      return settingsOf(tx, actor)
    }),
  )

  route(app, wire.listMails, ({ actor }) =>
    inSystem(async tx => {
      const mails = await lastMailsOf(tx, actor.userId, shown)
      return { mails: mails.map(mail => ({ ...mail, at: mail.at.toISOString() })) }
    }),
  )
}
