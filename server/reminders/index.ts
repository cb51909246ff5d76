import { type Kysely, sql, type Transaction } from 'kysely'
import { isItsTurn, type ReminderSkip, reminderSkip } from '../../src/domain/lateness.ts'
import { paceOfRow, statusOfRow } from '../../src/domain/monitoringColumns.ts'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type RuleResultWritten, reminderOf, ruleLetterOf } from '../../src/domain/reminder.ts'
import type { MonitoringRow } from '../../src/domain/wire/collections.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { recordAudit } from '../decisions/records.ts'
import { jobIdOf } from '../jobs/sending.ts'
import { inEnglish } from '../messages.ts'
import { notify } from '../notices/index.ts'

type Tx = Transaction<Database>

/** What somebody asks to send. */
export interface ReminderRequest {
  collection: { id: string; name: string; deadline: string | null }
  /** The providers' rows of Monitoring, as the sender sees them. */
  rows: readonly MonitoringRow[]
  words: string
  skipsRecent: boolean
  /** The rule that it is about, with the result of each provider outside tolerance; undefined for a reminder to act. */
  rule?: RuleOutside | undefined
}

/** A rule with the providers that are outside its tolerance, by their ids. */
export interface RuleOutside {
  code: string
  name: string
  at: ReadonlyMap<string, Omit<RuleResultWritten, 'code' | 'name'> & { fileName: string; path: string }>
}

/** A reminder as it is, or would be, sent. */
export interface Reminder {
  instId: string
  name: string
  people: string[]
  subject: string
  paragraphs: string[]
}

/** A provider that gets none. */
export interface Skipped {
  instId: string
  name: string
  reason: ReminderSkip
}

/** Names of the contacts of providers. */
const contactNames = async (tx: Tx, instIds: readonly string[]): Promise<Map<string, string[]>> => {
  const { rows } = await sql<{ instId: string; names: string[] }>`
    select inst_id as "instId", array_agg(name order by ordinal) as names from provider_contact
    where inst_id = any(${[...instIds]}::text[]) group by inst_id`.execute(tx)
  return new Map(rows.map(({ instId, names }) => [instId, names]))
}

/** When each provider was last reminded of a collection. Asked again under the lock: two senders would both send. */
const remindedAt = async (tx: Tx, collectionId: string): Promise<Map<string, string>> => {
  const { rows } = await sql<{ instId: string; at: Date }>`
    select inst_id as "instId", max(sent_utc) as at from provider_reminder
    where collection_id = ${collectionId} group by inst_id`.execute(tx)
  return new Map(rows.map(({ instId, at }) => [instId, at.toISOString()]))
}

/**
 * Reminders of the agency to providers that have to act (decisions §16): the only writer of `provider_reminder`. The e-mails to the
 * contacts, like the notice, come from the notice that each reminder writes.
 */
export const createReminders = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  publicUrl: string | undefined
}) => {
  const { db, clock, publicUrl } = options

  const planned = async (
    tx: Tx,
    { collection, rows, words, skipsRecent, rule }: ReminderRequest,
  ): Promise<{ reminders: Reminder[]; skipped: Skipped[] }> => {
    const now = clock.now()
    const contacts = await contactNames(
      tx,
      rows.map(({ provider }) => provider.instId),
    )
    const reminded = await remindedAt(tx, collection.id)
    const reminders: Reminder[] = []
    const skipped: Skipped[] = []
    for (const row of rows) {
      const { instId, publishedName: name, issueCount } = row.provider
      const people = contacts.get(instId) ?? []
      const result = rule?.at.get(instId)
      const known = {
        contacts: people.length,
        reminded: reminded.get(instId) ?? null,
        skipsRecent,
        isOutside: rule && result !== undefined,
      }
      const reason = reminderSkip(paceOfRow(row), known, now)
      if (reason) skipped.push({ instId, name, reason })
      else {
        const { subject, paragraphs } =
          rule && result
            ? ruleLetterOf(
                { code: rule.code, name: rule.name, ...result },
                {
                  collection: collection.name,
                  fileName: result.fileName,
                  isItsTurn: isItsTurn(paceOfRow(row)),
                  words,
                  url: publicUrl && `${publicUrl}${result.path}`,
                },
              )
            : reminderOf({
                collection: collection.name,
                deadline: collection.deadline,
                status: statusOfRow(row),
                silentSince: row.silentSince,
                openIssues: issueCount,
                words,
                url: publicUrl,
                now,
              })
        reminders.push({
          instId,
          name,
          people,
          subject: inEnglish(subject),
          paragraphs: paragraphs.map(one => (typeof one === 'string' ? one : inEnglish(one))),
        })
      }
    }
    return { reminders, skipped }
  }

  return {
    /** The reminders that would be sent, and the providers that get none. */
    preview: (request: ReminderRequest) => withScope(db, { scope: 'all' }, tx => planned(tx, request)),

    /** Sends reminders and records each. The same id sends each provider's reminder once. */
    send: (
      id: string,
      request: ReminderRequest,
      actor: UserPrincipal,
    ): Promise<{ sent: number; people: number; skipped: Skipped[] }> =>
      withScope(db, { scope: 'all' }, async tx => {
        const { collection } = request
        await sql`select pg_advisory_xact_lock(hashtextextended(${`reminders/${collection.id}`}, 0))`.execute(
          tx,
        )
        const at = clock.now()
        const { reminders, skipped } = await planned(tx, request)
        for (const { instId, people, subject, paragraphs } of reminders) {
          const text = paragraphs.join('\n\n')
          const { rows } = await sql`
            insert into provider_reminder (id, collection_id, inst_id, sent_utc, sent_by, sent_by_id, subject, text, people)
            values (${jobIdOf(`reminder/${id}/${instId}`)}::uuid, ${collection.id}, ${instId}, ${at}, ${actor.name},
              ${actor.userId}, ${subject}, ${text}, ${people.length})
            on conflict do nothing returning id`.execute(tx)
          if (rows.length === 0) continue
          await notify(
            tx,
            [instId],
            {
              kind: 'agencyReminder',
              mode: 'live',
              collectionId: collection.id,
              instId,
              detail: {
                by: agencyOrganisationId,
                mail: { subject, text },
                ...(request.rule && { code: request.rule.name }),
              },
            },
            at,
          )
          await recordAudit(tx, {
            actor,
            instId,
            event: 'PROVIDER_REMINDED',
            subject: collection.id,
            at,
            detail: { people: people.length, ...(request.rule && { rule: request.rule.code }) },
          })
        }
        const people = reminders.reduce((total, one) => total + one.people.length, 0)
        return { sent: reminders.length, people, skipped }
      }),
  }
}
export type Reminders = ReturnType<typeof createReminders>

const shownAtMost = 50

/** A reminder that was sent. */
export interface SentReminderRow {
  id: string
  collection: { reference: string; name: string }
  at: Date
  by: string
  subject: string
  text: string
  people: number
}

/** The last reminders of a provider, the newest first. With the scope 'all'. */
export const remindersOf = async (tx: Tx, instId: string): Promise<SentReminderRow[]> => {
  const { rows } = await sql<SentReminderRow>`
    select r.id, jsonb_build_object('reference', c.reference, 'name', c.name) as collection, r.sent_utc as at, r.sent_by as by,
      r.subject, r.text, r.people
    from provider_reminder r join collection c on c.id = r.collection_id
    where r.inst_id = ${instId} order by r.sent_utc desc limit ${shownAtMost}`.execute(tx)
  return rows
}
