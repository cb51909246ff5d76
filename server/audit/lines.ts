import { sql, type Transaction } from 'kysely'
import type { AuditAbout } from '../../src/domain/auditAbout.ts'
import { type AuditKind, auditKinds } from '../../src/domain/auditKinds.ts'
import { pageOf } from '../database/queries/page.ts'
import { anywhere } from '../database/queries/pattern.ts'
import type { Database } from '../database/schema.ts'
import { aboutLines } from './about.ts'

type Tx = Transaction<Database>

/** A line of the audit as it is listed. */
export interface AuditLine {
  id: number
  occurred: Date
  actorId: string
  /** Last known name of the person; null for the system and for somebody unknown. */
  actorName: string | null
  organisation: string
  organisationName: string | null
  instId: string | null
  action: string
  subject: string | null
  about: AuditAbout
  outcome: 'done' | 'refused'
  status: number
  reason: string | null
  /** Whether it has its place in the sealed list, so that it can be proved. */
  isSealed: boolean
}

/** Which lines are listed. */
export interface AuditLineFilter {
  /** Part of a person, an organisation, a file, an action or a subject; '' for all of them. */
  search: string
  /** Null leaves a filter out. */
  outcome: AuditLine['outcome'] | null
  kind: AuditKind | null
  /** Organisation of the person. */
  organisation: string | null
  subject: string | null
  /** Days in London, both included. */
  from: string | null
  to: string | null
  /** Leaves out what the system did on its own. */
  byPeople: boolean
  /** Only lines before this one, by its id. */
  before?: number
  limit: number
  offset: number
}

/** More subjects than this are not looked for by the name of a file. */
const filesAtMost = 2000

/** SQL: the line mentions a text. Names and files are looked up first, so that the audit itself is read once. */
const mentions = async (tx: Tx, search: string) => {
  const pattern = anywhere(search)
  const { rows } = await sql<{ people: string[]; organisations: string[]; subjects: string[] }>`select
    array(select user_id from person where name ilike ${pattern}) as people,
    array(select id from organisation where published_name ilike ${pattern} or name ilike ${pattern}) as organisations,
    array(select id::text from submission where file_name ilike ${pattern} limit ${filesAtMost}) as subjects`.execute(
    tx,
  )
  const { people = [], organisations = [], subjects = [] } = rows[0] ?? {}
  return sql`(l.actor_id ilike ${pattern} or l.actor_organisation ilike ${pattern} or l.action ilike ${pattern}
    or l.subject ilike ${pattern} or l.actor_id = any(${people}::text[]) or l.subject = any(${subjects}::text[])
    or l.actor_organisation = any(${organisations}::text[]) or l.inst_id = any(${organisations}::text[]))`
}

/** A page of the lines of the audit that the transaction's scope sees, newest first, with how many there are. */
export const listAuditLines = async (
  tx: Tx,
  { search, outcome, kind, organisation, subject, from, to, byPeople, before, ...page }: AuditLineFilter,
): Promise<{ lines: AuditLine[]; total: number }> => {
  const conditions = [
    sql`true`,
    ...(search === '' ? [] : [await mentions(tx, search)]),
    ...(outcome === null ? [] : [sql`l.outcome = ${outcome}`]),
    ...(kind === null ? [] : [sql`l.action ~ ${auditKinds[kind]}`]),
    ...(organisation === null ? [] : [sql`l.actor_organisation = ${organisation}`]),
    ...(subject === null ? [] : [sql`l.subject = ${subject}`]),
    ...(from === null ? [] : [sql`l.occurred_utc >= ${from}::date::timestamp at time zone 'Europe/London'`]),
    ...(to === null ? [] : [sql`l.occurred_utc < (${to}::date + 1)::timestamp at time zone 'Europe/London'`]),
    ...(before === undefined ? [] : [sql`l.id < ${before}`]),
    ...(byPeople ? [sql`l.actor_id <> 'system'`] : []),
  ]
  const { rows, total } = await pageOf<Omit<AuditLine, 'about'> & { provider: string | null }>(
    tx,
    {
      columns: sql`l.id, l.occurred_utc as occurred, l.actor_id as "actorId", p.name as "actorName",
        l.actor_organisation as organisation, w.published_name as "organisationName",
        l.inst_id as "instId", o.published_name as provider, l.action, l.subject, l.outcome, l.status, l.reason,
        f.position is not null as "isSealed"`,
      from: sql`from audit_line l left join audit_leaf f on f.line_id = l.id
        left join person p on p.user_id = l.actor_id left join organisation w on w.id = l.actor_organisation
        left join organisation o on o.id = l.inst_id
        where ${sql.join(conditions, sql` and `)}`,
      order: sql`l.id desc`,
    },
    page,
  )
  const abouts = await aboutLines(tx, rows)
  const none: AuditAbout = { kind: 'other', name: null, note: null, collection: null, path: null }
  return { lines: rows.map(({ provider: _, ...row }, at) => ({ ...row, about: abouts[at] ?? none })), total }
}

/** When the first and the last line happened; null in an empty audit. */
export const auditSpan = async (tx: Tx): Promise<{ first: Date | null; last: Date | null }> => {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select (select occurred_utc from audit_line order by id limit 1) as first,
      (select occurred_utc from audit_line order by id desc limit 1) as last`.execute(tx)
  return rows[0] ?? { first: null, last: null }
}

/** Organisations by which the audit is filtered. */
export const auditOrganisations = async (tx: Tx): Promise<{ id: string; name: string }[]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, published_name as name from organisation order by published_name`.execute(tx)
  return rows
}
