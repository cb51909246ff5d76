import { addMinutes } from 'date-fns/addMinutes'
import { type Kysely, sql, type Transaction } from 'kysely'
import { isMailedToAll, isMailedUnasked, type NoticeKind, seesNotice } from '../../src/domain/notice.ts'
import type { OrganisationType } from '../../src/domain/organisation.ts'
import { systemPrincipal, type UserPrincipal } from '../../src/domain/principal.ts'
import { type NoticeRow, noticeColumns, noticeNames } from '../database/queries/notices.ts'
import { contactsOf } from '../database/queries/providerOverview.ts'
import type { Database } from '../database/schema.ts'
import { scopeOf, setScope, withScope } from '../database/scope.ts'
import { recordAudit } from '../decisions/records.ts'
import type { Member, SignIns } from '../identity/signIns.ts'
import type { MailJob } from '../jobs/jobs.ts'
import { jobIdOf } from '../jobs/sending.ts'
import { attempts } from '../limits.ts'
import { tasksOf } from '../tasks/index.ts'
import { type Mailer, MailRefusal, MailUnconfirmed } from './mailer.ts'
import { mailOf } from './mailWords.ts'

type Tx = Transaction<Database>

/** Notices handled in one transaction. */
const batch = 100

/** The pause before the next copy of an unconfirmed mail has not passed. */
class TooEarlyError extends Error {
  override readonly name = 'TooEarlyError'
}

interface UnmailedRow extends Omit<NoticeRow, 'is_read'> {
  organisation: { id: string; type: OrganisationType; name: string; isPrimaryRegulator: boolean }
}

/** Enqueues mails in the transaction that writes them. */
export interface MailQueue {
  enqueueMail: (tx: Tx, job: MailJob, key: string) => Promise<void>
}

/**
 * Notices as e-mail, for people who subscribed to their kind and may read them. Each mail is written once per notice and person. If a mail
 * server is configured, a job sends it and retries until the server accepts or permanently refuses it.
 */
export const createMails = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  members: Pick<SignIns, 'membersOf'>
  /** URL of the portal, if configured. */
  publicUrl: string | undefined
  /** Undefined: nothing is sent. */
  sending: { queue: MailQueue; mailer: Mailer } | undefined
  /** Whether mails are written, to be sent or to be shown by the demonstration. */
  isWritten: boolean
}) => {
  const { db, clock, members, publicUrl, sending, isWritten } = options
  const inSystem = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withScope(db, { scope: 'all' }, work)

  const subscribersOf = async (tx: Tx, kind: NoticeKind): Promise<Set<string>> => {
    const { rows } = await sql<{
      user_id: string
    }>`select user_id from mail_wish where kind = ${kind}`.execute(tx)
    return new Set(rows.map(({ user_id }) => user_id))
  }

  /** How many tasks the reader of a mail has, from the same selector as the dashboard. The scope is 'all' again afterwards. */
  const countTasks = async (
    tx: Tx,
    { id: organisationId, type: organisationType, isPrimaryRegulator }: UnmailedRow['organisation'],
    { userId, name, roles }: Member,
  ): Promise<number> => {
    const reader: UserPrincipal = {
      kind: 'user',
      userId,
      name,
      roles,
      organisationId,
      organisationType,
      isPrimaryRegulator,
    }
    await setScope(tx, scopeOf(reader))
    const { tasks } = await tasksOf(tx, reader, clock.now())
    return tasks.length
  }

  const write = async (
    tx: Tx,
    row: UnmailedRow,
    to: Member & { email: string },
    tasks: number,
  ): Promise<void> => {
    const key = `mail/${row.id}/${to.userId}`
    const id = jobIdOf(key)
    const { subject, text } = mailOf(row, { publicUrl, tasks })
    const { rows } = await sql`
      insert into mail (id, notice_id, user_id, address, subject, text, written_utc)
      values (${id}::uuid, ${row.id}::uuid, ${to.userId}, ${to.email}, ${subject}, ${text}, ${clock.now()})
      on conflict do nothing returning id`.execute(tx)
    if (rows.length > 0) await sending?.queue.enqueueMail(tx, { mailId: id }, key)
  }

  /** Writes the mails of some notices. Returns the number of notices. */
  const writeSome = (): Promise<number> =>
    inSystem(async tx => {
      const { rows } = await sql<UnmailedRow>`
        select ${noticeColumns}, jsonb_build_object('id', o.id, 'type', o.type, 'name', o.published_name, 'isPrimaryRegulator',
            coalesce((select r.type_code = '01' from regulator r where r.code = o.id), false)) as organisation
        from notice n ${noticeNames} join organisation o on o.id = n.organisation_id
        where not n.is_mailed order by n.number limit ${batch} for update of n skip locked`.execute(tx)
      const subscribers = new Map<NoticeKind, Set<string>>()
      const known = new Map<string, Member[]>()
      const counted = new Map<string, number>()
      for (const row of isWritten ? rows : []) {
        const { kind, mode, organisation, detail } = row
        if (detail.mail)
          // Contacts need no account, and get it whatever they would choose.
          for (const { name, email } of await contactsOf(tx, organisation.id))
            await write(tx, row, { userId: `contact:${email}`, name, email, roles: [] }, 0)
        const wishes = subscribers.get(kind) ?? (await subscribersOf(tx, kind))
        subscribers.set(kind, wishes)
        if (wishes.size === 0 && !isMailedToAll(kind)) continue
        const people = known.get(organisation.id) ?? (await members.membersOf(organisation))
        known.set(organisation.id, people)
        for (const person of people) {
          const { userId, email, roles } = person
          const holder = { organisationType: organisation.type, roles }
          // What somebody did is no news to them.
          const isMailed = detail.byUser !== userId && (wishes.has(userId) || isMailedUnasked(holder, kind))
          if (email === undefined || !isMailed || !seesNotice(holder, kind, mode)) continue
          // Counted once for all mails to a person.
          const reader = `${organisation.id} ${userId}`
          const tasks = counted.get(reader) ?? (await countTasks(tx, organisation, person))
          counted.set(reader, tasks)
          await write(tx, row, { ...person, email }, tasks)
        }
      }
      await sql`update notice set is_mailed = true where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
        tx,
      )
      return rows.length
    })

  return {
    /** Writes the mails of all new notices. */
    writeAll: async (): Promise<void> => {
      while ((await writeSome()) === batch);
    },

    /**
     * Sends one mail, unless it was sent or refused before. Throws if it must be retried. A mail that was refused, or never confirmed, gets
     * an audit line.
     */
    send: async ({ mailId }: MailJob): Promise<void> => {
      const { rows } = await inSystem(tx =>
        sql<{
          userId: string
          address: string
          subject: string
          text: string
          copies: number
          last: Date | null
        }>`
          select user_id as "userId", address, subject, text, cardinality(unconfirmed_utc) as copies,
            unconfirmed_utc[cardinality(unconfirmed_utc)] as last from mail
          where id = ${mailId}::uuid and sent_utc is null and refused_utc is null`.execute(tx),
      )
      const [mail] = rows
      if (!mail || !sending) return
      const { userId, address, subject, text, copies, last } = mail
      const pauseMinutes = attempts.mailPausesMinutes[copies - 1]
      if (last && pauseMinutes !== undefined && clock.now() < addMinutes(last, pauseMinutes))
        throw new TooEarlyError('The mail server may have sent this mail. It will be sent again later.')
      const refuse = (refusal: string) =>
        inSystem(async tx => {
          const at = clock.now()
          await sql`update mail set refused_utc = ${at}, refusal = ${refusal} where id = ${mailId}::uuid`.execute(
            tx,
          )
          await recordAudit(tx, {
            actor: systemPrincipal,
            event: 'MAIL_REFUSED',
            subject: mailId,
            at,
            detail: { userId, refusal },
          })
        })
      try {
        await sending.mailer.send({ id: mailId, to: address, subject, text })
        await inSystem(tx =>
          sql`update mail set sent_utc = ${clock.now()} where id = ${mailId}::uuid`.execute(tx),
        )
      } catch (error) {
        if (error instanceof MailRefusal) return refuse(error.message)
        if (!(error instanceof MailUnconfirmed)) throw error
        if (copies >= attempts.mailPausesMinutes.length) return refuse(error.message)
        await inSystem(tx =>
          sql`update mail set unconfirmed_utc = unconfirmed_utc || ${clock.now()}::timestamptz
            where id = ${mailId}::uuid`.execute(tx),
        )
        throw error
      }
    },
  }
}
